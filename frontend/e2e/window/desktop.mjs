// The window from outside: the display's pointer, wheel and keys, and screenshots.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { until } from './until.mjs'

const screens = resolve(import.meta.dirname, '../../../build/out/test/screens')

/** Runs a program and returns its output; one that does not end is killed, so that only its test fails. */
const run = (program, ...args) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })

/** The one window on the display. */
export class Desktop {
  #window

  constructor(window) {
    this.#window = window
  }

  /** Waits for the window to be shown. */
  static async find() {
    return new Desktop(await until('the window is shown', () => shown('Quarry')[0]))
  }

  /** Raises the window and gives it the keyboard. */
  async focus() {
    run('xdotool', 'windowactivate', this.#window)
    await until('the window has the keys', () => run('xdotool', 'getwindowfocus').trim() === this.#window)
  }

  /** Moves the pointer over an element of the page, as a user would before turning the wheel. */
  async point(page, id) {
    const spot = await page.run(
      (e) => {
        const { left, top, width, height } = e.getBoundingClientRect()
        return { x: left + width / 2, y: top + height / 2 }
      },
      { 'element-6066-11e4-a52e-4f735466cecf': id },
    )
    await this.move(page, spot)
  }

  /** Moves the pointer to a point of the page. */
  async move(page, { x, y }) {
    const shown = await page.run(() => ({ width: innerWidth, height: innerHeight }))
    const { width, height } = this.size()
    // The page is below the menu bar and fills the rest of the window.
    const spot = [x + width - shown.width, y + height - shown.height]
    run('xdotool', 'mousemove', '--window', this.#window, ...spot.map((px) => String(Math.round(px))))
  }

  /** Presses the first button of the pointer until letGo(). */
  hold() {
    run('xdotool', 'mousedown', '1')
  }

  letGo() {
    run('xdotool', 'mouseup', '1')
  }

  /** Turns the wheel, down for a positive number of notches. */
  wheel(notches) {
    run('xdotool', 'click', '--repeat', String(Math.abs(notches)), '--delay', '4', notches > 0 ? '5' : '4')
  }

  /** Presses a key with its modifiers, "ctrl+n": menus see it before the page does. */
  async key(name) {
    await this.focus()
    run('xdotool', 'key', '--clearmodifiers', name)
  }

  /** Waits for a system dialog with the title, presses the key in it, and waits until it closes. */
  async answerDialog(title, key) {
    const [dialog] = await until(`the dialog ${title} is shown`, () => shown(title).length > 0 && shown(title))
    run('xdotool', 'windowactivate', '--sync', dialog, 'key', '--clearmodifiers', key)
    await until(`the dialog ${title} is gone`, () => shown(title).length === 0)
  }

  /** Waits for the system's file dialog, types a path, saves a screenshot, and presses Open or Save by its key. */
  async pickFile(title, path, button, picture) {
    const [dialog] = await until(`the dialog ${title} is shown`, () => shown(title).length > 0 && shown(title))
    run('xdotool', 'windowactivate', '--sync', dialog)
    run('xdotool', 'key', '--clearmodifiers', 'ctrl+l', 'ctrl+a')
    run('xdotool', 'type', '--delay', '2', path)
    this.screen(picture)
    // The button's key works once the folder has been read. The page behind has no such key.
    await until(`the dialog ${title} is gone`, () => {
      const open = shown(title).length > 0
      if (open) press(dialog, `alt+${button[0].toLowerCase()}`)
      return !open
    })
  }

  /** Width and height of the window in pixels, without its frame. */
  size() {
    const text = run('xdotool', 'getwindowgeometry', '--shell', this.#window)
    const [width, height] = ['WIDTH', 'HEIGHT'].map((name) => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(text)[1]))
    return { width, height }
  }

  /** Closes the window with the window manager's key, which asks the application like the close button does. */
  closeWindow() {
    run('xdotool', 'windowactivate', '--sync', this.#window, 'key', '--clearmodifiers', 'alt+F4')
  }

  /** Saves a screenshot of the window, and returns its number of colours: a window that is not drawn has few. */
  picture(name) {
    mkdirSync(screens, { recursive: true })
    const file = `${screens}/${name}.png`
    run('import', '-window', this.#window, file)
    return Number(run('identify', '-format', '%k', file))
  }

  /** Saves a screenshot of the window, and returns the brightness of a point, from 0 for black to 1 for white. */
  brightness(x, y, name) {
    this.picture(name)
    return Number(run('identify', '-format', `%[fx:p{${x},${y}}.intensity]`, `${screens}/${name}.png`))
  }

  /** Saves a screenshot of the whole display, including open menus and dialogs. */
  screen(name) {
    mkdirSync(screens, { recursive: true })
    run('import', '-window', 'root', `${screens}/${name}.png`)
  }

  /** Saves a screenshot of the page once it is drawn. */
  async shot(page, name) {
    await page.drawn()
    await until('the window is drawn', () => this.picture(name) > 60)
  }
}

/** Presses a key in a window, which may just have closed. */
function press(window, key) {
  try {
    run('xdotool', 'windowactivate', '--sync', window, 'key', '--clearmodifiers', key)
  } catch {
    // it is gone
  }
}

/** The windows with a title that are on the display. */
function shown(title) {
  try {
    return run('xdotool', 'search', '--onlyvisible', '--name', `^${title}$`).split('\n').filter(Boolean)
  } catch {
    return [] // it exits with 1 if it finds none
  }
}

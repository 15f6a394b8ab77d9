// The page of the real window, reached through WebKitWebDriver: scripts read it, and the driver's pointer and keys
// operate it, which pass through the toolkit like a user's.
import { Fatal, until } from './until.mjs'

const element = 'element-6066-11e4-a52e-4f735466cecf'

/** The keys without a character, as WebDriver names them. */
export const keys = {
  Backspace: '\uE003',
  Enter: '\uE007',
  Escape: '\uE00C',
}

/** The beginning of WebDriver's message if the window closed before it could respond. */
const closed = /^(unknown error: $|invalid session id|no such window)/

/** The beginning of WebDriver's message if it did nothing. */
const undone = /^(stale element reference|element click intercepted|element not interactable)/

/** One session on the page. It ends with the web process; a reloaded page needs a new one. */
export class Page {
  #session

  constructor(session) {
    this.#session = session
  }

  /** Starts a session with the driver at the given port, as soon as the window accepts it. */
  static async open(port) {
    const base = `http://127.0.0.1:${port}/session`
    const capabilities = { alwaysMatch: { unhandledPromptBehavior: 'ignore' } }
    const session = await until('the window lets the driver in', async () => {
      const { sessionId } = await send(base, 'POST', { capabilities })
      return sessionId
    })
    return new Page(`${base}/${session}`)
  }

  /** Ends the session; the window stays open. */
  async close() {
    await send(this.#session, 'DELETE').catch(() => undefined)
  }

  /** Runs a function in the page; it must be self-contained and return JSON or an element. */
  run(script, ...args) {
    return send(`${this.#session}/execute/sync`, 'POST', { script: `return (${script}).apply(null, arguments)`, args })
  }

  /** Shows another page in the window. */
  visit(url) {
    return send(`${this.#session}/url`, 'POST', { url })
  }

  /** A screenshot of an element, as a PNG in base64. */
  async picture(id) {
    const found = await this.run((id) => document.getElementById(id), id)
    return send(`${this.#session}/element/${found[element]}/screenshot`, 'GET')
  }

  /** The text that the page shows. */
  text() {
    return this.run(() => document.body.innerText)
  }

  /** Waits until the page is drawn. */
  drawn() {
    return this.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))
  }

  /** Waits until the page shows a text. */
  async reads(text) {
    let last = ''
    await until(
      `the page reads "${text}"`,
      async () => {
        last = await this.text()
        return last.includes(text)
      },
      () => last,
    )
  }

  /** Waits until the page no longer shows a text. */
  readsNoMore(text) {
    return until(`the page reads "${text}" no more`, async () => !(await this.text()).includes(text))
  }

  /** Waits for an element by its role and its name: the whole name, or a regular expression. */
  async find(role, name) {
    const pattern = name instanceof RegExp ? name.source : `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
    const found = await until(`there is a ${role} named ${name}`, () => this.run(inPage, role, pattern))
    return found[element]
  }

  /** Clicks the element with the role and name. Nothing may cover it at the pointer. */
  async click(role, name) {
    await this.#act(role, name, 'click', {})
  }

  /** Clicks the element that closes the window. The driver may lose the window before it can respond. */
  async clickToClose(role, name) {
    await this.click(role, name).catch((error) => {
      if (!closed.test(error.message)) throw error
    })
  }

  /** Replaces the text of a field. */
  async fill(name, text) {
    await this.#act('textbox', name, 'click', {})
    await this.run(() => document.activeElement.select())
    await this.press(keys.Backspace)
    if (text !== '') await this.#act('textbox', name, 'value', { text })
  }

  /** Sets the file of a file input, as the page's own dialog does. */
  async upload(name, path) {
    await this.#act('textbox', name, 'value', { text: path })
  }

  /** Does something with an element, and again if the page replaced the element before it was done. */
  async #act(role, name, what, body) {
    await until(`the ${role} named ${name} takes a ${what}`, async () => {
      try {
        await send(`${this.#session}/element/${await this.find(role, name)}/${what}`, 'POST', body)
        return true
      } catch (error) {
        if (undone.test(error.message)) return false
        throw new Fatal(error.message)
      }
    })
  }

  /** Chooses from a system list by its label. */
  async choose(label, option) {
    await until(`${label} can be ${option}`, () =>
      this.run(
        (name, wanted) => {
          const list = [...document.querySelectorAll('select')].find((e) => e.labels[0]?.textContent.trim() === name)
          const found = [...(list?.options ?? [])].find((e) => e.textContent === wanted)
          if (!found) return false
          found.selected = true
          return list.dispatchEvent(new Event('change', { bubbles: true }))
        },
        label,
        option,
      ),
    )
  }

  /** Presses keys together, such as Control and End. */
  async press(...together) {
    const down = together.map((value) => ({ type: 'keyDown', value }))
    const up = together.toReversed().map((value) => ({ type: 'keyUp', value }))
    const actions = [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }]
    await send(`${this.#session}/actions`, 'POST', { actions })
  }

  /** The focused element: its role or tag and its name. */
  focused() {
    return this.run(() => {
      const at = document.activeElement
      return {
        role: at.getAttribute('role') ?? at.localName,
        name: at.getAttribute('aria-label') ?? at.textContent,
      }
    })
  }
}

/** Runs in the page: the first visible element with the role and a matching name. */
function inPage(role, pattern) {
  const own = {
    button: 'button:not([role]), [role=button]',
    textbox: 'input:not([type=radio]), textarea, [role=textbox]',
    heading: 'h1, h2, [role=heading]',
  }
  const wanted = new RegExp(pattern)
  const nameOf = (e) =>
    (e.getAttribute('aria-label') ?? (e.labels?.length > 0 ? e.labels[0].textContent : e.textContent) ?? '').trim()
  return [...document.querySelectorAll(own[role] ?? `[role=${role}]`)].find(
    (e) => e.checkVisibility({ visibilityProperty: true }) && wanted.test(nameOf(e)),
  )
}

/** One command of WebDriver. */
async function send(url, method, body) {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

// The application in its own window, with a home folder, a log and a WebDriver of its own.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { Desktop } from './desktop.mjs'
import { until, within } from './until.mjs'
import { Page } from './webdriver.mjs'

const root = resolve(import.meta.dirname, '../../..')
/** The folder for everything that lives no longer than the tests, removed by the script that starts them. */
export const folder = process.env.QUARRY_WINDOW_PRIVATE

/** A home folder without anything in it. */
export function newHome() {
  const home = mkdtempSync(join(folder, 'home-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  mkdirSync(join(home, 'profile'), { mode: 0o700 })
  return home
}

/** The environment of a program that keeps everything it writes below a home folder. */
export function at(home) {
  const { PATH, DISPLAY } = process.env
  const below = { XDG_CONFIG_HOME: 'config', XDG_CACHE_HOME: 'cache', XDG_DATA_HOME: 'data', XDG_RUNTIME_DIR: 'run' }
  const places = Object.entries(below).map(([name, place]) => [name, join(home, place)])
  return { PATH, DISPLAY, LANG: 'C.UTF-8', HOME: home, ...Object.fromEntries(places) }
}

/** A port of this computer that nothing listens on. */
export async function freePort() {
  const server = createServer()
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

/** The running application. */
export class App {
  /** The text of both outputs. */
  log = ''
  #child
  #driver
  #port
  #ended

  /** Opens the window on a home folder and waits until its page can be read. */
  static async open({ home = newHome(), registry, secrets = 'memory', env = {} }) {
    const app = new App()
    app.home = home
    app.profile = join(home, 'profile')
    const inspector = `127.0.0.1:${await freePort()}`
    const args = ['--profile', app.profile, '--registry', registry, '--secrets', secrets]
    app.#child = spawn(join(root, 'build/bin/quarry'), args, {
      env: {
        ...at(home),
        WEBKIT_INSPECTOR_SERVER: inspector,
        LD_PRELOAD: join(folder, 'automation.so'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [app.#child.stdout, app.#child.stderr]) {
      stream.on('data', (data) => {
        app.log += data
      })
    }
    app.#ended = new Promise((done) => app.#child.on('exit', (code, signal) => done(code ?? signal)))
    try {
      app.desktop = await Desktop.find()
      app.#port = await freePort()
      app.#driver = spawn('WebKitWebDriver', [`--port=${app.#port}`, `--target=${inspector}`], {
        env: at(home),
        stdio: 'ignore',
      })
      await app.enter()
    } catch (error) {
      await app.kill()
      throw new Error(`${error.message}\n${app.log}`)
    }
    return app
  }

  /** Begins to read the page that the window shows, after its start or when it was loaded again. */
  async enter() {
    await this.page?.close()
    this.page = await Page.open(this.#port)
    await this.page.find('heading', 'Connections')
    await this.page.drawn()
  }

  /** The processes that the application has started, by id and name. */
  children() {
    return processes().filter((p) => p.parent === this.#child.pid)
  }

  /** Bytes of memory of the application and of the processes that draw its page, what they share counted once. */
  memory() {
    const sized = (pid) => {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return Number(/^Pss: +(\d+) kB$/m.exec(rollup)[1]) * 1024
    }
    const page = this.children().reduce((sum, { pid }) => sum + sized(pid), 0)
    return { own: sized(this.#child.pid), page }
  }

  /** The process that draws the page. */
  webProcess() {
    return until('there is a web process', () => this.children().find((p) => p.name.startsWith('WebKitWebProces')))
  }

  /** What the process list shows of the application to everyone on this computer. */
  commandLine() {
    return readFileSync(`/proc/${this.#child.pid}/cmdline`, 'utf8').split('\0').join(' ')
  }

  /** Closes the window as the user does, and waits for the end. */
  async quit() {
    const ended = this.ended()
    this.desktop.closeWindow()
    return ended
  }

  /** Asks the process to end, as the system does when its user's session ends. */
  terminate() {
    this.#child.kill('SIGTERM')
  }

  /** Waits for the end of the application: its exit code, and which of its processes are left. */
  async ended() {
    const children = this.children()
    const code = await within(30_000, 'the application', this.#ended)
    const alive = () => processes().filter((p) => children.some((c) => c.pid === p.pid && c.name === p.name))
    await until('the processes of the window are gone', () => alive().length === 0).catch(() => undefined)
    await this.kill()
    return { code, left: alive().map((p) => p.name) }
  }

  /** Keeps a picture of the window where there still is one. */
  pictureOfFailure(name) {
    try {
      this.desktop.picture(name)
    } catch {
      // the window is gone
    }
  }

  /** Ends what still runs. */
  async kill() {
    await this.page?.close()
    this.#driver?.kill('SIGKILL')
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}

/** Every process that is no zombie. */
function processes() {
  const found = []
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state !== 'Z') found.push({ pid: Number(pid), parent: Number(parent), name })
    } catch {
      // it has ended meanwhile
    }
  }
  return found
}

// The application in its own window, with its own home folder, log and WebDriver.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { Desktop } from './desktop.mjs'
import { until, within } from './until.mjs'
import { Page } from './webdriver.mjs'

const root = resolve(import.meta.dirname, '../../..')
/** The folder for everything temporary, removed by the script that starts the tests. */
export const folder = process.env.QUARRY_WINDOW_PRIVATE

/** An empty home folder. */
export function newHome() {
  const home = mkdtempSync(join(folder, 'home-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  mkdirSync(join(home, 'profile'), { mode: 0o700 })
  return home
}

/** The environment of a program that writes only below a home folder. */
export function at(home) {
  const { PATH, DISPLAY } = process.env
  const below = { XDG_CONFIG_HOME: 'config', XDG_CACHE_HOME: 'cache', XDG_DATA_HOME: 'data', XDG_RUNTIME_DIR: 'run' }
  const places = Object.entries(below).map(([name, place]) => [name, join(home, place)])
  return { PATH, DISPLAY, LANG: 'C.UTF-8', HOME: home, ...Object.fromEntries(places) }
}

/** A free port of this computer, which the system gives to no program that takes any. */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const server = createServer()
    const free = await new Promise((done) => {
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => done(true))
    })
    if (!free) continue
    await new Promise((done) => server.close(done))
    return port
  }
}

/** The running application. */
export class App {
  /** The text of both outputs. */
  log = ''
  #child
  #driver
  #port
  #ended

  /** Opens the window with a home folder and waits until its page is readable. */
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

  /** Attaches to the window's page, after the start or a reload. */
  async enter() {
    await this.page?.close()
    this.page = await Page.open(this.#port)
    await this.page.find('heading', 'Connections')
    await this.page.drawn()
  }

  /** The application's child processes, by id and name. */
  children() {
    return processes().filter((p) => p.parent === this.#child.pid)
  }

  /** Memory in bytes of the application and the processes that draw its page, with shared memory counted once. */
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

  /** What everyone on this computer can see of the application in the process list. */
  commandLine() {
    return readFileSync(`/proc/${this.#child.pid}/cmdline`, 'utf8').split('\0').join(' ')
  }

  /** Closes the window as a user does, and waits for the application to end. */
  quit() {
    const ended = this.ended()
    this.desktop.closeWindow()
    return ended
  }

  /** Asks the process to end, as the system does when its user's session ends. */
  terminate() {
    this.#child.kill('SIGTERM')
  }

  /** Waits for the application to end: its exit code, and which of its processes are left. */
  ended() {
    const ended = this.#end()
    ended.catch(() => undefined) // a test that fails before it waits for this fails with its own error
    return ended
  }

  async #end() {
    const children = this.children()
    const code = await within(30_000, 'the application', this.#ended).catch(async (error) => {
      this.#child.kill('SIGQUIT') // its goroutines go to the log
      await within(5_000, 'the application', this.#ended).catch(() => undefined)
      throw new Error(`${error.message}\n${this.log}`)
    })
    const alive = () => processes().filter((p) => children.some((c) => c.pid === p.pid && c.name === p.name))
    await until('the processes of the window are gone', () => alive().length === 0).catch(() => undefined)
    await this.kill()
    return { code, left: alive().map((p) => p.name) }
  }

  /** Saves a screenshot of the window, if it still exists. */
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

/** Every process that is not a zombie. */
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

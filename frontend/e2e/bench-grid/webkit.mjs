// A page in WebKitGTK, scrolled by the display's wheel.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Milliseconds from one notch of the wheel to the next. */
const pause = 16
/** The wheel's button numbers on an X display. */
const buttons = { up: '4', down: '5', left: '6', right: '7' }

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Builds the window program in a folder, and returns its file. */
export function buildView(folder) {
  const file = join(folder, 'view')
  const flags = execFileSync('pkg-config', ['--cflags', '--libs', 'webkit2gtk-4.1'], { encoding: 'utf8' })
  const source = resolve(import.meta.dirname, 'view.c')
  execFileSync('gcc', [
    '-Wall',
    '-Wno-unused-parameter',
    '-O1',
    '-o',
    file,
    source,
    ...flags.split(/\s+/).filter(Boolean),
  ])
  return file
}

/** Opens the page on a display. */
export async function openWebKit(view, url, display) {
  const home = mkdtempSync(join(tmpdir(), 'quarry-view-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  const env = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    DISPLAY: display.name,
    HOME: home,
    XDG_RUNTIME_DIR: join(home, 'run'),
  }
  const child = spawn(view, [url], {
    env: { ...env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise((done) => child.on('exit', done))
  const waiting = []
  createInterface(child.stdout).on('line', (line) => waiting.shift()?.(line))
  ended.then(() => {
    for (const answer of waiting.splice(0)) answer('error the window has ended')
  })
  const run = async (body) => {
    const answer = new Promise((got) => waiting.push(got))
    child.stdin.write(`${body}\n`)
    const line = await answer
    if (line.startsWith('error ')) throw new Error(`run ${body}: ${line}`)
    return JSON.parse(line)
  }
  const close = async () => {
    child.stdin.end()
    await ended
    rmSync(home, { recursive: true, force: true })
  }
  await run('return true')
  const pid = webProcessOf(child.pid)
  return { run, wheel: (legs) => wheel(env, legs), cpu: async () => processorTime(pid), close }
}

async function wheel(env, legs) {
  const clicks = legs.flatMap(({ right = 0, down = 0 }) => {
    const button = right > 0 ? buttons.right : right < 0 ? buttons.left : down > 0 ? buttons.down : buttons.up
    return ['click', '--repeat', String(Math.abs(right + down)), '--delay', String(pause), button]
  })
  await execute('xdotool', ['mousemove', '640', '400', ...clicks], { env })
}

function webProcessOf(parent) {
  const pid = readdirSync('/proc').find((name) => {
    try {
      const { command, fields } = readStat(name)
      return command.startsWith('WebKitWebProces') && Number(fields[1]) === parent
    } catch {
      return false // not a process, or one that has just ended
    }
  })
  if (!pid) throw new Error('the window has no web process')
  return pid
}

/** The processor time that a process has used, in seconds (proc(5): utime and stime). */
function processorTime(pid) {
  const { fields } = readStat(pid)
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The name of a process and its stat fields from the third on (proc(5): state, ppid, ...). */
function readStat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const end = text.lastIndexOf(')')
  return { command: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') }
}

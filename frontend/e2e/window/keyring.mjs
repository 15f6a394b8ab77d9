// A session bus with its own, unlocked credential store.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { at } from './app.mjs'
import { until } from './until.mjs'

/** Starts them for a home folder; `env` lets a program reach them. */
export async function openKeyring(home) {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
    env: at(home),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const env = { DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) }
  // Without a display it cannot ask for a password and wait.
  const { DISPLAY: _, ...alone } = at(home)
  const store = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: { ...alone, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  store.stdin.end('of this test only\n')
  const ask = [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
  ]
  await until('the credential store answers', () =>
    execFileSync('dbus-send', [...ask, 'string:org.freedesktop.secrets'], { env, encoding: 'utf8' }).includes('true'),
  )
  const close = async () => {
    for (const child of [store, bus]) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
  }
  return { env, close }
}

/** A program's first output, when it is ready. */
function firstLine(child) {
  return new Promise((found, failed) => {
    let seen = ''
    child.stdout.on('data', (data) => {
      seen += data
      if (seen.includes('\n')) found(seen.split('\n')[0])
    })
    child.on('error', failed)
    child.on('exit', (code) => failed(new Error(`${child.spawnfile} ended with ${code}`)))
  })
}

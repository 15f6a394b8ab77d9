// Starts the serve host on a fresh profile and a browser on it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

const root = resolve(import.meta.dirname, '../..')

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts Debian's Chromium without any traffic of its own. */
export function openBrowser() {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: quiet })
}

/** Starts a program and waits for the line that begins as given. */
export function start(command, args, wanted) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let seen = ''
  const line = new Promise((found, failed) => {
    child.stdout.on('data', (data) => {
      seen += data
      const hit = seen.split('\n').find((l) => l.startsWith(wanted))
      if (hit) found(hit.slice(wanted.length).trim())
    })
    child.stderr.on('data', (data) => {
      seen += data
    })
    child.on('exit', (code) => failed(new Error(`${command} ended with ${code}: ${seen}`)))
  })
  return { child, line }
}

/** The application for a browser, on a profile of its own. */
export async function openApp(registry = 'build/out/registry/index.json') {
  const profile = mkdtempSync(join(tmpdir(), 'quarry-e2e-'))
  const args = ['--profile', profile, '--registry', registry, '--secrets', 'memory']
  const { child, line } = start('build/bin/quarry-serve', args, 'open ')
  const url = await line
  const close = async () => {
    const ended = new Promise((done) => child.on('exit', done))
    child.kill('SIGTERM')
    await ended
    rmSync(profile, { recursive: true, force: true })
  }
  return { url, profile, close }
}

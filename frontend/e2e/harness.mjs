// What every browser test needs: the browser with its flags, the application for a browser on a profile of its own, and
// the demo page of the grid.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { chromium } from '@playwright/test'

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

/** The same browser, built to draw without a window, which takes a quarter less time; not every Debian has it. */
const windowless = '/usr/bin/chromium-headless-shell'

/** A folder of its own, and the way to remove it. */
export function temporary(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Starts Debian's Chromium, or the one that CHROMIUM names, without any traffic of its own: with a window on the display
 * that is named, or without any. The device scale is that of the screen, which a page's own setting does not quite
 * imitate: it magnifies the page after its layout.
 */
export async function openBrowser({ display = '', deviceScale = 1, size = [1280, 800] } = {}) {
  const { folder, remove } = temporary('quarry-chromium-')
  const browser = await chromium.launch({
    headless: display === '',
    executablePath:
      process.env.CHROMIUM ?? (display === '' && existsSync(windowless) ? windowless : '/usr/bin/chromium'),
    args: [
      ...quiet,
      `--crash-dumps-dir=${folder}`,
      `--force-device-scale-factor=${deviceScale}`,
      `--window-size=${size.map((px) => px * deviceScale).join()}`,
    ],
    env: {
      ...process.env,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_CACHE_HOME: folder,
      ...(display && { DISPLAY: display }),
    },
  })
  browser.on('disconnected', remove)
  return browser
}

/** Starts a program and waits for the line that begins as given. What it writes can be read as output(). */
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
  return { child, line, output: () => seen }
}

/**
 * The application for a browser, on a profile of its own, which is empty or begins as a copy of another one. Its methods
 * can also be called without the page. Without a registry it is started as a user starts it.
 */
export async function openApp({ registry = 'build/out/registry/index.json', like = '' } = {}) {
  const { folder: profile, remove } = temporary('quarry-e2e-')
  // What another application writes at the moment is left out.
  const whole = (path) => !basename(path).startsWith('.new-')
  if (like !== '') cpSync(like, profile, { recursive: true, filter: whole })
  const args = ['--profile', profile, '--secrets', 'memory', ...(registry === '' ? [] : ['--registry', registry])]
  const { child, line, output } = start('build/bin/quarry-serve', args, 'open ')
  const url = await line
  const { origin, searchParams } = new URL(url)
  const call = async (method, argument = {}) => {
    const response = await fetch(`${origin}/call/${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Quarry-Token': searchParams.get('token') },
      body: JSON.stringify([argument]),
    })
    const answer = JSON.parse(await response.text())
    if (!response.ok) throw Object.assign(new Error(answer.message), { failure: answer })
    return answer
  }
  const close = async () => {
    const ended = new Promise((done) => child.on('exit', done))
    child.kill('SIGTERM')
    await ended
    remove()
  }
  return { url, profile, pid: child.pid, call, output, close }
}

/** A profile in which drivers are installed, to begin others with. */
export async function installedProfile(...drivers) {
  const { folder, remove } = temporary('quarry-installed-')
  const app = await openApp()
  for (const driver of drivers) await app.call('Plugins.Install', { call: '', driver })
  cpSync(app.profile, folder, { recursive: true })
  await app.close()
  return { folder, remove }
}

/** Serves the sources of the frontend, for the demo page of the grid. */
export async function openDemo() {
  const { createServer } = await import('vite')
  const server = await createServer({
    root: join(root, 'frontend'),
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    logLevel: 'error',
  })
  await server.listen()
  return { url: `http://127.0.0.1:${server.httpServer.address().port}`, close: () => server.close() }
}

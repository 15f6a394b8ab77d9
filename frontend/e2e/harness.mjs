// What every browser test needs: the browser with its flags, the application on its own profile, and the demo page of
// the grid.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { recording } from './recording.mjs'

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

/** The headless build of the same browser, which takes a quarter less time; not every Debian has it. */
const windowless = '/usr/bin/chromium-headless-shell'

/** A temporary folder, and the function that removes it. */
export function temporary(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Starts Debian's Chromium, or the one that CHROMIUM names, without any background traffic: with a window on the given
 * display, or headless. The device scale is that of the screen, which a page setting does not quite imitate: that
 * magnifies the page after layout.
 */
export async function openBrowser(screen) {
  const { folder, remove } = temporary('quarry-chromium-')
  const browser = await chromium.launch(optionsOf(folder, screen))
  browser.on('disconnected', remove)
  return browser
}

/** The same with one context, whose files are in a folder: those of other contexts are only in memory. */
export async function openLasting(use = {}) {
  const { folder, remove } = temporary('quarry-chromium-')
  mkdirSync(join(folder, 'tmp'))
  const { env, ...options } = optionsOf(folder)
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...options,
    ...use,
    env: { ...env, TMPDIR: join(folder, 'tmp') },
  })
  const close = async () => {
    await context.close()
    remove()
  }
  return { context, folder, close }
}

function optionsOf(folder, { display = '', deviceScale = 1, size = [1280, 800] } = {}) {
  return {
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
  }
}

/** Starts a program and waits for a line with the given beginning. output() returns what it has written. */
export function start(command, args, wanted, env = {}) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
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
 * The application for a browser, on its own profile, which is empty or a copy of another one, with a folder of its own for
 * temporary files. Its methods can also be
 * called without the page. Without a registry it is started as a user would start it. Its connections can be recorded in a
 * file.
 */
export async function openApp({
  registry = 'build/out/registry/index.json',
  like = '',
  record = '',
  policy = '',
} = {}) {
  const { folder: profile, remove } = temporary('quarry-e2e-')
  const { folder: temp, remove: removeTemp } = temporary('quarry-tmp-')
  // Files that another application is writing are skipped.
  const whole = (path) => !basename(path).startsWith('.new-')
  if (like !== '') cpSync(like, profile, { recursive: true, filter: whole })
  const [command, ...args] = [
    ...(record === '' ? [] : recording(record)),
    ...[
      'build/bin/quarry-serve',
      '--profile',
      profile,
      '--secrets',
      'memory',
      ...(registry === '' ? [] : ['--registry', registry]),
      ...(policy === '' ? [] : ['--policy', policy]),
    ],
  ]
  const { child, line, output } = start(command, args, 'open ', { TMPDIR: temp })
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
  const ended = new Promise((done) => child.on('exit', done))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    remove()
    removeTemp()
  }
  return { url, profile, temp, pid: child.pid, call, output, close }
}

/** A profile with installed drivers, to copy others from. */
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

// Runs the grid's tests in Debian's chromium against the demo page: node e2e/grid.run.mjs [folder for pictures]
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { takePictures, tests } from './grid.spec.mjs'

const args = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const root = fileURLToPath(new URL('..', import.meta.url))
const server = await createServer({
  root,
  server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  logLevel: 'error',
})
await server.listen()
const url = `http://127.0.0.1:${server.httpServer.address().port}`
const profile = mkdtempSync(join(tmpdir(), 'grid-e2e-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [...args, `--crash-dumps-dir=${profile}`],
  env: { ...process.env, HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile },
})
let failed = 0
try {
  for (const test of tests) {
    try {
      await test.run({ browser, assert, url })
      console.log(`ok      ${test.name}`)
    } catch (error) {
      failed++
      console.log(`FAILED  ${test.name}\n${error.stack}`)
    }
  }
  if (process.argv[2]) await takePictures({ browser, url }, process.argv[2])
} finally {
  await browser.close()
  await server.close()
  rmSync(profile, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)

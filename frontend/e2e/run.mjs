// Runs the browser tests on the real backend: each test has a profile and a page of its own. The last line counts them.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { tests } from './app.spec.mjs'
import { openApp, openBrowser } from './harness.mjs'

const pictures = resolve(import.meta.dirname, '../../build/out/test/pictures')
mkdirSync(pictures, { recursive: true })
const browser = await openBrowser()
let passed = 0
let failed = 0
for (const test of tests) {
  const app = await openApp()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(20_000)
  const shot = (name) => page.screenshot({ path: `${pictures}/${name}.png` })
  try {
    await page.goto(app.url)
    await test.run({ page, assert, shot })
    passed += 1
    console.log(`ok   ${test.name}`)
  } catch (error) {
    failed += 1
    await shot(`failed-${failed}`)
    console.log(`FAIL ${test.name}\n${error.stack ?? error}`)
  }
  await page.close()
  await app.close()
}
await browser.close()
console.log(`e2e: ${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

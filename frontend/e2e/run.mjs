// Runs the browser tests, one line each; the last line counts them.
//   node frontend/e2e/run.mjs [--round 2|3] [--pictures] [--at-once N] [part of a name]
// Two suites run at once, each in a browser of its own; what belongs to one suite is not seen by another.
// The tests against real engines need the variables of build/test.sh and are skipped without them, or fail where
// QUARRY_REQUIRE_ENGINES=1 says that there must be engines. The second round has the tests of the engine with TLS, the
// third those of 9.4.
// A failure leaves a picture of every page in build/out/test/screens.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from './harness.mjs'
import { suites } from './suites.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    round: { type: 'string', default: '1' },
    pictures: { type: 'boolean' },
    'at-once': { type: 'string', default: '2' },
  },
})
const wanted = positionals.join(' ').toLowerCase()
const round = Number(flags.round)
const folder = (name) => {
  const path = resolve(import.meta.dirname, '../../build/out/test', name)
  mkdirSync(path, { recursive: true })
  return path
}
const screens = folder('screens')
const pictures = folder('pictures')

/** How long one test may take, in milliseconds; only one that hangs takes so long. */
const limit = 90_000

const counts = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const waiting = suites.filter((s) => s.round === round).sort((a, b) => b.tests.length - a.tests.length)
const ways = Array.from({ length: Number(flags['at-once']) }, runWaiting)
for (const way of await Promise.allSettled(ways)) {
  if (way.status === 'rejected') throw way.reason
}
// Once more at the end, where they are found.
for (const failure of failures) console.log(failure)
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
console.log(`e2e: ${counts.passed} passed, ${counts.failed} failed${skipped}`)
process.exit(counts.failed > 0 ? 1 : 0)

/** Runs suites as long as there are any that no one runs. */
async function runWaiting() {
  const browser = await openBrowser()
  try {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) await runSuite(browser, suite)
  } finally {
    await browser.close()
  }
}

async function runSuite(browser, suite) {
  const chosen = suite.tests.filter((test) => test.name.toLowerCase().includes(wanted))
  if (chosen.length === 0) return
  const lacking = suite.lacking()
  const stage = lacking === '' ? await suite.open({ browser, pictures }) : null
  try {
    for (const test of chosen) {
      const began = Date.now()
      const [outcome, why] = stage ? await attempt(browser, stage, test) : without(lacking)
      counts[outcome] += 1
      const sign = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }[outcome]
      const line = `${sign} ${test.name} (${((Date.now() - began) / 1000).toFixed(1)} s)${why}`
      console.log(line)
      if (outcome === 'failed') failures.push(line)
    }
    if (flags.pictures) await stage?.pictures?.()
  } finally {
    await stage?.close()
  }
}

function without(lacking) {
  const must = process.env.QUARRY_REQUIRE_ENGINES === '1'
  return [must ? 'failed' : 'skipped', `\n     no real engine: ${lacking} is missing`]
}

/** Runs one test; a failure gives its reason with what the application wrote. */
async function attempt(browser, stage, test) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const ends = []
  const shot = (page, name) => page.screenshot({ path: `${pictures}/${name}.png` })
  let timer
  const late = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new Error(`the test did not end within ${limit} ms`)), limit)
  })
  try {
    await Promise.race([stage.run(test, { assert, browser, context, ends, shot }), late])
    return ['passed', '']
  } catch (error) {
    await photograph(browser, test.name)
    return ['failed', `\n${error.stack ?? error}`]
  } finally {
    clearTimeout(timer)
    await context.close()
    for (const end of ends.reverse()) await end()
  }
}

async function photograph(browser, name) {
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [i, page] of pages.entries()) {
    const file = `${name.replaceAll(/[^\w]+/g, '-').slice(0, 80)}${i > 0 ? `-${i}` : ''}`
    await page.screenshot({ path: `${screens}/${file}.png`, timeout: 5000 }).catch(() => undefined)
  }
}

// Runs the window tests one after the other, each with its own home folder and window. window.sh starts it.
import assert from 'node:assert/strict'
import { App } from './app.mjs'
import { tests as copy } from './copy.spec.mjs'
import { tests as crash } from './crash.spec.mjs'
import { tests as deep } from './deep.spec.mjs'
import { tests as dialogs } from './dialogs.spec.mjs'
import { engine } from './engine.mjs'
import { tests as keyring } from './keyring.spec.mjs'
import { tests as menu } from './menu.spec.mjs'
import { tests as quit } from './quit.spec.mjs'
import { tests as scale } from './scale.spec.mjs'
import { tests as start } from './start.spec.mjs'
import { tests as typing } from './typing.spec.mjs'
import { within } from './until.mjs'
import { tests as walk } from './walk.spec.mjs'

const word = process.argv[2] ?? ''
const all = [
  ...start,
  ...walk,
  ...copy,
  ...typing,
  ...crash,
  ...menu,
  ...dialogs,
  ...quit,
  ...scale,
  ...deep,
  ...keyring,
]
const tests = all.filter((test) => test.name.includes(word))
const cluster = engine()
const required = process.env.QUARRY_REQUIRE_ENGINES === '1'
const counts = { passed: 0, failed: 0, skipped: 0 }

/** How long one test may take, and how long closing one thing that it opened, in milliseconds. */
const limits = { test: 240_000, end: 60_000 }

/** What must be closed or removed, newest first. */
const open = []
let stopped = false

/** Closes everything but the first entries; a failure does not keep the others from closing. */
async function tidy(kept = 0) {
  while (open.length > kept) {
    const end = open.shift()
    await within(limits.end, 'what the test opened', Promise.resolve().then(end)).catch((error) => {
      counts.failed += 1
      console.log(`FAIL ${error.message}`)
    })
  }
}

async function attempt(test) {
  if (test.needsEngine && !cluster && !required) {
    counts.skipped += 1
    console.log(`skip ${test.name}\n     no real engine: QUARRY_ES8_URL is not set`)
    return
  }
  const began = Date.now()
  const apps = []
  let over = false
  const openApp = async (options) => {
    if (stopped || over) throw new Error('the test was stopped')
    const app = await App.open(options)
    apps.push(app)
    open.unshift(() => app.kill())
    return app
  }
  const kept = open.length
  try {
    const stage = { assert, open: openApp, engine: cluster, after: (work) => open.unshift(work) }
    await within(limits.test, 'the test', test.run(stage))
    counts.passed += 1
    console.log(`ok   ${test.name} (${Math.round((Date.now() - began) / 1000)} s)`)
    for (const { log } of test.hangs ? [] : apps) {
      if (log.includes('did not end in time')) console.log(log)
    }
  } catch (error) {
    counts.failed += 1
    console.log(`FAIL ${test.name}\n${error.stack ?? error}\n${apps.map((app) => app.log).join('')}`)
    apps.at(-1)?.pictureOfFailure(`failed-${counts.failed}`)
  }
  over = true
  await tidy(kept)
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (!stopped) tidy().finally(() => process.exit(130))
    stopped = true
  })
}
try {
  if (cluster && tests.some((test) => test.needsEngine)) {
    open.unshift(() => cluster.close())
    await cluster.seed()
  }
  for (const test of tests) {
    if (!stopped) await attempt(test)
  }
} finally {
  await tidy()
}
console.log(`window: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)

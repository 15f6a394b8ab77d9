// Runs the tests of the window one after the other, each with a home folder and a window of its own. window.sh starts it.
import assert from 'node:assert/strict'
import { App } from './app.mjs'
import { tests as crash } from './crash.spec.mjs'
import { engine } from './engine.mjs'
import { tests as keyring } from './keyring.spec.mjs'
import { tests as start } from './start.spec.mjs'
import { tests as walk } from './walk.spec.mjs'

const word = process.argv[2] ?? ''
const tests = [...start, ...walk, ...crash, ...keyring].filter((test) => test.name.includes(word))
const cluster = engine()
const required = process.env.QUARRY_REQUIRE_ENGINES === '1'
const counts = { passed: 0, failed: 0, skipped: 0 }

async function attempt(test) {
  if (test.needsEngine && !cluster && !required) {
    counts.skipped += 1
    console.log(`skip ${test.name}\n     no real engine: QUARRY_ES8_URL is not set`)
    return
  }
  const apps = []
  const began = Date.now()
  const last = []
  const open = async (options) => {
    const app = await App.open(options)
    apps.push(app)
    return app
  }
  try {
    await test.run({ assert, open, engine: cluster, after: (work) => last.unshift(work) })
    counts.passed += 1
    console.log(`ok   ${test.name} (${Math.round((Date.now() - began) / 1000)} s)`)
  } catch (error) {
    counts.failed += 1
    apps.at(-1)?.desktop?.picture(`failed-${counts.failed}`)
    console.log(`FAIL ${test.name}\n${error.stack ?? error}\n${apps.map((app) => app.log).join('')}`)
  }
  for (const app of apps) await app.kill()
  for (const work of last) await work()
}

try {
  if (cluster && tests.some((test) => test.needsEngine)) await cluster.seed()
  for (const test of tests) await attempt(test)
} finally {
  await cluster?.close()
}
console.log(`window: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)

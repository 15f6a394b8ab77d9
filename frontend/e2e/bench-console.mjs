// Measures the console's editor with a long text and with one that just fills the window, in Chromium and in WebKitGTK:
// node frontend/e2e/bench-console.mjs <rounds>. Prints one JSON line for each text and engine: {"engine", "lines",
// "keystroke", "parse", "complete"}, where the last three are in milliseconds, one per round.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { lezer } from '@lezer/generator/rollup'
import { build, preview } from 'vite'
import { openChromium } from './bench-grid/chromium.mjs'
import { openDisplay } from './bench-grid/display.mjs'
import { buildView, openWebKit } from './bench-grid/webkit.mjs'

const rounds = Number(process.argv[2])
const warmUp = 5
const frontend = resolve(import.meta.dirname, '..')
const out = resolve(frontend, '../build/out/bench/console')
const texts = [10_000, 100]
/** What is measured, and the page's function that measures it. */
const measured = { keystroke: 'keystrokes', parse: 'parses', complete: 'completes' }

const sites = {
  configFile: false,
  root: resolve(frontend, 'bench'),
  logLevel: 'error',
  plugins: [lezer()],
  build: { outDir: out, emptyOutDir: true, rollupOptions: { input: resolve(frontend, 'bench/console.html') } },
}

/** Shows a text on a separate screen. */
async function show(open, lines) {
  const display = await openDisplay()
  let view
  const end = async () => {
    await view?.close()
    await display.close()
  }
  try {
    view = await open(`${site.resolvedUrls.local[0]}console.html?lines=${lines}`, display)
    return { run: view.run, end, report: { lines: await view.run('return window.bench.ready()'), ...empty() } }
  } catch (error) {
    await end()
    throw error
  }
}

const empty = () => Object.fromEntries(Object.keys(measured).map((what) => [what, []]))

/** Measures both texts in one engine, alternating, so that other load on the machine affects both equally. */
async function compare(shown) {
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const { run, report } of round % 2 === 0 ? shown : shown.toReversed()) {
      for (const [what, name] of Object.entries(measured)) {
        const [millis] = await run(`return window.bench.${name}(1)`)
        if (round >= warmUp) report[what].push(millis)
      }
    }
  }
}

mkdirSync(out, { recursive: true })
await build(sites)
const view = buildView(resolve(out, '..'))
const site = await preview({ ...sites, preview: { host: '127.0.0.1', port: 0 } })
const engines = {
  Chromium: openChromium,
  WebKitGTK: (address, display) => openWebKit(view, address, display),
}
for (const [engine, open] of Object.entries(engines)) {
  const shown = []
  try {
    for (const lines of texts) shown.push(await show(open, lines))
    await compare(shown)
  } finally {
    for (const one of shown) await one.end()
  }
  for (const { report } of shown) console.log(JSON.stringify({ engine, ...report }))
}
await site.close()

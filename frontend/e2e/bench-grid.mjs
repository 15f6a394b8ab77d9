// Measures what scrolling costs in our grid and in one by TanStack Virtual with the same cells, in Chromium and in
// WebKitGTK: node frontend/e2e/bench-grid.mjs <rounds>. It builds a page with both, shows each on a separate screen and
// turns the wheel over them alternately. Prints one JSON line for each scene and engine: {"scene", "engine", "notches",
// "ours": {"millis", "frames", "pictures", "blank"}, "virtual": {...}}. For each round, millis is the processor time of
// the process that draws the page, and frames are those in which rows moved; both contenders scroll the same way by
// equally many notches. pictures are screenshots from an unmeasured round, blank are those in which part of the grid
// had no text.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { build, preview } from 'vite'
import { openChromium } from './bench-grid/chromium.mjs'
import { findSpot, hasBlank, openDisplay } from './bench-grid/display.mjs'
import { buildView, openWebKit } from './bench-grid/webkit.mjs'
import { until } from './window/until.mjs'

const rounds = Number(process.argv[2])
const frontend = resolve(import.meta.dirname, '..')
const out = resolve(frontend, '../build/out/bench/grid')
const contenders = ['ours', 'virtual']

/** The legs are notches of the wheel; every second round goes back. */
const scenes = [
  { name: '1,000,000 x 30', rows: 1_000_000, columns: 30, legs: [{ down: 100 }] },
  { name: '1,000 x 500', rows: 1000, columns: 500, legs: [{ right: 50 }, { down: 50 }] },
]

/** The part of the grid with values, without the head, the row numbers and the scroll bars. */
const inside = { left: 100, top: 30, right: 20, bottom: 20 }

const sites = {
  configFile: false,
  root: resolve(frontend, 'bench'),
  logLevel: 'error',
  build: { outDir: out, emptyOutDir: true },
}

const back = ({ right = 0, down = 0 }) => ({ right: -right, down: -down })

/** Turns the wheel and returns how far the rows moved, in px, in how many frames, and what that cost, in ms. */
async function scroll(shown, legs) {
  const from = shown.at
  await shown.run('return window.bench.begin()')
  const before = await shown.cpu()
  await shown.wheel(legs)
  const { frames, left, top } = await shown.run('return window.bench.end()')
  const millis = ((await shown.cpu()) - before) * 1000
  shown.at = { left, top }
  return { frames, millis, moved: [Math.abs(left - from.left), Math.abs(top - from.top)] }
}

/** Turns the wheel and counts the screenshots that differ from the previous one, and those with a blank area. */
async function look(shown, legs) {
  const { left, top, width, height } = shown.spot
  const part = {
    left: left + inside.left,
    top: top + inside.top,
    width: width - inside.left - inside.right,
    height: height - inside.top - inside.bottom,
  }
  let going = true
  const counts = { pictures: 0, blank: 0 }
  const watch = async () => {
    for (let last; going; ) {
      const picture = shown.display.picture()
      if (!last?.pixels.equals(picture.pixels)) {
        counts.pictures += 1
        if (hasBlank(picture, part)) counts.blank += 1
      }
      last = picture
      await new Promise((done) => setTimeout(done, 4))
    }
  }
  const watching = watch()
  await scroll(shown, legs)
  going = false
  await watching
  return counts
}

/** Shows a contender on a separate screen and finds its page's position. */
async function show(open, url, grid, { rows, columns }) {
  const display = await openDisplay()
  let view
  const end = async () => {
    await view?.close()
    await display.close()
  }
  try {
    view = await open(`${url}?grid=${grid}&rows=${rows}&columns=${columns}`, display)
    await view.run('return window.bench.ready()')
    return { ...view, grid, display, end, at: { left: 0, top: 0 }, spot: await find(view, display) }
  } catch (error) {
    await end()
    throw error
  }
}

/** The position of the page on its screen. */
async function find(view, display) {
  await view.run('return window.bench.spot(true)')
  const spot = await until('the page is on the screen', () => {
    const seen = findSpot(display.picture())
    return seen?.width > 1260 && seen.height > 780 && seen
  })
  await view.run('return window.bench.spot(false)')
  await until('the page is uncovered', () => !findSpot(display.picture()))
  return spot
}

/** Measures both contenders in one engine on one scene. */
async function measure(open, url, scene) {
  const shown = []
  try {
    for (const grid of contenders) shown.push(await show(open, url, grid, scene))
    return await compare(shown, scene.legs)
  } finally {
    for (const one of shown) await one.end()
  }
}

/**
 * Turns the wheel over the contenders alternately. The first round is a warm-up; in the last, screenshots are taken and
 * nothing is measured.
 */
async function compare(shown, legs) {
  const report = Object.fromEntries(contenders.map((grid) => [grid, { millis: [], frames: [] }]))
  const wayOf = (round) => (round % 2 === 0 ? legs : legs.map(back))
  for (let round = 0; round <= rounds; round += 1) {
    const moves = []
    for (const one of round % 2 === 0 ? shown : shown.toReversed()) {
      const { frames, millis, moved } = await scroll(one, wayOf(round))
      moves.push(moved)
      if (round === 0) continue
      report[one.grid].millis.push(millis)
      report[one.grid].frames.push(frames)
    }
    if (!alike(...moves)) throw new Error(`the contenders went different ways: ${moves.join(' and ')} px`)
  }
  for (const one of shown) Object.assign(report[one.grid], await look(one, wayOf(rounds + 1)))
  return { notches: legs.reduce((sum, { right = 0, down = 0 }) => sum + right + down, 0), ...report }
}

/** Whether two moves are equally far, up to the webview's rounding. */
function alike(one, other) {
  return one[1] > 0 && one.every((px, axis) => Math.abs(px - other[axis]) <= px / 100)
}

mkdirSync(out, { recursive: true })
await build(sites)
const view = buildView(resolve(out, '..'))
const site = await preview({ ...sites, preview: { host: '127.0.0.1', port: 0 } })
const url = site.resolvedUrls.local[0]
const engines = {
  Chromium: openChromium,
  WebKitGTK: (address, display) => openWebKit(view, address, display),
}
for (const scene of scenes) {
  for (const [engine, open] of Object.entries(engines)) {
    const report = await measure(open, url, scene)
    console.log(JSON.stringify({ scene: scene.name, engine, ...report }))
  }
}
await site.close()

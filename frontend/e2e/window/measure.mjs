// Walks through an index of more than a million documents in the real window and prints its measurements, one JSON line
// each, {"what", "millis"} or {"what", "bytes"}: window.sh --program measure.mjs <engine's URL> <index> <index of 500
// columns>. What it sees is compared with the documents; a difference is an error.
import assert from 'node:assert/strict'
import { argv } from 'node:process'
import { idOf, levelOf, serialOf, tagsOf } from '../deep-index.mjs'
import { App } from './app.mjs'
import { drag, goToPage, searches, showColumn, sortBy, timed } from './deep.mjs'
import { engine, engineAt } from './engine.mjs'
import { openRegistry } from './servers.mjs'
import { chooseDatabase, fillForm, rowsFrom } from './steps.mjs'
import { until } from './until.mjs'
import { keys } from './webdriver.mjs'

const [url, index, wide] = argv.slice(2)
const size = 1000
const scrolled = 300 // pages
const cluster = engine() ?? engineAt(url, 'bench', 'bench')

const tell = (what, unit, value) => console.log(JSON.stringify({ what, [unit]: Math.round(value) }))

/** Prints the memory of the application and its page's processes when idle. */
async function weigh(app, what) {
  let last = app.memory()
  let calm = 0
  await until('the memory rests', async () => {
    await new Promise((done) => setTimeout(done, 400))
    const now = app.memory()
    const change = Math.abs(now.own + now.page - last.own - last.page)
    calm = change < (last.own + last.page) / 200 ? calm + 1 : 0
    last = now
    return calm >= 4
  })
  tell(`memory ${what}`, 'bytes', last.own + last.page)
  tell(`of it the page's processes, ${what}`, 'bytes', last.page)
}

async function connect(app) {
  await chooseDatabase(app)
  await fillForm(app, cluster)
  await app.page.click('button', 'Save & Connect')
  await app.page.find('treeitem', new RegExp(`^${index}, index`))
}

async function openIndex({ page }, name) {
  const took = await timed(page, 1, 1, () => page.click('treeitem', new RegExp(`^${name}, index`)))
  await page.find('button', /^Rows per page/)
  return took
}

/** Goes far down and back unsorted, then drags the scroll bar. */
async function jump(app, documents) {
  const { page, desktop } = app
  tell('row 900,001 by the field of the page', 'millis', await goToPage(app, 901, size))
  await desktop.shot(page, 'far-1-unsorted')
  await page.click('gridcell', /^_id, .*row 900,01\d(,|$)/)
  tell('back to row 1 by Ctrl+Home', 'millis', await timed(page, 1, 1, () => desktop.key('ctrl+Home')))
  tell(
    'the last row by Ctrl+End',
    'millis',
    await timed(page, documents - 50, documents, () => desktop.key('ctrl+End')),
  )
  await desktop.key('ctrl+Home')
  await rowsFrom(page, (first) => first === 1)
  const before = await searches(cluster, index)
  const took = await drag(app, 0.45, size, async (rows) => {
    assert.ok(rows.length > 15 && rows[0].number > 500_000, JSON.stringify(rows[0]))
    assert.equal((await searches(cluster, index)).run, before.run, 'nothing is read while the scroll bar is held')
    await desktop.shot(page, 'far-2-held')
  })
  tell('rows after the scroll bar was let go', 'millis', took)
  const [{ number }] = await rowsFrom(page, (first) => first > 500_000)
  const shown = await page.run(() => document.querySelector('[data-part=page]').value)
  assert.equal(shown, String(Math.floor((number - 1) / size) + 1), 'the page is that of the first row in sight')
  await desktop.shot(page, 'far-3-let-go')
}

/** Sorts, goes far down and compares the rows with the documents; opens a value that is too long for a cell. */
async function sorted(app, documents) {
  const { page, desktop } = app
  await showColumn(app, 'serial')
  await sortBy(app, 'serial')
  tell('row 900,001 in an order without ties', 'millis', await goToPage(app, 901, size))
  const rows = await rowsFrom(page, (first) => first === 900_001)
  for (const row of rows) {
    assert.equal(row.cells._id, idOf(row.number - 1))
    assert.equal(row.cells.serial, String(serialOf(row.number - 1)))
  }
  await showColumn(app, 'tags')
  await page.click('gridcell', /^tags, .*row 900,001(,|$)/)
  await desktop.key('Up')
  await page.find('gridcell', /^tags, .*row 900,000, cut/)
  await desktop.key('Return')
  await page.find('dialog', 'Cell tags of row 900,000')
  await page.reads(`Whole value, ${tagsOf(899_999).length.toLocaleString('en-US')} characters`)
  await desktop.shot(page, 'far-4-value')
  await page.press(keys.Escape)
  await page.readsNoMore('Cell tags of')

  await sortBy(app, 'level')
  await page.click('gridcell', /^_id, .*row \d+(,|$)/)
  const ends = await timed(page, documents - 50, documents, () => desktop.key('ctrl+End'))
  tell('the last row in an order with ties and missing values', 'millis', ends)
  for (const row of await rowsFrom(page, (_, end) => end === documents)) {
    assert.equal(levelOf(Number(row.cells._id.slice(1))), '')
  }
  tell('row 700,001 in an order with ties and missing values', 'millis', await goToPage(app, 701, size))
  await desktop.shot(page, 'far-5-ties')
}

/** Shows page after page, and scrolls each a little. */
async function scroll(app) {
  const { page, desktop } = app
  await page.click('gridcell', /^_id, /)
  let slowest = 0
  for (let number = 2; number <= scrolled; number += 1) {
    const first = (number - 1) * size + 1
    slowest = Math.max(slowest, await timed(page, first, first, () => desktop.key('alt+Page_Down')))
    if (number % 10 === 0) desktop.wheel(15)
  }
  return slowest
}

/** Hides and pins columns of a wide index. */
async function arrange(app) {
  const { page, desktop } = app
  tell('the first page of 500 columns', 'millis', await openIndex(app, wide))
  await page.click('button', 'Columns')
  await page.click('button', 'Hide field_000')
  await page.click('button', 'Pin field_003')
  await desktop.shot(page, 'far-6-columns')
  await page.press(keys.Escape)
  await page.find('columnheader', /^field_003,/)
  const heads = await page.run(() =>
    [...document.querySelectorAll('[role=columnheader]')].map((head) => head.ariaLabel ?? ''),
  )
  assert.ok(!heads.some((head) => head.startsWith('field_000,')), 'a hidden column is not there')
  await showColumn(app, 'field_496')
  const pinned = await page.run(() => {
    const { left } = document.querySelector('[role=columnheader][aria-label^="field_003,"]').getBoundingClientRect()
    return left < innerWidth / 2
  })
  assert.ok(pinned, 'a pinned column stays in sight')
  await desktop.shot(page, 'far-7-pinned')
}

const registry = await openRegistry()
const app = await App.open({ registry: registry.url })
try {
  const documents = Number(JSON.parse(await cluster.ask('GET', `/${index}/_count`)).count)
  await weigh(app, 'of the window with no connection')
  await connect(app)
  tell('the first page of the index', 'millis', await openIndex(app, index))
  await weigh(app, 'just opened')
  tell('the slowest of 300 pages on', 'millis', await scroll(app))
  await weigh(app, 'after 300,000 rows')
  await app.desktop.shot(app.page, 'far-0-scrolled')
  await jump(app, documents)
  await sorted(app, documents)
  await app.desktop.key('ctrl+w')
  await until('nothing is left open', async () => (await searches(cluster, index)).open === 0)
  await weigh(app, 'after the tab was closed')
  await arrange(app)
  const ending = await app.quit()
  assert.deepEqual(ending, { code: 0, left: [] })
  const { open } = await searches(cluster, index)
  assert.equal(open, 0, 'no point in time is left open')
} catch (error) {
  app.pictureOfFailure('far-failed')
  console.error(`${error.stack}\n${app.log}`)
  process.exitCode = 1
} finally {
  await app.kill()
  registry.close()
}

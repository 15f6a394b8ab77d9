// SPEC: A-BRO-11, A-BRO-15, A-SRT-01, A-SRT-02, APP-01, APP-02
import { test } from './fixtures.mjs'
import {
  cellsInSight,
  chooseLook,
  columnInSight,
  connect,
  copied,
  draft,
  faults,
  focusGrid,
  keyOf,
  openIndex,
  rowsInSight,
  settled,
  status,
} from './screen.mjs'

const mapping = `{"properties":{"n":{"type":"long"},"price":{"type":"double"},"at":{"type":"date"},
  "title":{"type":"text","fields":{"keyword":{"type":"keyword"}}}}}`

const price = (n) => `${n}.${String(n % 100).padStart(2, '0')}0`
const titleOf = (n) => `book ${String((n * 7919) % 10_000).padStart(5, '0')}`

/** Documents with ids in order: the engine returns them in the order of writing. */
const books = (count) =>
  Array.from({ length: count }, (_, n) => {
    const at = `20${String((n * 31) % 100).padStart(2, '0')}-0${1 + (n % 9)}-11`
    return {
      action: `{"_id":"b${String(n).padStart(5, '0')}"}`,
      source: `{"n":${n},"price":${price(n)},"at":"${at}","title":"${titleOf(n)}"}`,
    }
  })

/**
 * The requests for rows: the page numbers in order, from the offset of each search, and how often a point in time was
 * opened and the first page compared with it, which requests no source.
 */
function rowsAsked(proxy) {
  const searches = proxy.requests.filter((entry) => entry.path.endsWith('/_search'))
  const compares = searches.filter((entry) => entry.body.includes('"_source":false'))
  const pages = searches.filter((entry) => !compares.includes(entry))
  return {
    pages: pages.map((entry) => Number(/"from":(\d+)/.exec(entry.body)?.[1]) / 1000).sort((a, b) => a - b),
    points: proxy.requests.filter((entry) => entry.path.endsWith('/_pit')).length,
    compares: compares.length,
  }
}

/** The first visible row. */
const firstRow = async (page) => (await rowsInSight(page))[0]

async function openBooks({ page, corner, openApp, openProxy }, count) {
  const index = await corner.index('books', mapping, books(count))
  const proxy = await openProxy()
  const app = await openApp()
  await connect({ page, app }, draft('books', proxy.url, keyOf(corner)))
  await openIndex(page, index)
  return { index, proxy, app }
}

/** Every visible position shows a row, in consecutive order, with that row's values. */
async function checkSight(page, assert) {
  await settled(page)
  const rows = await rowsInSight(page)
  assert.ok(rows.length > 20 && rows.every((row, i) => row > 0 && row === rows[0] + i), `rows ${rows}`)
  for (const { row, column, text } of await cellsInSight(page)) {
    if (column === 'n') assert.equal(text, String(row - 1))
    if (column === 'price') assert.equal(text, price(row - 1))
  }
}

test('ten thousand rows are scrolled to the end by the wheel: each page is read once and no place stays blank', async ({
  stage,
}) => {
  const { page, assert } = stage
  const { proxy } = await openBooks(stage, 10_000)
  await page.getByText('of 10,000').waitFor()
  assert.match(await status(page), /1,000 loadedof 10,000/)
  await page.mouse.move(700, 400)
  for (let row = 1; row < 9960; ) {
    await page.mouse.wheel(0, 12_000)
    await page.waitForFunction(
      (before) => Number(document.elementFromPoint(280, 200)?.closest('[role=row]')?.ariaRowIndex) - 1 !== before,
      row,
    )
    await checkSight(page, assert)
    row = await firstRow(page)
  }
  assert.equal((await rowsInSight(page)).at(-1), 10_000)
  assert.match(await status(page), /10,000 rowsof 10,000/)
  assert.deepEqual(rowsAsked(proxy), { pages: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], points: 1, compares: 1 })
})

test('Ctrl+End goes to the last row and Ctrl+Home back, reading the last page alone', async ({ stage }) => {
  const { page, assert } = stage
  const { proxy } = await openBooks(stage, 10_000)
  await page.getByText('of 10,000').waitFor()
  await focusGrid(page)
  await page.keyboard.press('Control+End')
  await page.waitForFunction(() => document.activeElement.closest('[role=row]')?.ariaRowIndex === '10001')
  await checkSight(page, assert)
  assert.equal((await rowsInSight(page)).at(-1), 10_000)
  await page.keyboard.press('Control+Home')
  await page.waitForFunction(() => document.activeElement.closest('[role=row]')?.ariaRowIndex === '2')
  await checkSight(page, assert)
  assert.deepEqual(rowsAsked(proxy), { pages: [0, 9], points: 1, compares: 1 })
})

test('a range is copied as TSV and as JSON with the digits of the engine', async ({ stage }) => {
  const { page, assert } = stage
  const { index } = await openBooks(stage, 1_000)
  await focusGrid(page)
  for (const key of ['PageDown', 'ArrowRight']) await page.keyboard.press(key)
  const row = await page.evaluate(() => Number(document.activeElement.closest('[role=row]').ariaRowIndex) - 2)
  for (const key of ['ArrowDown', 'ArrowDown', ...Array(4).fill('ArrowRight')]) {
    await page.keyboard.press(`Shift+${key}`)
  }
  const want = books(1_000)
    .slice(row, row + 3)
    .map(({ source }) => /"n":(\d+),"price":([^,]+),"at":("[^"]+"),"title":("[^"]+")/.exec(source).slice(1))
  assert.equal(
    await copied(page, 'Control+c'),
    want.map(([n, digits, at, title]) => [title.slice(1, -1), at.slice(1, -1), n, digits, index].join('\t')).join('\n'),
  )
  const objects = want.map(
    ([n, digits, at, title]) =>
      `  {"title": ${title}, "at": ${at}, "n": ${n}, "price": ${digits}, "_index": "${index}"}`,
  )
  assert.equal(await copied(page, 'Control+Shift+c'), `[\n${objects.join(',\n')}\n]`)
})

test('a head sorts a text by its keyword and a date by time, up, down and back', async ({ stage }) => {
  const { page, assert, engine } = stage
  const { index, proxy } = await openBooks(stage, 1_000)
  const order = async (column, field, direction) => {
    const body = JSON.stringify({ size: 20, sort: [{ [field]: direction }], _source: [column] })
    const answer = JSON.parse(await engine.must('POST', `/${index}/_search`, body))
    return answer.hits.hits.map((hit) => hit._source[column])
  }
  const steps = [
    ['title', 'title.keyword', 'asc', 'ascending'],
    ['title', 'title.keyword', 'desc', 'descending'],
    ['at', 'at', 'asc', 'ascending'],
    ['at', 'at', 'desc', 'descending'],
  ]
  for (const [column, field, direction, word] of steps) {
    await page.getByRole('columnheader', { name: new RegExp(`^${column},`) }).click()
    await page.getByRole('columnheader', { name: new RegExp(`^${column},.*sorted ${word}`) }).waitFor()
    await settled(page)
    assert.deepEqual((await columnInSight(page, column)).slice(0, 20), await order(column, field, direction))
    const sent = proxy.requests.findLast((entry) => entry.path.endsWith('/_search')).body
    assert.ok(sent.includes(`"sort":[{"${field}":{"order":"${direction}"}}]`), sent)
  }
  await page.getByRole('columnheader', { name: /^at,/ }).click()
  await page.getByRole('columnheader', { name: /^at, date$/ }).waitFor()
  await checkSight(page, assert)
})

test('axe finds nothing on real rows in light and dark', async ({ stage }) => {
  const { page, assert, shot } = stage
  await openBooks(stage, 1_000)
  await page.getByText('of 1,000').waitFor()
  for (const theme of ['light', 'dark']) {
    await chooseLook(page, theme)
    await focusGrid(page)
    await page.keyboard.press('Shift+ArrowDown')
    await settled(page)
    assert.deepEqual(await faults(page), [], theme)
    await shot(`grid-real-${theme}`)
  }
})

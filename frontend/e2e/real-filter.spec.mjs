// SPEC: A-FIL-01, A-FIL-02, A-FIL-03, A-FIL-06, A-FIL-08, A-FIL-09
import { test } from './fixtures.mjs'
import { openApp as openAppOn } from './harness.mjs'
import { cellsInSight, connect, draft, faults, openIndex, settled } from './screen.mjs'

const keyword = '{"type":"keyword"}'
const mapping = `{"properties":{"title":{"type":"text","fields":{"raw":${keyword}}},"genre":${keyword},"code":${keyword},
  "pages":{"type":"integer"},"big":{"type":"long"},
  "offers":{"type":"nested","properties":{"shop":${keyword},"stock":{"type":"boolean"}}}}}`
const genres = ['poetry', 'prose', 'essay']
const codes = ['a*c', 'abc', 'say "hi" \\ there', 'a?c']
const books = Array.from({ length: 30 }, (_, i) => {
  const offers = `[{"shop":"harbour","stock":${i % 3 === 0}},{"shop":"tide","stock":${i % 2 === 0}}]`
  const rest = `"pages":${200 + i},"big":9007199254740993,"offers":${offers}`
  const source = `{"title":"Book ${i}","genre":"${genres[i % 3]}","code":${JSON.stringify(codes[i % 4])},${rest}}`
  return { action: `{"_id":"bk-${100 + i}"}`, source }
})

/** A row of the filter bar. */
const filterRow = (page, number) => page.getByRole('group', { name: new RegExp(`^Filter ${number} of`) })
const fieldOf = (page, number, name = 'Value') => filterRow(page, number).getByRole('textbox', { name, exact: true })
const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })

/** Chooses a column by typing part of its name. */
async function choose(page, number, column) {
  await filterRow(page, number)
    .getByRole('combobox', { name: /^Column,/ })
    .click()
  await page.getByRole('textbox', { name: 'Find column' }).fill(column)
  await page.keyboard.press('Enter')
}

/** The ids of the visible rows, once the total is as expected. */
async function ids(page, total) {
  await page.locator('[data-part=status]').getByText(total, { exact: true }).waitFor()
  await settled(page)
  const cells = await cellsInSight(page)
  return cells
    .filter(({ column }) => column === '_id')
    .map(({ text }) => text)
    .sort()
}

async function opened({ page, corner, engine, openApp }, url = engine.url) {
  const index = await corner.index('books', mapping, books)
  const app = await openApp()
  await connect({ page, app }, draft('catalogue', url, { auth: 'none' }))
  await openIndex(page, index)
  const found = async (query) => {
    const answer = await engine.must('POST', `/${index}/_search`, `{"size":100,"_source":false,"query":${query}}`)
    const hits = JSON.parse(answer).hits.hits.map((hit) => hit._id)
    return hits.sort()
  }
  return { app, index, found }
}

test('the rows of a filter are exactly those that the engine finds, and a refused one changes nothing', async ({
  stage,
}) => {
  const { page, assert, shot } = stage
  const { found } = await opened(stage)
  const poetry = '{"term":{"genre":"poetry"}}'
  await page.keyboard.press('Control+Shift+F')
  await choose(page, 1, 'genre')
  await fieldOf(page, 1).fill('poetry')
  await page.keyboard.press('Enter')
  await page.getByText('1 filter applied').waitFor()
  assert.deepEqual(await ids(page, '10 rows'), await found(poetry))

  await page.getByRole('button', { name: 'Add filter after 1' }).click()
  await choose(page, 2, 'pages')
  await fieldOf(page, 2).fill('many')
  await page.getByText(/“many” is not a whole number/).waitFor()
  const apply = page.getByRole('button', { name: /^Apply/ })
  assert.equal(await apply.getAttribute('aria-description'), 'Filter 2 cannot be sent')
  await fieldOf(page, 2).press('Enter')
  assert.deepEqual(await ids(page, '10 rows'), await found(poetry))
  assert.deepEqual(await faults(page), [])
  await shot('filter')

  await fieldOf(page, 2).fill('202')
  await page.getByRole('radio', { name: 'Any' }).click()
  await page.getByRole('button', { name: 'Preview Query' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter query' })
  await sheet.getByText('"should"').waitFor()
  await shot('filter-preview')
  await sheet.getByRole('button', { name: 'Open in Console' }).click()
  await page.getByRole('tab', { name: /^(GET|POST) /, selected: true }).waitFor()
  await page.getByText('"should"').first().waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
  await page.keyboard.press('Control+1')
  await apply.click()
  await page.getByText('2 filters applied').waitFor()
  assert.deepEqual(await ids(page, '11 rows'), await found(`{"bool":{"should":[${poetry},{"term":{"pages":202}}]}}`))

  await page.getByRole('radio', { name: 'All' }).click()
  await fieldOf(page, 2).fill('1')
  await page.keyboard.press('Enter')
  await page.getByText('No documents match the filters').waitFor()
  await page.getByRole('button', { name: 'Count Each Filter' }).click()
  const counts = page.getByRole('list', { name: 'Matches per filter' }).getByRole('listitem')
  await counts.getByText('10 documents', { exact: true }).waitFor()
  assert.deepEqual(await counts.allTextContents(), ['genre equals poetry10 documents', 'pages equals 10 documents'])
  assert.deepEqual(await faults(page), [])
  await shot('filter-empty')
  await page.getByRole('button', { name: 'Match Any' }).click()
  assert.deepEqual(await ids(page, '10 rows'), await found(poetry))
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.locator('[data-part=status]').getByText('30 rows').waitFor()
})

/** Chooses an operator from its list. */
async function compare(page, number, operator) {
  await filterRow(page, number)
    .getByRole('combobox', { name: /^Operator,/ })
    .click()
  await page.getByRole('listbox', { name: 'Operator' }).getByText(operator, { exact: true }).click()
}

test('two rows look into the same object of an array where they are tied, and a sort shows the first of them', async ({
  stage,
}) => {
  const { page, assert, shot } = stage
  const { found } = await opened(stage)
  const shop = '{"term":{"offers.shop":"tide"}}'
  const stock = '{"term":{"offers.stock":true}}'
  const nested = (query) => `{"nested":{"path":"offers","query":${query}}}`
  const both = (...clauses) => `{"bool":{"filter":[${clauses}]}}`
  await page.keyboard.press('Control+Shift+F')
  await choose(page, 1, 'offers.shop')
  await fieldOf(page, 1).fill('tide')
  await page.getByRole('button', { name: 'Add filter after 1' }).click()
  await choose(page, 2, 'offers.stock')
  await filterRow(page, 2)
    .getByRole('combobox', { name: /^Value,/ })
    .click()
  await page.getByRole('listbox', { name: 'Value' }).getByText('true').click()
  await page.getByRole('button', { name: /^Apply/ }).click()
  const apart = await found(both(nested(shop), nested(stock)))
  assert.deepEqual(await ids(page, `${apart.length} rows`), apart)
  await page.getByRole('button', { name: 'Same offer as filter 1' }).click()
  await page.getByRole('button', { name: /^Apply/ }).click()
  const same = await found(nested(both(shop, stock)))
  assert.ok(same.length < apart.length, `${same.length} of ${apart.length}`)
  assert.deepEqual(await ids(page, `${same.length} rows`), same)
  await page.getByRole('columnheader', { name: /^pages,/ }).click()
  await page.getByRole('columnheader', { name: /^pages.*sorted ascending/ }).waitFor()
  await settled(page)
  assert.equal(await cell(page, 'pages', 1).textContent(), '200')
  await shot('filter-same-element')
})

test('signs of a wildcard, quotes and backslashes in a value are only themselves', async ({ stage }) => {
  const { page, assert } = stage
  await opened(stage)
  await page.keyboard.press('Control+Shift+F')
  await choose(page, 1, 'code')
  await compare(page, 1, 'contains')
  for (const text of ['*', '?', '" \\', 'hi"']) {
    await fieldOf(page, 1).fill(text)
    await page.keyboard.press('Enter')
    const wanted = books.flatMap(({ action }, i) => (codes[i % 4].includes(text) ? [JSON.parse(action)._id] : []))
    assert.deepEqual(await ids(page, `${wanted.length} rows`), wanted, text)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.locator('[data-part=status]').getByText('30 rows').waitFor()
    await choose(page, 1, 'code')
    await compare(page, 1, 'contains')
  }
})

test('the value of a cell is what its documents are filtered by, with every sign in it', async ({ stage }) => {
  const { page, assert } = stage
  const { found } = await opened(stage)
  for (const [row, code] of codes.entries()) {
    assert.equal(await cell(page, 'code', row + 1).textContent(), code)
    await cell(page, 'code', row + 1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Filter by This Value' }).click()
    const wanted = await found(`{"term":{"code":{"value":${JSON.stringify(code)}}}}`)
    assert.deepEqual(await ids(page, `${wanted.length} rows`), wanted, code)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.locator('[data-part=status]').getByText('30 rows').waitFor()
  }
  // Only visible columns are drawn: the sidebar is as wide as the node's index names.
  await page.setViewportSize({ width: 1600, height: 800 })
  await cell(page, 'offers.stock', 2).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Exclude This Value' }).click()
  const rest = await found('{"bool":{"must_not":{"nested":{"path":"offers","query":{"term":{"offers.stock":false}}}}}}')
  assert.deepEqual(await ids(page, `${rest.length} rows`), rest)
})

test('a filter is there again after a restart: from the first page on, nothing else is read', async ({ stage }) => {
  const { page, assert, ending, openProxy, shot } = stage
  const proxy = await openProxy()
  const { app, index, found } = await opened(stage, proxy.url)
  await page.keyboard.press('Control+Shift+F')
  await choose(page, 1, 'genre')
  await fieldOf(page, 1).fill('prose')
  await page.keyboard.press('Enter')
  await page.getByText('1 filter applied').waitFor()
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('textbox', { name: 'Preset name' }).fill('Prose')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Rename Prose' }).waitFor()

  const again = await ending(openAppOn({ like: app.profile }))
  const before = proxy.requests.length
  await page.goto(again.url)
  await page.getByRole('option', { name: 'catalogue' }).dblclick()
  await page.getByText(/^1 filter applied, filter restored from \d+ \w+ \d{4}, \d\d:\d\d$/).waitFor()
  const prose = '{"term":{"genre":"prose"}}'
  assert.deepEqual(await ids(page, '10 rows'), await found(prose))
  const searches = proxy.requests.slice(before).filter(({ path }) => path === `/${index}/_search`)
  assert.ok(
    searches.length > 0 && searches.every(({ body }) => body.includes('prose')),
    `${searches.map((s) => s.body)}`,
  )
  await shot('filter-restored')

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.locator('[data-part=status]').getByText('30 rows').waitFor()
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('button', { name: /^Prose 1 condition/ }).click()
  assert.deepEqual(await ids(page, '10 rows'), await found(prose))
})

// SPEC: A-BRO-16, APP-02, APP-12
import { test } from './fixtures.mjs'
import { copied, faults, settled } from './screen.mjs'

async function openSample(page, name) {
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  const install = page.getByRole('button', { name: 'Install', exact: true })
  const object = page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
  await install.or(object).first().waitFor()
  if (await install.isVisible()) await install.click()
  await object.click()
  await settled(page)
}

const viewer = (page) => page.getByRole('dialog', { name: /^Cell / })
const inspector = (page) => page.getByRole('complementary', { name: 'Record inspector' })
const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })
/** The titles of the drawn columns, from left to right. */
const heads = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=columnheader]')]
      .filter((head) => head.querySelector('.qg-title') && getComputedStyle(head).visibility !== 'hidden')
      .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
      .map((head) => head.querySelector('.qg-title').textContent),
  )
const head = (page, name) =>
  page.getByRole('columnheader', { name: new RegExp(`^${name.replaceAll('.', '\\.')}(,|$)`) })
const headMenu = async (page, name, command) => {
  await head(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: command }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Scrolls to a hidden column and focuses its first cell. */
const showColumn = async (page, name) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Find a column').fill(name)
  await page.keyboard.press('Enter')
  await page.locator(`.qg-cell:focus[aria-label^="${name},"]`).waitFor()
}

async function inBothThemes(page, look) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    await look(theme)
  }
}

test.beforeEach(async ({ page, app }) => {
  await page.goto(app.url)
})

test('a cell opens as a tree over the grid, the arrows go on in the grid, and Escape closes it', async ({
  page,
  assert,
  shot,
}) => {
  await openSample(page, 'books')
  await showColumn(page, 'authors')
  await cell(page, 'authors', 3).click()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Cell authors of row 3' }).waitFor()
  await page
    .getByRole('treeitem', { name: /name: ?"/ })
    .first()
    .waitFor()
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell')
  await inBothThemes(page, async (theme) => {
    await shot(`cell-viewer-tree-${theme}`)
    assert.deepEqual(await faults(page), [])
  })
  await page.keyboard.press('ArrowDown')
  await page.getByRole('dialog', { name: 'Cell authors of row 4' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'tree')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Copy Path' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'authors[0].name')
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell')
})

test('a value is found in the viewer, shown in lines, and copied as it is stored', async ({ page, assert, shot }) => {
  await openSample(page, 'books')
  await showColumn(page, 'authors')
  await cell(page, 'authors', 2).dblclick()
  await page.getByRole('radio', { name: 'Formatted' }).click()
  await viewer(page).getByLabel('Find').fill('NAME')
  await viewer(page)
    .getByText(/^1 of \d+$/)
    .waitFor()
  await page.keyboard.press('Enter')
  await viewer(page)
    .getByText(/^2 of \d+$/)
    .waitFor()
  assert.ok((await viewer(page).locator('mark').count()) > 1)
  await shot('cell-viewer-find')
  await viewer(page)
    .getByRole('button', { name: /^Copy C/ })
    .or(viewer(page).getByRole('button', { name: 'Copy', exact: true }))
    .first()
    .click()
  const stored = await page.evaluate(() => navigator.clipboard.readText())
  await viewer(page).getByRole('button', { name: 'Close' }).first().click()
  assert.equal(await copied(page, 'Control+c'), stored)
})

test('the inspector lists the record in focus, filters its fields, and shows the whole document', async ({
  page,
  assert,
  shot,
}) => {
  await openSample(page, 'books')
  await cell(page, 'title', 2).click()
  await page.keyboard.press('Alt+Enter')
  await inspector(page).getByText('row 2').waitFor()
  await inspector(page).getByText('book-0002').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await inspector(page).getByText('row 3').waitFor()
  await inBothThemes(page, async (theme) => {
    await shot(`inspector-${theme}`)
    assert.deepEqual(await faults(page), [])
  })
  await inspector(page).getByLabel('Filter fields').fill('authors.')
  await inspector(page)
    .getByText(/^\d+ of 30 fields$/)
    .waitFor()
  const names = await inspector(page).locator('[data-part=field-name]').allTextContents()
  assert.ok(names.length > 0)
  assert.deepEqual(
    names.filter((name) => !name.startsWith('authors.')),
    [],
  )
  await inspector(page).getByRole('radio', { name: 'JSON' }).click()
  await inspector(page).getByText('"title"').waitFor()
  await shot('inspector-json')
  await inspector(page).getByRole('button', { name: 'Next record' }).click()
  await inspector(page).getByText('row 4').waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Inspector' }).click()
  await inspector(page).waitFor({ state: 'detached' })
})

test('the documents of a page are shown as JSON in their own characters, searched, folded and paged', async ({
  page,
  assert,
  shot,
}) => {
  await openSample(page, 'books')
  await page.getByText('of 1,200').waitFor()
  await page.keyboard.press('Alt+3')
  const text = page.getByRole('region', { name: 'Documents of books' })
  await text.waitFor()
  await page.getByText('1,000 documents', { exact: true }).waitFor()
  await inBothThemes(page, async (theme) => {
    await shot(`documents-${theme}`)
    assert.deepEqual(await faults(page), [])
  })
  await page.getByLabel('Find in documents').fill('12.5000')
  await page.getByText('1 of 9', { exact: true }).waitFor()
  await text.locator('mark[data-current]').getByText('12.5000').waitFor()
  await page.getByRole('radio', { name: 'Tree' }).click()
  const tree = page.getByRole('tree', { name: 'Documents of books, tree' })
  const found = tree.getByRole('treeitem', { name: /price: ?12\.5000/ })
  await found.waitFor()
  const [place, around] = [await found.boundingBox(), await tree.boundingBox()]
  assert.ok(place.y >= around.y && place.y + place.height <= around.y + around.height, 'what was found is in sight')
  await shot('documents-tree')
  assert.deepEqual(await faults(page), [])
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('200 documents', { exact: true }).waitFor()
  await page.keyboard.press('Alt+1')
  await page.getByRole('grid', { name: 'books', exact: true }).waitFor()
})

test('find looks in the loaded rows, says so, and steps from match to match', async ({ page, assert, shot }) => {
  await openSample(page, 'books')
  await page.getByText('of 1,200').waitFor()
  await cell(page, '_id', 1).click()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('BOOK-00')
  await page.getByText('99 in 1,000 loaded rows').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('2 of 99 in 1,000 loaded rows').waitFor()
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await page.getByText('99 of 99 in 1,000 loaded rows').waitFor()
  assert.ok((await page.locator('.qg-cell.qg-hit').count()) > 10)
  await shot('find-in-rows')
  assert.deepEqual(await faults(page), [])
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('.qg-cell.qg-hit').count(), 0)
  await page.locator('.qg-cell:focus[aria-label*="book-0099"]').waitFor()
})

test('columns are hidden, pinned and moved by menu, keys and dragging, and each keeps its own values', async ({
  page,
  assert,
  shot,
}) => {
  await openSample(page, 'books')
  await page.setViewportSize({ width: 5000, height: 700 })
  const before = await heads(page)
  assert.deepEqual(before.slice(0, 4), ['_id', 'title', 'published', 'blurb'])
  const [name, title] = [await cell(page, 'authors.name', 5).textContent(), await cell(page, 'title', 5).textContent()]
  await headMenu(page, 'published', 'Hide Column')
  await headMenu(page, 'authors.name', 'Pin Left')
  assert.deepEqual((await heads(page)).slice(0, 4), ['_id', 'authors.name', 'title', 'blurb'])
  assert.equal(await cell(page, 'authors.name', 5).textContent(), name)
  await head(page, 'blurb').focus()
  await page.keyboard.press('Control+Shift+ArrowLeft')
  assert.deepEqual((await heads(page)).slice(0, 4), ['_id', 'authors.name', 'blurb', 'title'])
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^blurb,/)
  await page.keyboard.press('Control+Shift+ArrowLeft')
  assert.deepEqual((await heads(page)).slice(0, 4), ['_id', 'authors.name', 'blurb', 'title'])
  const from = await head(page, 'title').boundingBox()
  const to = await head(page, 'isbn').boundingBox()
  await page.mouse.move(from.x + 30, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width - 12, to.y + 12, { steps: 8 })
  await shot('column-dragged')
  await page.mouse.up()
  const moved = await heads(page)
  assert.equal(moved.indexOf('title'), moved.indexOf('isbn') + 1)
  assert.equal(await cell(page, 'authors.name', 5).textContent(), name)
  assert.equal(await cell(page, 'title', 5).textContent(), title)
  assert.equal(await page.getByRole('columnheader', { name: /sorted (ascending|descending)/ }).count(), 0)
})

test('a column is found among many and gone to, and empty ones are hidden', async ({ page, assert, shot }) => {
  await openSample(page, 'books')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Find a column').fill('sto')
  await inBothThemes(page, async (theme) => {
    await shot(`columns-${theme}`)
    assert.deepEqual(await faults(page), [])
  })
  await page.keyboard.press('Enter')
  await head(page, 'stock').waitFor()
  await page.locator('.qg-cell:focus[aria-label^="stock"]').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  const all = await page.locator('[aria-label^="Columns, "] li').count()
  await page.getByRole('button', { name: 'Hide title' }).click()
  await page.getByRole('button', { name: 'Hide Empty' }).click()
  await page.keyboard.press('Escape')
  const count = Number(await page.getByRole('grid').getAttribute('aria-colcount'))
  assert.ok(count <= all, `${count} of ${all}`)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  const rare = page.locator('[aria-label^="Columns, "] li[data-hidden]')
  assert.match((await rare.allTextContents()).join(), /^_routing\s*$/, 'it is hidden while no row has one')
  await page.keyboard.press('Escape')
  assert.equal(Number(await page.getByRole('grid').getAttribute('aria-colcount')), all)
})

test('a date says local time and UTC in its tooltip and in the viewer', async ({ page, assert, shot }) => {
  await openSample(page, 'books')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Find a column').fill('published')
  await page.keyboard.press('Enter')
  const date = page.locator('.qg-cell.act')
  await date.waitFor()
  await date.hover()
  const tip = page.getByRole('tooltip').filter({ hasText: 'UTC' })
  await tip.waitFor()
  assert.match(await tip.textContent(), /publishedLocal \w{3} \d+ \w+ \d{4}, [\d:]+\s*UTC \w{3} \d+ \w+ \d{4}, [\d:]+/)
  await shot('date-tooltip')
  await date.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open Cell' }).click()
  await viewer(page)
    .getByText(/Local .* UTC /)
    .waitFor()
})

test('rows are copied as TSV, CSV, JSON and Markdown from the menu', async ({ page, assert, shot }) => {
  await openSample(page, 'books')
  await cell(page, '_id', 1).click()
  await cell(page, 'published', 2).click({ modifiers: ['Shift'] })
  const rows = []
  for (const row of [1, 2])
    rows.push([
      `book-000${row}`,
      await cell(page, 'title', row).textContent(),
      await cell(page, 'published', row).textContent(),
    ])
  const lines = (start, between, end) => rows.map((row) => `${start}${row.join(between)}${end}`)
  const objects = rows.map(([id, title, day]) => `  {"_id": "${id}", "title": "${title}", "published": "${day}"}`)
  const forms = {
    TSV: lines('', '\t', '').join('\n'),
    CSV: `_id,title,published\r\n${lines('', ',', '\r\n').join('')}`,
    JSON: `[\n${objects.join(',\n')}\n]`,
    Markdown: `| _id | title | published |\n| --- | --- | --- |\n${lines('| ', ' | ', ' |\n').join('')}`,
  }
  for (const [form, want] of Object.entries(forms)) {
    await cell(page, 'title', 1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy As' }).hover()
    await page.getByRole('menuitem', { name: form }).waitFor()
    if (form === 'TSV') await shot('copy-as')
    await page.evaluate(() => navigator.clipboard.writeText('nothing'))
    await page.getByRole('menuitem', { name: form }).click()
    await page.evaluate(async () => {
      while ((await navigator.clipboard.readText()) === 'nothing') await new Promise((next) => setTimeout(next, 20))
    })
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), want)
  }
})

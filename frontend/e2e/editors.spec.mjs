// SPEC: A-EDT-01, A-EDT-07, A-EDT-08, APP-12
import { test } from './fixtures.mjs'
import { faults, settled } from './screen.mjs'

async function openBooks({ page, app }) {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  const install = page.getByRole('button', { name: 'Install', exact: true })
  const object = page.getByRole('treeitem', { name: /^books/ })
  await install.or(object).first().waitFor()
  if (await install.isVisible()) await install.click()
  await object.click()
  await settled(page)
}

const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })

/** Goes to the first cell of a column by its name. */
async function goTo(page, column) {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Find a column').fill(column)
  await page.keyboard.press('Enter')
  await page.locator(`.qg-cell:focus[aria-label^="${column},"]`).waitFor()
}

test('values are typed by the keyboard alone, each in the editor of its type, and one that does not fit is marked', async ({
  page,
  app,
  assert,
  shot,
}) => {
  const keys = async (...all) => {
    for (const key of all) await page.keyboard.press(key)
  }
  await openBooks({ page, app })
  await goTo(page, 'pages')
  await page.keyboard.type('276.5')
  await keys('Enter')
  await page.locator('.qg-cell:focus[aria-label*="row 2"]').waitFor()
  await page.locator('[aria-label^="pages, 276.5, row 1, invalid: Not an integer"]').waitFor()
  await goTo(page, 'in_print')
  await keys('F2')
  await page.getByRole('option', { name: 'NULL' }).waitFor()
  assert.deepEqual(await faults(page), [])
  await keys('n', 'Enter')
  await page.getByRole('gridcell', { name: /^in_print, NULL, row 2, edited, was / }).waitFor()
  await goTo(page, 'published')
  await cell(page, 'published', 1).click()
  const before = await cell(page, 'published', 1).textContent()
  await keys('F2', 'F4', 'ArrowRight')
  const [year, month, day] = before.split('-').map(Number)
  const next = new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10)
  await page.getByRole('grid', { name: /^[A-Z][a-z]+ \d{4}$/ }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('editor-date')
  await keys('Enter', 'Enter')
  await page.getByRole('gridcell', { name: `published, ${next}, row 1, edited, was ${before}` }).waitFor()
})

test('an array of objects is edited in the viewer: a value in its tree, and as a text that says where it is wrong', async ({
  page,
  app,
  assert,
  shot,
}) => {
  await openBooks({ page, app })
  await goTo(page, 'authors')
  const viewer = page.getByRole('dialog', { name: /^Cell authors/ })
  await page.keyboard.press('Enter')
  await viewer.getByRole('tree').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await viewer.getByRole('textbox', { name: 'authors[0].name' }).waitFor()
  await page.keyboard.type('Someone Else')
  await page.keyboard.press('Enter')
  await viewer.getByRole('treeitem', { name: /Someone Else/ }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('viewer-edits-tree')
  await viewer.getByText('Text', { exact: true }).click()
  const text = viewer.getByRole('textbox', { name: 'authors, editor' })
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('x')
  await viewer.getByText(/^Line 1, column 1: /).waitFor()
  assert.equal(await viewer.getByRole('button', { name: 'Stage Edit' }).getAttribute('aria-disabled'), 'true')
  assert.deepEqual(await faults(page), [])
  await shot('viewer-edits-text')
  await page.keyboard.press('Escape')
  await viewer.getByText('What you typed is not staged yet.').waitFor()
  await viewer.getByRole('button', { name: 'Keep Editing' }).click()
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+Enter')
  await viewer.waitFor({ state: 'detached' })
  await page.getByRole('gridcell', { name: /^authors, \[\{"name":"Someone Else",.* row 1, edited/ }).waitFor()
})

// SPEC: A-EDT-01, A-EDT-03, A-EDT-04, A-EDT-15
import { test } from './fixtures.mjs'
import { faults, settled } from './screen.mjs'

const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })
const bar = (page) => page.getByRole('region', { name: 'Staged changes' })
const says = (page, text) => bar(page).getByRole('status').getByText(text, { exact: true }).waitFor()

async function openBooks({ page, openApp }) {
  const app = await openApp()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).dblclick()
  await page.getByText('of 1,200').waitFor()
  await settled(page)
}

/** Pastes a text as a spreadsheet puts it on the clipboard. */
async function paste(page, text) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

test('rows are added, duplicated and deleted with keys, and one undo after the other takes it all back', async ({
  page,
  openApp,
  assert,
  shot,
}) => {
  await openBooks({ page, openApp })
  await cell(page, 'title', 2).click()
  await page.keyboard.press('Control+d')
  await says(page, '1 change to save: 1 new')
  const copy = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'row new, new' }) })
  assert.equal(await copy.getAttribute('aria-rowindex'), '4')
  assert.equal(await cell(page, 'title', 'new').textContent(), await cell(page, 'title', 2).textContent())
  await cell(page, 'title', 4).click()
  await page.keyboard.press('Delete')
  await page.getByRole('rowheader', { name: 'row 4, deleted' }).waitFor()
  await cell(page, 'title', 1).click()
  await page.keyboard.type('Salt')
  await page.keyboard.press('Enter')
  await says(page, '3 changes to save: 1 edited, 1 new, 1 deleted')
  await page.keyboard.press('Control+Shift+N')
  await says(page, '4 changes to save: 1 edited, 2 new, 1 deleted')
  await paste(page, '"two\nlines"\r\nTide\r\n')
  await says(page, '5 changes to save: 1 edited, 3 new, 1 deleted')
  await page.getByRole('gridcell', { name: /^title, Tide, row new/ }).waitFor()
  const titles = page.getByRole('gridcell', { name: /^title, .*row new/ })
  assert.deepEqual((await titles.allTextContents()).slice(0, 2), ['two↵lines', 'Tide'])
  assert.deepEqual(await faults(page), [])
  await shot('staging-light')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: /^Delete Row/ }).waitFor()
  await shot('staging-menu')
  await page.keyboard.press('Escape')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot('staging-dark')
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find in loaded rows' }).fill('Tide')
  await page
    .getByText(/^1 of|^\d+ in 1,00/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await cell(page, 'title', 'new').first().click()
  await page.keyboard.press('Alt+Enter')
  const inspector = page.getByRole('complementary', { name: 'Record inspector' })
  await inspector.getByText('row new').waitFor()
  await inspector.getByText('two').waitFor()
  await page.keyboard.press('Alt+Enter')
  await page.keyboard.press('Alt+PageDown')
  await cell(page, 'title', '1,001').waitFor()
  assert.equal(await cell(page, 'title', '1,001').getAttribute('tabindex'), '0')
  await page.keyboard.press('Alt+PageUp')
  await cell(page, 'title', 'new').first().click()
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('Control+z')
  await bar(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+y')
  await says(page, '1 change to save: 1 new')
})

test('an edited, a duplicated and a deleted row are saved together, and are so after a refresh', async ({
  page,
  openApp,
  assert,
  shot,
}) => {
  await openBooks({ page, openApp })
  // If every page is loaded, saved rows stay where they are. While page 2 is missing, the rows are reloaded instead.
  await page.keyboard.press('Alt+PageDown')
  await cell(page, 'title', '1,001').waitFor()
  await page.keyboard.press('Alt+PageUp')
  await cell(page, 'title', 1).click()
  await page.keyboard.type('Salt')
  await page.keyboard.press('Enter')
  await cell(page, 'title', 2).click()
  await page.keyboard.press('Control+d')
  await cell(page, '_id', 'new').click()
  await page.keyboard.type('book-copy')
  await page.keyboard.press('Enter')
  await cell(page, 'title', 3).click()
  await page.keyboard.press('Delete')
  await says(page, '3 changes to save: 1 edited, 1 new, 1 deleted')
  const title = await cell(page, 'title', 2).textContent()
  await page.keyboard.press('Control+s')
  await page.getByText('Saved 3 changes').first().waitFor()
  await page.getByRole('gridcell', { name: /^_id, book-0003,/ }).waitFor({ state: 'detached' })
  assert.equal(await cell(page, '_id', 'saved').textContent(), 'book-copy')
  await shot('staging-saved')
  await page.keyboard.press('F5')
  await page.getByRole('rowheader', { name: 'row 3', exact: true }).waitFor()
  await page.getByRole('gridcell', { name: /^_id, book-0003,/ }).waitFor({ state: 'detached' })
  // The most recently written row comes last.
  await page.keyboard.press('Alt+PageDown')
  await cell(page, 'title', '1,001').waitFor()
  await page.keyboard.press('Control+ArrowDown')
  for (const [id, text] of [
    ['book-0001', 'Salt'],
    ['book-copy', title],
  ]) {
    const row = page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: new RegExp(`^_id, ${id},`) }) })
    await row.getByText(text, { exact: true }).waitFor()
  }
})

test('the record beside the rows covers neither what is staged nor a banner in a narrow window', async ({
  page,
  openApp,
  assert,
  shot,
}) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await openBooks({ page, openApp })
  await cell(page, 'title', 3).click()
  await page.keyboard.press('Alt+Enter')
  const inspector = page.getByRole('complementary', { name: 'Record inspector' })
  await inspector.getByText('row 3').waitFor()
  await page.keyboard.press('Delete')
  await says(page, '1 change to save: 1 deleted')
  const overlap = (one, other) =>
    Math.min(one.x + one.width, other.x + other.width) > Math.max(one.x, other.x) &&
    Math.min(one.y + one.height, other.y + other.height) > Math.max(one.y, other.y)
  for (const text of ['100', '150']) {
    const box = await inspector.boundingBox()
    for (const other of [bar(page), page.locator('[data-part=status]'), page.locator('[data-part=banner]')])
      assert.ok(!overlap(box, await other.boundingBox()), `${other} at ${text} %`)
    await bar(page).getByRole('button', { name: 'Save' }).click({ trial: true })
    await shot(`inspector-narrow-${text}`)
    if (text === '100') for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('Control+Equal')
  }
})

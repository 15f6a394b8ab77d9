// SPEC: APP-04
import { test } from './fixtures.mjs'
import { faults, settled } from './screen.mjs'

const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })

/** Opens the palette, types, and returns its field. */
async function seek(page, text) {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Open or Run Anything' })
  await field.waitFor()
  await field.fill(text)
  return field
}

const chosen = (page) => page.getByRole('option', { selected: true })

test('the palette opens indices, saved requests and connections, runs commands, and says why one cannot run', async ({
  page,
  app,
  assert,
  shot,
}) => {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  const install = page.getByRole('button', { name: 'Install', exact: true })
  const books = page.getByRole('treeitem', { name: /^books/ })
  await install.or(books).first().waitFor()
  if (await install.isVisible()) await install.click()
  await books.waitFor()

  await page.getByRole('button', { name: 'Open or Run Anything' }).click()
  const palette = page.getByRole('dialog', { name: 'Open or Run Anything' })
  await palette.getByText('> commands, # indices, @ connections, / requests').waitFor()
  await shot('palette-empty')
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })

  let field = await seek(page, 'boo')
  await chosen(page).getByText('books').waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('palette')
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
  await page.getByRole('grid', { name: 'books', exact: true }).waitFor()
  await settled(page)

  // From an edited cell, whose text is kept.
  await cell(page, 'title', 2).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /^title of / }).fill('Another title')
  await seek(page, '>discard changes…')
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await page
    .getByText(/^1 change to save/)
    .first()
    .waitFor()
  // From the grid: the command acts on the cell that has the focus.
  await cell(page, 'title', 3).click()
  await seek(page, '>copy as json')
  await chosen(page).getByText('Copy as JSON').waitFor()
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.closest('[role=grid]') !== null)

  field = await seek(page, '>run all')
  await palette.getByRole('status').getByText('Open a console first.').waitFor()
  await page.keyboard.press('Enter')
  await shot('palette-dimmed')
  await field.fill('>server dash')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: /Dashboard/, selected: true }).waitFor()

  await seek(page, '>new console')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: /request/i }).first()
  await editor.waitFor()
  await editor.click()
  await page.keyboard.type('GET /books/_count')
  await page.keyboard.press('Control+s')
  await page.getByRole('textbox', { name: 'Request name' }).fill('Count the books')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Count the books/ }).waitFor()
  assert.equal(await page.getByRole('tab').count(), 3)
  await editor.click()
  await seek(page, '/count')
  await chosen(page).getByText('Count the books').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: /books\/_count/, selected: true }).waitFor()
  await page.getByRole('tab').nth(3).waitFor()

  // What was used last is first; a sheet keeps the palette closed.
  await seek(page, '')
  await chosen(page).getByText('Count the books').waitFor()
  await page.keyboard.press('Control+k')
  await palette.waitFor({ state: 'detached' })
  await seek(page, '>appearance: dark')
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=dark]').waitFor()
  await seek(page, 'boo')
  assert.deepEqual(await faults(page), [])
  await shot('palette-dark')
  await page.keyboard.press('Control+k')
  await palette.waitFor({ state: 'detached' })
  await seek(page, '>keyboard short')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByText('Close the open dialog first.').waitFor()
  assert.equal(await palette.count(), 0)
})

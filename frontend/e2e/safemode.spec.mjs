// SPEC: CON-22
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })

/** Stages another title for the second row. */
async function stageTitle(page) {
  await cell(page, 'title', 2).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /^title of / }).fill('Another title')
  await page.keyboard.press('Enter')
  await page
    .getByText(/^1 change to save/)
    .first()
    .waitFor()
}

test('safe mode is switched in the toolbar by the keyboard, holds at once, and leaving Read-only asks first', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  const app = await openApp()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books/ }).click()
  await page.getByText('book-0001', { exact: true }).waitFor()
  const before = await cell(page, 'title', 2).textContent()
  await stageTitle(page)

  await page.getByRole('button', { name: 'Safe mode off' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitemradio', { name: /^Off/ }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('safemode-menu')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Read-only', exact: true }).waitFor()
  await page.getByText('is read-only. Writes are blocked before anything is sent.').waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('safemode-read-only')

  const writes = []
  page.on('request', (request) => request.url().endsWith('/Edits.Send') && writes.push(request.url()))
  await page.getByRole('button', { name: /^Save/ }).click({ force: true })
  await cell(page, 'title', 3).click()
  await page.keyboard.press('F2')
  await page
    .getByText(/^This connection is read-only/)
    .first()
    .waitFor()
  assert.deepEqual(writes, [])

  const question = page.getByRole('alertdialog', { name: /^Allow writes to / })
  const leave = async () => {
    await page.getByRole('button', { name: 'Read-only', exact: true }).click()
    await page.getByRole('menuitemradio', { name: /^Off/ }).click()
    await question.waitFor()
  }
  await leave()
  assert.deepEqual(await faults(page), [])
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Read-only', exact: true }).waitFor()
  await leave()
  await question.getByRole('button', { name: 'Turn Safe Mode Off' }).click()
  await page.getByRole('button', { name: 'Safe mode off' }).waitFor()
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Saved 1 change').first().waitFor()
  assert.equal(writes.length, 1)
  assert.notEqual(await cell(page, 'title', 2).textContent(), before)
})

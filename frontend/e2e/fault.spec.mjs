// SPEC: APP-01, A-BRO-02
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

test('Open by Name lists names and closes; a window that cannot be drawn says so and is loaded again', async ({
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
  const dialog = page.getByRole('dialog', { name: 'Open by Name' })
  const lookUp = async () => {
    await page.keyboard.press('Control+Shift+O')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('o')
  }

  await lookUp()
  await dialog.getByRole('option', { name: 'products' }).waitFor()
  await page.keyboard.press('ArrowDown')
  assert.deepEqual(await faults(page), [])
  await shot('open-by-name-names')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('book-0001', { exact: true }).waitFor()

  await page.evaluate(() => {
    Element.prototype.scrollIntoView = () => {
      throw new Error('it is broken on purpose')
    }
  })
  await lookUp()
  await page.getByRole('alert').getByText('Your unsaved changes are kept.').waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('window-fault')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Connections', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books/ }).waitFor()
})

// SPEC: CNS-07
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

const editor = (page) => page.getByRole('textbox', { name: /^Console 1, request/ })
const typed = async (page) => (await editor(page).locator('.cm-line').allTextContents()).join('\n')
const options = (page) => page.getByRole('listbox', { name: 'Completions' }).getByRole('option')
const chosen = (page, name) => page.getByRole('option', { name, selected: true })

/** The sample data with a console whose editor has the focus. */
async function openConsole(page) {
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  const install = page.getByRole('button', { name: 'Install', exact: true })
  const object = page.getByRole('treeitem', { name: /^books/ })
  await install.or(object).first().waitFor()
  if (await install.isVisible()) await install.click()
  await object.waitFor()
  await page.getByRole('button', { name: 'New Console' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
}

/** Types letters one by one until an option is the chosen one, and accepts it. */
async function choose(page, letters, name, key = 'Enter') {
  await page.keyboard.type(letters)
  await chosen(page, name).waitFor()
  // The library ignores keys that were meant for the text and came just as the list opened.
  await page.waitForTimeout(100)
  await page.keyboard.press(key)
  await options(page).first().waitFor({ state: 'detached' }).catch(() => undefined)
}

test.beforeEach(async ({ page, app }) => {
  await page.goto(app.url)
})

test('a request is completed key by key, from its method to a value, and runs', async ({ page, assert, shot }) => {
  await openConsole(page)
  await choose(page, 'G', /^GET/)
  await choose(page, 'bo', /^books/)
  await choose(page, '/_sea', /^_search/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('{')
  await page.keyboard.press('Enter')
  await choose(page, '"qu', /^query/)
  assert.equal(await typed(page), '')
})

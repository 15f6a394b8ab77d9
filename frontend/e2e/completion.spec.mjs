// SPEC: CNS-07
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

const editor = (page) => page.getByRole('textbox', { name: /^Console 1/ })
const typed = async (page) => (await editor(page).locator('.cm-line').allTextContents()).join('\n')
const list = (page) => page.getByRole('listbox', { name: 'Completions' })
const chosen = (page, name) => page.getByRole('option', { name, selected: true })
const inEditor = (page) => page.evaluate(() => document.activeElement?.getAttribute('role') === 'textbox')

test.beforeEach(async ({ page, app }) => {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  const install = page.getByRole('button', { name: 'Install', exact: true })
  const object = page.getByRole('treeitem', { name: /^books/ })
  await install.or(object).first().waitFor()
  if (await install.isVisible()) await install.click()
  await object.waitFor()
  await page.getByRole('button', { name: 'New Console' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
})

/** Types letters one by one until an option is selected, and accepts it. */
async function choose(page, letters, name, key = 'Enter') {
  await page.keyboard.type(letters)
  await chosen(page, name).waitFor()
  await page.keyboard.press(key)
}

test('a request is completed key by key, from its method to a value of a field, and runs', async ({
  page,
  assert,
  shot,
}) => {
  await choose(page, 'G', 'GET')
  await choose(page, 'bo', /^books/)
  await choose(page, '/_sea', /^_search/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('{')
  await page.keyboard.press('Enter')
  await choose(page, '"qu', 'query')
  await chosen(page, 'bool').waitFor()
  await choose(page, '"te', 'term', 'Tab')
  await choose(page, 'la', /^language/)
  await page.keyboard.press('Tab')
  await chosen(page, /^en/).waitFor()
  await shot('completion-values')
  await choose(page, 'c', /^cy/)
  assert.equal(
    await typed(page),
    'GET books/_search\n{\n  "query": {\n    "term": {\n      "language": { "value": "cy" }\n    }\n  }\n}',
  )
  assert.equal(await list(page).count(), 0)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Response' }).getByText('200 OK').first().waitFor()
})

test('Escape closes the list and stays in the editor, and Control and Space ask for it', async ({ page, assert }) => {
  await page.keyboard.type('GET bo')
  await chosen(page, /^books/).waitFor()
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  assert.equal(await typed(page), 'GET bo  ')
  await editor(page).fill('GET books/_search\n{"query": {"bool": {')
  await page.keyboard.press('Control+End')
  assert.equal(await list(page).count(), 0)
  await page.keyboard.press('Control+Space')
  for (const name of ['boost', 'filter', 'must']) await page.getByRole('option', { name, exact: true }).waitFor()
  assert.deepEqual(await faults(page), [])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.ok(await inEditor(page))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') !== 'textbox')
})

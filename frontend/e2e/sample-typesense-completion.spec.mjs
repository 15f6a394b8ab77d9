// SPEC: CNS-07
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

const editor = (page) => page.getByRole('textbox', { name: /^Console 1/ })
const typed = async (page) => (await editor(page).locator('.cm-line').allTextContents()).join('\n')
const chosen = (page, name) => page.getByRole('option', { name, selected: true })

/** Types letters one by one until an option is selected, and accepts it. */
async function choose(page, letters, name) {
  await page.keyboard.type(letters)
  await chosen(page, name).waitFor()
  await page.keyboard.press('Enter')
}

test('a search of Typesense is completed up to the operators of its filter, and runs', async ({
  page,
  app,
  assert,
  shot,
}) => {
  await app.call('Plugins.Install', { call: '', driver: 'typesense' })
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).waitFor()
  await page.getByRole('button', { name: 'New Console' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
  await choose(page, 'G', 'GET')
  await choose(page, 'coll', /^collections/)
  await choose(page, '/bo', /^books/)
  await choose(page, '/documents/se', /^search/)
  await choose(page, '?filter', /^filter_by/)
  await choose(page, 'pag', /^pages/)
  await choose(page, '>400 && pri', /^price/)
  await choose(page, '>20&sor', /^sort_by/)
  await choose(page, 'pag', /^pages/)
  await choose(page, 'd', 'desc')
  await page.keyboard.type('&q=*')
  const want = 'GET collections/books/documents/search?filter_by=pages:>400 && price:>20&sort_by=pages:desc&q=*'
  assert.equal(await typed(page), want)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Response' }).getByText('200 OK').first().waitFor()

  await editor(page).fill(
    'POST /multi_search\n{"searches": [{"collection": "books", "q": "*", "filter_by": "pages:>5 && "}]}',
  )
  await page.keyboard.press('Control+End')
  for (let at = 0; at < '"}]}'.length; at += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('in')
  await chosen(page, /^in_print/).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-completion')
  await page.keyboard.press('Enter')
  await page.keyboard.type('true')
  assert.match(await typed(page), /"filter_by": "pages:>5 && in_print:true"/)

  /** The names of what is offered at the end of a request. */
  const offered = async (text, first) => {
    await editor(page).fill(text)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+Space')
    await page.getByRole('option', { name: first }).waitFor()
    const labels = await page.locator('.cm-completionLabel').allTextContents()
    await page.keyboard.press('Escape')
    return labels
  }
  const search = 'GET collections/books/documents/search?q=*&'
  const filtered = await offered(`${search}filter_by=`, /^pages/)
  const sorted = await offered(`${search}sort_by=`, /^pages/)
  const searched = await offered(`${search}query_by=`, /^title/)
  const those = (labels) => ['title', 'isbn', 'pages', 'tags'].filter((name) => labels.includes(name))
  assert.deepEqual(those(filtered), ['title', 'isbn', 'pages', 'tags'])
  assert.deepEqual(those(sorted), ['title', 'pages'], 'the schema says sort: false of the others')
  assert.deepEqual(those(searched), ['title', 'isbn', 'tags'], 'numbers cannot be searched')
})

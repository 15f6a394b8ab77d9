// SPEC: A-EDT-01, A-EDT-02, A-EDT-09, A-EDT-11, CON-22
import { test } from './fixtures.mjs'
import { connect, draft, faults, keyOf, openIndex } from './screen.mjs'

const mapping = `{"properties":{"title":{"type":"text","fields":{"raw":{"type":"keyword"}}},"genre":{"type":"keyword"},
  "pages":{"type":"integer"},"price":{"type":"double"},"big":{"type":"long"}}}`
const genres = ['poetry', 'prose', 'essay']
const books = Array.from({ length: 30 }, (_, i) => ({
  action: `{"_id":"bk-${100 + i}"}`,
  source: `{"title":"Book ${i}","genre":"${genres[i % 3]}","pages":${200 + i},"price":${i}.50,"big":9007199254740993}`,
}))

const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })
const button = (page, name) => page.getByRole('button', { name })
const source = async (engine, index, id) => engine.must('GET', `/${index}/_source/${id}`)

async function opened({ page, corner, engine, openApp }, safeMode = 'confirm') {
  const index = await corner.index('books', mapping, books)
  const app = await openApp()
  await connect({ page, app }, draft('catalogue', engine.url, keyOf(corner), { safeMode }))
  await openIndex(page, index)
  return index
}

/** Types a value into a cell as a user does. */
async function type(page, column, row, text) {
  await cell(page, column, row).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: new RegExp(`^${column} of `) }).fill(text)
  await page.keyboard.press('Enter')
}

test('a cell is changed, previewed and saved, and the engine has exactly what was typed', async ({ stage }) => {
  const { page, assert, engine, shot } = stage
  const index = await opened(stage)
  await type(page, 'price', 2, '16.90')
  await type(page, 'pages', 3, '276.5')
  await page.getByText('1 change to save', { exact: true }).waitFor()
  assert.deepEqual(await faults(page), [])
  await button(page, /^Preview/).click()
  const sheet = page.getByRole('dialog', { name: '1 request to catalogue' })
  const request = await sheet.getByRole('region', { name: 'Request' }).textContent()
  assert.match(request, /^PUT .*\/_doc\/bk-101\?if_seq_no=\d+&if_primary_term=1/)
  assert.match(request, /"price":16\.90/)
  await sheet.getByText(/^bk-102, pages: Not an integer/).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('edits-preview')
  assert.match(await source(engine, index, 'bk-101'), /"price":1\.50/, 'nothing is sent by a preview')
  await sheet.getByRole('button', { name: 'Send 1 Request' }).click()
  await page.getByText('Saved 1 change. 1 row stays staged.').first().waitFor()
  assert.equal(
    await source(engine, index, 'bk-101'),
    '{"title":"Book 1","genre":"prose","pages":201,"price":16.90,"big":9007199254740993}',
  )
  assert.match(await source(engine, index, 'bk-102'), /"pages":202/)
  await page.getByText('No other changes to save', { exact: true }).waitFor()
  assert.equal(await cell(page, 'pages', 3).textContent(), '276.5')
  await type(page, 'pages', 3, '276')
  await button(page, /^Save/).click()
  await button(page, 'Send 1 Request').click()
  await page.getByText('Saved 1 change').first().waitFor()
  assert.match(await source(engine, index, 'bk-102'), /"pages":276/)
  assert.equal(await page.getByRole('region', { name: 'Staged changes' }).getByText('Discard…').count(), 0)
  await type(page, 'price', 2, '17.00')
  await button(page, /^Save/).click()
  await button(page, 'Send 1 Request').click()
  await page.getByText('Saved 1 change').first().waitFor()
  assert.match(await source(engine, index, 'bk-101'), /"price":17\.00/, 'the second save is based on the first')
})

test('a second writer between preview and save is a conflict in which nothing is lost', async ({ stage }) => {
  const { page, assert, engine, shot } = stage
  const index = await opened(stage)
  await type(page, 'price', 2, '16.90')
  await type(page, 'title', 2, 'Mine')
  await button(page, /^Save/).click()
  await button(page, 'Send 1 Request').waitFor()
  const theirs = '{"title":"Theirs","genre":"prose","pages":999,"price":17.25,"big":9007199254740993}'
  await engine.must('PUT', `/${index}/_doc/bk-101?refresh=true`, theirs)
  await button(page, 'Send 1 Request').click()
  const outcome = page.getByRole('dialog', { name: '0 of 1 request succeeded' })
  await outcome.getByRole('button', { name: 'Resolve Conflict…' }).click()
  assert.equal(await source(engine, index, 'bk-101'), theirs, 'nothing was written over theirs')
  const sheet = page.getByRole('dialog', { name: 'bk-101 was changed on the server' })
  assert.deepEqual(await sheet.getByRole('cell').allTextContents(), [
    ...['price', '1.50', '17.25', '16.90', 'title', 'Book 1', 'Theirs', 'Mine'],
    ...['pages', '201', '999', '201(not edited)'],
  ])
  assert.deepEqual(await faults(page), [])
  await shot('edits-conflict')
  await sheet.getByRole('radio', { name: 'Theirs' }).check()
  const result = sheet.getByRole('region', { name: 'Result' })
  await result.getByText('if_seq_no').waitFor()
  assert.ok(!(await result.textContent()).includes('Mine'), 'only what was chosen is sent')
  await sheet.getByRole('button', { name: 'Save Merged Row' }).click()
  await page.getByText('Saved 1 change').first().waitFor()
  assert.equal(await source(engine, index, 'bk-101'), theirs.replace('17.25', '16.90'))
  assert.deepEqual(
    await Promise.all(['price', 'title', 'pages'].map((column) => cell(page, column, 2).textContent())),
    ['16.90', 'Theirs', '999'],
  )
})

test('edits are asked for before their tab closes, and follow their row when it is sorted', async ({ stage }) => {
  const { page, assert } = stage
  await opened(stage)
  await type(page, 'price', 2, '16.90')
  await page.getByRole('columnheader', { name: /^pages/ }).click()
  await page.getByRole('columnheader', { name: /^pages.*sorted ascending/ }).waitFor()
  await page.getByRole('columnheader', { name: /^pages/ }).click()
  await page.getByRole('columnheader', { name: /^pages.*sorted descending/ }).waitFor()
  assert.equal(await cell(page, '_id', 29).textContent(), 'bk-101')
  const edited = page.getByRole('gridcell', { name: 'price, 16.90, row 29, edited, was 1.50' })
  await edited.waitFor()
  await page.keyboard.press('Control+w')
  const question = page.getByRole('alertdialog', { name: /^Discard the unsaved changes in / })
  await question.getByRole('button', { name: /^Cancel/ }).click()
  await edited.waitFor()
  await page.keyboard.press('Control+w')
  await question.getByRole('button', { name: 'Discard Changes' }).click()
  await page.getByRole('grid').waitFor({ state: 'detached' })
})

test('a read-only connection says why nothing can be edited', async ({ stage }) => {
  const { page, assert } = stage
  await opened(stage, 'read-only')
  await cell(page, 'price', 2).click({ button: 'right' })
  const edit = page.getByRole('menuitem', { name: /^Edit/ })
  assert.match(await page.getByRole('menu', { name: 'Cell' }).textContent(), /This connection is read-only/)
  assert.equal(await edit.getAttribute('aria-disabled'), 'true')
})

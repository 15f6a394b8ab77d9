// SPEC: A-EDT-01, A-EDT-10, A-EDT-12, A-EDT-13, APP-03
import { test } from './fixtures.mjs'
import { connect, draft, faults, keyOf, openIndex } from './screen.mjs'

const mapping = `{"properties":{"title":{"type":"keyword"},"pages":{"type":"integer"},"price":{"type":"double"}}}`
const books = Array.from({ length: 5 }, (_, i) => ({
  action: `{"_id":"bk-${i}"}`,
  source: `{"title":"Book ${i}","pages":${200 + i},"price":${i}.50}`,
}))

const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })
const button = (page, name) => page.getByRole('button', { name })
const source = (engine, index, id) => engine.must('GET', `/${index}/_source/${id}`)

async function opened({ page, corner, engine, openApp }, safeMode = 'confirm') {
  const index = await corner.index('books', mapping, books)
  const app = await openApp()
  await connect({ page, app }, draft('catalogue', engine.url, keyOf(corner), { safeMode }))
  await openIndex(page, index)
  return { index, app }
}

/** Types a value into a cell as a user does. */
async function type(page, column, row, text) {
  await cell(page, column, row).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: new RegExp(`^${column} of `) }).fill(text)
  await page.keyboard.press('Enter')
}

test('a save is undone by requests that are shown first, and the engine has what it had before', async ({ stage }) => {
  const { page, assert, engine, shot } = stage
  const { index } = await opened(stage)
  const before = await source(engine, index, 'bk-1')
  await type(page, 'price', 2, '16.90')
  await button(page, /^Save/).click()
  await button(page, 'Send 1 Request').click()
  const strip = page.getByRole('region', { name: 'Staged changes' })
  await strip.getByRole('status').getByText('Saved 1 change').waitFor()
  assert.match(await source(engine, index, 'bk-1'), /"price":16\.90/)
  await shot('saving-undo-strip')
  await strip.getByRole('button', { name: 'Undo Save…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Undo the save with 1 request to catalogue' })
  assert.match(await source(engine, index, 'bk-1'), /"price":16\.90/, 'nothing is sent by the preview')
  await sheet.getByText('Reverted').waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('saving-undo')
  await sheet.getByRole('button', { name: 'Send 1 Request' }).click()
  await page.getByText('Undid 1 change').waitFor()
  assert.equal(await source(engine, index, 'bk-1'), before)
  await page.getByRole('gridcell', { name: /^price, 1\.50, row \d+$/ }).waitFor()
})

test('an index is deleted once its name was typed, and its tab stays and says so', async ({ stage }) => {
  const { page, assert, engine, shot } = stage
  const { index } = await opened(stage, 'off')
  await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).click({ button: 'right' })
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem', { name: 'Delete…' }).waitFor()
  assert.equal(await menu.getByRole('menuitem', { name: /^Empty…/ }).count(), 0)
  await shot('saving-sidebar-menu')
  await menu.getByRole('menuitem', { name: 'Delete…' }).click()
  const sheet = page.getByRole('alertdialog', { name: `Delete the index ${index}?` })
  await sheet.getByText('All 5 documents in it will be deleted. This cannot be undone.').waitFor()
  await sheet
    .getByText(new RegExp(`Delete only its documents, and keep the index\\? .*${index}/_delete_by_query`))
    .waitFor()
  assert.match(await sheet.getByRole('region', { name: 'Request' }).textContent(), new RegExp(`^DELETE .*/${index}$`))
  await sheet.getByRole('textbox').fill(index.slice(0, -1))
  await shot('saving-delete')
  assert.deepEqual(await faults(page), [])
  const drop = sheet.getByRole('button', { name: 'Delete Index' })
  assert.equal(await drop.getAttribute('aria-disabled'), 'true')
  await sheet.getByRole('textbox').fill(index)
  await drop.click()
  await page.getByText(`Deleted ${index}`).waitFor()
  await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).waitFor({ state: 'detached' })
  await page.getByText(`The index ${index} was deleted. These documents were read before.`).waitFor()
  await cell(page, 'title', 1).waitFor() // the rows stay
  await shot('saving-deleted')
  assert.equal((await engine.ask('HEAD', `/${index}`)).status, 404)
})

test('what is staged survives a reload, and is compared with the documents as they are then', async ({ stage }) => {
  const { page, assert, engine, shot } = stage
  const { index, app } = await opened(stage)
  await type(page, 'price', 2, '16.90')
  await type(page, 'pages', 3, '999')
  await page.waitForResponse((response) => response.url().includes('Drafts.Save'))
  await engine.must('PUT', `/${index}/_doc/bk-2?refresh=true`, '{"title":"Theirs","pages":1,"price":2.50}')
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto('about:blank')
  await page.goto(app.url)
  await page.getByRole('option', { name: 'catalogue' }).dblclick()
  await page.getByRole('gridcell', { name: /^price, 16\.90, row 2, edited/ }).waitFor()
  // The other change becomes a conflict as soon as it is compared.
  await page.getByText('1 change to save', { exact: true }).waitFor()
  await page.getByRole('gridcell', { name: /^pages, 999, row 5/ }).waitFor()
  await button(page, 'Resolve 1 Conflict…').click()
  const sheet = page.getByRole('dialog', { name: 'bk-2 was changed on the server' })
  assert.deepEqual(await sheet.getByRole('cell').allTextContents(), [
    ...['pages', '202', '1', '999', 'title', 'Book 2', 'Theirs', 'Book 2(not edited)'],
  ])
  await sheet.getByLabel(/^Show the/).check()
  await shot('saving-conflict')
  assert.deepEqual(await faults(page), [])
  await sheet.getByRole('button', { name: 'Take Theirs' }).click()
  await button(page, 'Send 1 Request').click()
  await page.getByText('Saved 1 change').first().waitFor()
  assert.match(await source(engine, index, 'bk-1'), /"price":16\.90/)
  assert.match(await source(engine, index, 'bk-2'), /Theirs/)
})

test('edited, new and deleted rows are previewed and saved together, and undone together', async ({ stage }) => {
  const { page, assert, engine, shot } = stage
  const { index } = await opened(stage)
  const documents = async () => {
    await engine.must('POST', `/${index}/_refresh`)
    const { hits } = JSON.parse(await engine.must('GET', `/${index}/_search?size=20&sort=title`)).hits
    return hits.map(({ _source }) => _source.title)
  }
  await type(page, 'title', 1, 'Salt')
  await cell(page, 'title', 3).click()
  await page.keyboard.press('Control+d')
  await cell(page, 'title', 4).click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+Shift+P')
  const sheet = page.getByRole('dialog', { name: '3 requests to catalogue: delete 1 document and save 2 changes' })
  await sheet.getByText(/Elasticsearch has no transactions/).waitFor()
  for (const chip of ['Edited', 'New', 'Deleted']) await sheet.getByText(chip, { exact: true }).waitFor()
  await sheet.getByRole('radio', { name: 'Changes' }).click()
  await sheet.getByRole('option', { name: /^Edited bk-0 title Book 0 becomes Salt/ }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('saving-preview-changes')
  await sheet.getByRole('radio', { name: 'Request' }).click()
  await sheet.getByRole('option', { name: /^POST .*_doc/ }).click()
  await shot('saving-preview')
  await sheet.getByRole('option', { name: /^DELETE/ }).click()
  assert.match(await sheet.getByRole('region', { name: 'Request' }).textContent(), /^DELETE .*bk-3\?if_seq_no/)
  assert.deepEqual(await documents(), ['Book 0', 'Book 1', 'Book 2', 'Book 3', 'Book 4'])
  await sheet.getByRole('button', { name: 'Delete 1 Document and Save 2 Changes' }).click()
  const strip = page.getByRole('region', { name: 'Staged changes' })
  await strip.getByRole('status').getByText('Saved 3 changes').waitFor()
  assert.deepEqual(await documents(), ['Book 1', 'Book 2', 'Book 2', 'Book 4', 'Salt'])
  await shot('saving-saved')
  await strip.getByRole('button', { name: 'Undo Save…' }).click()
  const undo = page.getByRole('dialog', {
    name: 'Undo the save with 3 requests to catalogue: delete 1 document and undo 2 changes',
  })
  for (const chip of ['Reverted', 'Deleted', 'Restored']) await undo.getByText(chip, { exact: true }).waitFor()
  await shot('saving-undo-three')
  await undo.getByRole('button', { name: 'Delete 1 Document and Undo 2 Changes' }).click()
  await page.getByText('Undid 3 changes').waitFor()
  assert.deepEqual(await documents(), ['Book 0', 'Book 1', 'Book 2', 'Book 3', 'Book 4'])
})

test('a save that fails half-way says what became of each row, and a delete shows what changed since', async ({
  stage,
}) => {
  const { page, assert, engine, shot } = stage
  const { index } = await opened(stage)
  await type(page, 'price', 2, '16.90')
  await cell(page, 'title', 3).click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+Shift+P')
  await button(page, 'Delete 1 Document and Save 1 Change').waitFor()
  await engine.must('PUT', `/${index}/_doc/bk-2?refresh=true`, '{"title":"Theirs","pages":1,"price":2.50}')
  await button(page, 'Delete 1 Document and Save 1 Change').click()
  const outcome = page.getByRole('dialog', { name: '1 of 2 requests succeeded' })
  await outcome.getByRole('option', { name: /^Conflict DELETE/ }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('saving-outcome')
  await outcome.getByRole('button', { name: 'Resolve Conflict…' }).click()
  const sheet = page.getByRole('dialog', { name: 'bk-2 was changed on the server' })
  assert.deepEqual(await sheet.getByRole('cell').allTextContents(), ['title', 'Book 2', 'Theirs', 'pages', '202', '1'])
  await shot('saving-conflict-delete')
  await sheet.getByRole('button', { name: 'Delete Anyway…' }).click()
  await button(page, 'Delete 1 Document').click()
  await page.getByText('Saved 1 change').first().waitFor()
  assert.equal((await engine.ask('GET', `/${index}/_doc/bk-2`)).status, 404)
})

// SPEC: A-EDT-16
test('a child of a join is added from the grid with the routing of its parent, which the preview shows', async ({
  stage,
}) => {
  const { page, assert, engine, corner, openApp } = stage
  const parents = [{ action: '{"_id":"q1"}', source: '{"j":"question","name":"Q"}' }]
  const index = await corner.index(
    'answers',
    '{"properties":{"j":{"type":"join","relations":{"question":"answer"}},"name":{"type":"keyword"}}}',
    parents,
  )
  await connect({ page, app: await openApp() }, draft('catalogue', engine.url, keyOf(corner), { safeMode: 'confirm' }))
  await openIndex(page, index)
  await cell(page, 'name', 1).click()
  await page.keyboard.press('Control+Shift+n')
  await type(page, 'name', 'new', 'A')
  await cell(page, 'j', 'new').click()
  await page.keyboard.press('F2')
  await page.getByRole('dialog', { name: /^Cell j of / }).waitFor()
  await page.keyboard.insertText('{"name":"answer","parent":"q1"}')
  await page.keyboard.press('Control+Enter')
  await cell(page, 'name', 'new').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Set Routing…' }).click()
  await page.getByRole('textbox', { name: 'Routing' }).fill('q1')
  await page.keyboard.press('Enter')
  await button(page, /^Save/).click()
  const sheet = page.getByRole('dialog', { name: '1 request to catalogue' })
  assert.match(await sheet.getByRole('region', { name: 'Request' }).textContent(), /^POST .*\/_doc\?.*routing=q1/)
  await sheet.getByRole('button', { name: 'Send 1 Request' }).click()
  await page.getByText('Saved 1 change').first().waitFor()
  await engine.must('POST', `/${index}/_refresh`)
  const found = JSON.parse(
    await engine.must('POST', `/${index}/_search`, '{"query":{"parent_id":{"type":"answer","id":"q1"}}}'),
  ).hits.hits
  assert.deepEqual(
    found.map(({ _routing, _source }) => [_routing, _source]),
    [['q1', { name: 'A', j: { name: 'answer', parent: 'q1' } }]],
  )
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await cell(page, '_routing', '\\d').getByText('q1').waitFor()
})

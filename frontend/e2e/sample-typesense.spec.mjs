// SPEC: APP-07, APP-15, B-FIL-01, B-FIL-03, B-EDT-01, B-EDT-02, B-EDT-03, B-EDT-06, B-EDT-08, A-FIL-09
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { temporary } from './harness.mjs'
import { draft, faults } from './screen.mjs'
import { openSampleEngine } from './window/servers.mjs'

const cell = (page, column, row) =>
  page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(, (?!new)|$)`) })

/** Opens a collection of the sample data for Typesense. */
async function openSample(page, app, collection) {
  await app.call('Plugins.Install', { call: '', driver: 'typesense' })
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: new RegExp(`^${collection},`) }).dblclick()
  await cell(page, 'id', 1).waitFor()
}

test('rows of Typesense are filtered, with values that the server lists', async ({ page, app, assert, shot }) => {
  await openSample(page, app, 'books')
  await page.getByText('of 1,200').waitFor()
  await page.keyboard.press('Control+Shift+f')
  await page.getByRole('combobox', { name: /^Column, / }).click()
  await page.getByRole('option', { name: /^pages/ }).click()
  await page.getByRole('combobox', { name: /^Operator, / }).click()
  await page.getByRole('option', { name: /^greater than/ }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('2147483648')
  await page.getByText('Not an int32: 2147483648.').first().waitFor()
  await page.getByRole('textbox', { name: 'Value' }).fill('400')
  await page.keyboard.press('Control+Enter')
  await page.getByText('of 1,200').waitFor({ state: 'detached' })
  await cell(page, 'pages', 1).waitFor()
  for (const row of [1, 2, 3]) assert.ok(Number(await cell(page, 'pages', row).textContent()) > 400)
  assert.deepEqual(await faults(page), [])
  await shot('typesense-filter')
})

test('rows of Typesense are duplicated, deleted and edited in one save, which is undone', async ({
  page,
  app,
  assert,
  shot,
}) => {
  await openSample(page, app, 'books')
  const [first, second, pages] = await Promise.all(
    [cell(page, 'id', 1), cell(page, 'id', 2), cell(page, 'pages', 3)].map((one) => one.textContent()),
  )
  await cell(page, 'title', 1).click()
  await page.keyboard.press('Control+d')
  await page.getByText('1 change to save').first().waitFor()
  await cell(page, 'title', 2).click()
  await page.keyboard.press('Delete')
  await cell(page, 'pages', 3).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /^pages of / }).fill('77')
  await page.keyboard.press('Enter')
  await page.getByText('3 changes to save').first().waitFor()
  await page.keyboard.press('Control+Shift+p')
  const preview = page.getByRole('dialog')
  await preview.getByRole('option', { name: `DELETE /collections/books/documents/${second}` }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-save')
  await preview.getByRole('button', { name: 'Delete 1 Document and Save 2 Changes' }).click()
  await page.getByText('Saved 3 changes').first().waitFor()
  await page.keyboard.press('Control+r')
  await cell(page, 'id', 2).getByText(first, { exact: true }).waitFor()
  await cell(page, 'pages', 3).getByText('77', { exact: true }).waitFor()
  await page.getByText(second, { exact: true }).first().waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Undo Save…' }).click()
  await page.getByRole('button', { name: 'Delete 1 Document and Undo 2 Changes' }).click()
  await page.getByText(second, { exact: true }).first().waitFor()
  await page.getByText('of 1,200').waitFor()
  await page.getByText('77', { exact: true }).first().waitFor({ state: 'detached' })
  await page.getByText(pages, { exact: true }).first().waitFor()
})

test('a collection of Typesense is deleted once its name is typed', async ({ page, app, assert, shot }) => {
  await openSample(page, app, 'notes')
  const line = page.getByRole('treeitem', { name: /^notes,/ })
  await line.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const sheet = page.getByRole('alertdialog', { name: 'Delete the collection notes?' })
  const drop = sheet.getByRole('button', { name: 'Delete Collection' })
  await drop.waitFor()
  assert.match(await sheet.getByRole('region', { name: 'Request' }).textContent(), /^DELETE .*\/collections\/notes$/)
  assert.equal(await drop.getAttribute('aria-disabled'), 'true')
  await sheet.getByRole('textbox').fill('notes')
  assert.deepEqual(await faults(page), [])
  await shot('typesense-drop')
  await drop.click()
  await page.getByText('Deleted notes').waitFor()
  await line.waitFor({ state: 'detached' })
})

test('a column of Typesense has statistics if it is a facet, and says why it has none', async ({
  page,
  app,
  assert,
  shot,
}) => {
  const pane = (column) => page.getByRole('complementary', { name: `Statistics of ${column}` })
  const show = async (column) => {
    await cell(page, column, 1).click()
    await page.keyboard.press('Control+Shift+U')
    await pane(column)
      .getByText(/^Engine /)
      .waitFor()
  }
  await openSample(page, app, 'weblog')
  await show('response')
  const figures = pane('response').getByRole('region', { name: 'Figures' })
  assert.match(await figures.textContent(), /^Distinct\d+Min\d{3}Max\d{3}Sum[\d,]+Average/)
  await pane('response').getByText('200', { exact: true }).first().waitFor()
  await pane('response').getByText('Typesense has no histograms.').waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-statistics')
  await show('client')
  await pane('client').getByText('Typesense only summarizes fields whose schema says facet: true.').waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-no-statistics')
})

test('a collection of Typesense is emptied and keeps its columns', async ({ page, app, assert, shot }) => {
  await openSample(page, app, 'notes')
  const line = page.getByRole('treeitem', { name: /^notes,/ })
  await line.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Empty…' }).click()
  const sheet = page.getByRole('alertdialog', { name: 'Empty the collection notes?' })
  const empty = sheet.getByRole('button', { name: 'Empty Collection' })
  await empty.waitFor()
  assert.match(
    await sheet.getByRole('region', { name: 'Request' }).textContent(),
    /^DELETE .*\/collections\/notes\/documents\?truncate=true$/,
  )
  await sheet.getByText(/^All [\d,]+ documents in it will be deleted/).waitFor()
  assert.equal(await empty.getAttribute('aria-disabled'), 'true')
  await sheet.getByRole('textbox').fill('notes')
  assert.deepEqual(await faults(page), [])
  await shot('typesense-empty')
  await empty.click()
  await page.getByText('Emptied notes').waitFor()
  await page.getByText('This collection has no documents').waitFor()
  await page.getByRole('treeitem', { name: /^notes, .*\b0\b/ }).waitFor()
  await page.getByRole('columnheader', { name: /^id/ }).first().waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-emptied')
})

test('the sample data of both databases is chosen from a menu, and open at the same time', async ({
  page,
  app,
  assert,
  shot,
}) => {
  await page.goto(app.url)
  const choose = page.getByRole('button', { name: 'Choose Sample Data' })
  const menu = page.getByRole('menu', { name: 'Choose Sample Data' })
  await choose.click()
  await menu.getByRole('menuitem', { name: 'Elasticsearch' }).waitFor()
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => Object.assign(document.documentElement.dataset, { theme: chosen }), theme)
    assert.deepEqual(await faults(page), [])
    await shot(`sample-choice-${theme}`)
  }
  await menu.getByRole('menuitem', { name: 'Typesense' }).click()
  await page.getByRole('dialog', { name: 'Sample data needs the Typesense driver' }).waitFor()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await page.getByRole('treeitem', { name: /^places,/ }).waitFor()

  await page.locator('[data-part=connection]').click()
  await page.getByRole('menuitem', { name: 'Connections…' }).click()
  await choose.press('ArrowDown')
  await menu.getByRole('menuitem', { name: 'Elasticsearch' }).press('Enter')
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await page.getByRole('treeitem', { name: /^products/ }).waitFor()
  assert.equal(await page.getByRole('treeitem', { name: /^places,/ }).count(), 0)
  await page.locator('[data-part=connection]').click()
  assert.deepEqual(await faults(page), [])
  await shot('sample-both-open')
})

// SPEC: B-BRO-11
test('a field outside the schema is reported once, shown read-only and exported', async ({
  page,
  app,
  assert,
  ending,
  shot,
}) => {
  await openSample(page, app, 'places')
  const notice = page.getByText('1 field is not in the schema: website. Refresh to show it as a column.')
  await notice.waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-outside-notice')
  await page.getByRole('button', { name: 'Show Columns' }).click()
  const head = page.getByRole('columnheader', { name: /^website/ })
  await head.waitFor()
  await notice.waitFor({ state: 'detached' })
  const why = 'website is not in the schema, so it cannot be sorted, filtered or edited.'
  assert.match(await head.getAttribute('aria-label'), new RegExp(`cannot be sorted: ${why}`))
  const values = page.getByRole('gridcell', { name: /^website, .*https:\/\/place-\d+\.example/ })
  await values.first().dblclick()
  await page.getByText(why).first().waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-outside')

  await page.getByRole('toolbar', { name: 'Connection' }).getByRole('button', { name: 'Export', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Export places' })
  await sheet.getByRole('radio', { name: 'CSV' }).click()
  const { folder, remove } = temporary('quarry-export-')
  await ending({ close: remove })
  const file = join(folder, 'places.csv')
  await sheet.getByRole('textbox', { name: 'Save as' }).fill(file)
  await sheet.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('dialog', { name: 'Exported and verified' }).waitFor()
  const [names, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
  assert.ok(names.split(',').includes('website'))
  assert.equal(lines.length, 400)
  assert.equal(lines.filter((line) => line.includes('https://place-')).length, 342)
})

test('the id of a new row is typed in its cell, which is not called read-only', async ({ page, app, assert, shot }) => {
  await openSample(page, app, 'places')
  await cell(page, 'name', 1).click()
  await page.keyboard.press('Control+d')
  const own = page.getByRole('gridcell', { name: /^id, .*, new/ })
  await own.waitFor()
  assert.doesNotMatch(await own.getAttribute('aria-label'), /read-only/)
  assert.equal(await own.getAttribute('aria-readonly'), null)
  assert.match(await cell(page, 'id', 1).getAttribute('aria-label'), /, read-only$/)
  await own.click()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^id of / }).fill('place-new')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: /^id, place-new, row [^,]+$/ }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-new-id')
})

test('a connection can leave the ids of new rows to the server, and the saved row shows its own', async ({
  page,
  app,
  assert,
  shot,
}) => {
  const { folder, remove } = temporary('quarry-newids-')
  const engine = await openSampleEngine('typesense', folder)
  try {
    await app.call('Plugins.Install', { call: '', driver: 'typesense' })
    const auth = { secrets: { apiKey: 'sample-key' }, ssl: 'disabled', safeMode: 'off' }
    await app.call('Connections.Save', { call: '', draft: { ...draft('shop', engine.url, auth), driver: 'typesense' } })
    await page.goto(app.url)
    await page.getByRole('option', { name: 'shop' }).click()
    await page.keyboard.press('Control+e')
    await page.getByRole('tab', { name: 'Options' }).click()
    await page.getByRole('radio', { name: 'The server makes them' }).click()
    assert.deepEqual(await faults(page), [])
    await shot('typesense-new-ids-option')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'shop' }).dblclick()
    await page.getByRole('treeitem', { name: /^places,/ }).dblclick()
    await cell(page, 'name', 1).click()
    await page.keyboard.press('Control+d')
    await page.getByRole('gridcell', { name: /^id, .*, new/ }).waitFor()
    await page.keyboard.press('Control+Shift+p')
    const preview = page.getByRole('dialog')
    await preview.getByText('Typesense makes the id').first().waitFor()
    await shot('typesense-new-ids-preview')
    await preview.getByRole('button', { name: 'Send 1 Request' }).click()
    await page.getByText('Saved 1 change').first().waitFor()
    const own = page.getByRole('gridcell', { name: /^id, \d+, / }).first()
    await own.waitFor()
    const id = await own.textContent()
    await shot('typesense-new-ids-saved')
    await page.getByRole('button', { name: 'Undo Save…' }).click()
    await page.getByRole('button', { name: 'Delete 1 Document' }).click()
    await page.getByRole('gridcell', { name: new RegExp(`^id, ${id}, `) }).waitFor({ state: 'detached' })
  } finally {
    engine.close()
    remove()
  }
})

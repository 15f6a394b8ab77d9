// SPEC: A-BRO-16, A-EDT-13, A-BRO-17, CON-24
import { again, test } from './fixtures.mjs'
import { connect, draft, faults, focusGrid, keyOf, openIndex, settled, status } from './screen.mjs'

const mapping = `{"dynamic":"true","runtime":{"year":{"type":"long"}},"properties":{
  "title":{"type":"text","analyzer":"english","fields":{"raw":{"type":"keyword","ignore_above":256}}},
  "synopsis":{"type":"text"}, "isbn":{"type":"keyword","doc_values":false}, "published":{"type":"date","format":"yyyy-MM-dd"},
  "pages":{"type":"integer","index":false,"meta":{"unit":"9007199254740993"}}, "location":{"type":"geo_point"},
  "authors":{"type":"nested","properties":{"name":{"type":"text","fields":{"keyword":{"type":"keyword"}}},"born":{"type":"integer"}}}}}`
const documents = [{ action: '{"_id":"1"}', source: '{"title":"Harbour","pages":276}' }]

const view = (page, name) => page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name })
const part = (page, name) => page.getByRole('radiogroup', { name: 'Part' }).getByRole('radio', { name })
const json = (page, name) => page.getByRole('region', { name })

/** The drawn rows of the table, with bars between their texts. */
const rowsOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=row]')]
      .filter((row) => row.querySelector('[role=gridcell]') && getComputedStyle(row).visibility !== 'hidden')
      .sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
      .map((row) =>
        [...row.querySelectorAll('[role=gridcell]')]
          .sort((a, b) => a.getAttribute('aria-colindex') - b.getAttribute('aria-colindex'))
          .map((cell) => cell.textContent)
          .join('|'),
      ),
  )

/** Waits until the rows of the table are as expected. */
async function rowsBecome(page, holds) {
  for (let tries = 0; tries < 200; tries += 1) {
    const rows = await rowsOf(page)
    if (holds(rows)) return
    await page.waitForTimeout(50)
  }
  throw new Error(`the rows stay ${JSON.stringify(await rowsOf(page))}`)
}

async function shown({ page, openApp, corner, engine }, settings = {}) {
  const app = await openApp()
  const index = await corner.index('books', mapping, documents, settings)
  await connect({ page, app }, draft('shelf', engine.url, keyOf(corner)))
  await openIndex(page, index)
  return { app, index }
}

for (const engineName of ['es8', 'es7']) {
  const on = again[engineName]
  test.describe(engineName, () => {
    test.use({ engineName })

    test(`the structure lists every field with its attributes, and says why nothing can be changed${on}`, async ({
      stage: t,
    }) => {
      const { page, assert, shot } = t
      const { index } = await shown(t)
      await view(page, 'Structure').click()
      await page.getByRole('grid', { name: `Fields of ${index}` }).waitFor()
      await settled(page)
      await rowsBecome(page, (rows) => rows.length === 11 && rows.every((row) => row.split('|').length > 6))
      assert.deepEqual(await rowsOf(page), [
        '_id|meta|||||',
        'authors|nested|||||JSON column, not sortable, not filterable',
        'authors.born|integer|yes|yes|||in authors',
        'authors.name|text|yes|no|authors.name.keyword|standard|in authors',
        'isbn|keyword|yes|no|||',
        'location|geo_point|yes|yes|||',
        'pages|integer|no|yes|||meta {"unit":"9007199254740993"}',
        'published|date|yes|yes|||yyyy-MM-dd',
        'synopsis|text|yes|no||standard|not sortable',
        'title|text|yes|no|title.raw (keyword)|english|',
        'year|runtime long|||||computed at search time',
      ])
      assert.match(await status(page), new RegExp(`11 fields ?of ${index}`))
      const note = `Read-only. Change mappings in the console with PUT /${index}/_mapping.`
      await page.getByText(note).waitFor()
      await shot('structure-light')
      assert.deepEqual(await faults(page), [])
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark'
      })
      await shot('structure-dark')
      assert.deepEqual(await faults(page), [])
    })

    test(`fields are filtered and ordered by keys and heads, and the rows come back by a key${on}`, async ({
      stage: t,
    }) => {
      const { page, assert } = t
      const { index } = await shown(t)
      await focusGrid(page)
      await page.keyboard.press('Alt+2')
      await page.getByRole('grid', { name: `Fields of ${index}` }).waitFor()
      await page.keyboard.press('Control+f')
      await page.keyboard.type('auth text')
      const only = 'authors.name|text|yes|no|authors.name.keyword|standard|in authors'
      await rowsBecome(page, (rows) => rows.length === 1 && rows[0] === only)
      assert.match(await status(page), /1 of 11 fields/)
      await page.keyboard.press('Escape')
      await page.getByRole('columnheader', { name: /^Type/ }).click()
      await rowsBecome(page, (rows) => rows[0]?.startsWith('published|date|'))
      await page.keyboard.press('Alt+1')
      await page.getByRole('grid', { name: index, exact: true }).waitFor()
      await page.locator('[data-part=status]').getByText('1 row', { exact: true }).waitFor()
    })

    test(`the mapping and the settings are shown, searched and copied digit by digit${on}`, async ({ stage: t }) => {
      const { page, assert, shot, engine } = t
      const { index } = await shown(t)
      await view(page, 'Structure').click()
      await part(page, 'Mapping').click()
      await json(page, `Mapping of ${index}`).waitFor()
      await page.getByText('"9007199254740993"').waitFor()
      await page.getByLabel('Find in mapping').fill('KEYWORD')
      await page.getByText(/^1 of \d+$/).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText(/^2 of \d+$/).waitFor()
      assert.equal(await page.locator('mark[data-current]').count(), 1)
      await shot('structure-mapping')
      assert.deepEqual(await faults(page), [])
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark'
      })
      await shot('structure-mapping-dark')
      assert.deepEqual(await faults(page), [])
      await page.getByRole('button', { name: 'Copy', exact: true }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      const sent = await engine.must('GET', `/${index}/_mapping`)
      assert.equal(copied.replaceAll(/\n */g, '').replaceAll('": ', '":'), sent)
      await part(page, 'Settings').click()
      await json(page, `Settings of ${index}`).waitFor()
      await page.getByText(`Change settings in the console with PUT /${index}/_settings.`).waitFor()
      await page.getByText('"provided_name"').waitFor()
      assert.equal(await view(page, 'Structure').getAttribute('aria-checked'), 'true')
    })

    test(`a refresh shows the fields that came, and gives them columns${on}`, async ({ stage: t }) => {
      const { page, engine } = t
      const { index } = await shown(t)
      await view(page, 'Structure').click()
      await page.getByRole('grid', { name: `Fields of ${index}` }).waitFor()
      await engine.must('POST', `/${index}/_doc/2?refresh=true`, '{"learned":12}')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await rowsBecome(page, (rows) => rows.includes('learned|long|yes|yes|||'))
      await view(page, 'Data').click()
      await page.getByRole('columnheader', { name: /^learned, long/ }).waitFor()
      await page.getByText('2 rows').waitFor()
    })
  })
}

/** Tests that need an engine with security. */
test('a key that may not read the mapping sees the reason in its place, and what it may read', async ({ stage: t }) => {
  const { page, assert, corner, engine, openApp, shot } = t
  const app = await openApp()
  const index = await corner.index('private', '{"properties":{"n":{"type":"long"}}}', [
    { action: '{}', source: '{"n":1}' },
  ])
  const rights = {
    cluster: ['monitor'],
    indices: [{ names: [`${corner.prefix}*`], privileges: ['read', 'monitor'] }],
  }
  const apiKey = await corner.makeKey(rights)
  await connect({ page, app }, draft('few', engine.url, { auth: 'apiKey', secrets: { apiKey } }))
  await page.getByRole('treeitem', { name: new RegExp(`^${index}`) }).dblclick()
  await view(page, 'Structure').click()
  await page.getByText('no permission to read the mapping, so these are the fields that can be searched').waitFor()
  await page.getByRole('grid').getByText('long', { exact: true }).waitFor()
  await shot('structure-restricted')
  assert.deepEqual(await faults(page), [])
  await part(page, 'Mapping').click()
  const card = page.getByRole('alert', { name: 'Could not be loaded' })
  await card.waitFor()
  assert.match(
    await card.textContent(),
    /You do not have permission to read this.*403.*indices:admin\/mappings\/get.*is unauthorized/,
  )
  await shot('mapping-refused')
  await part(page, 'Settings').click()
  await json(page, `Settings of ${index}`).waitFor()
})

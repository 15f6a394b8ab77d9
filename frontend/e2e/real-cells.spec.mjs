// SPEC: A-BRO-07, A-BRO-08, A-BRO-16, A-BRO-17, APP-02, APP-12

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { openApp } from './harness.mjs'
import { connect, copied, draft, keyOf, openIndex } from './screen.mjs'
import { until } from './until.mjs'

const mapping = `{"properties":{
  "chapters":{"type":"nested","properties":{"no":{"type":"double"},"title":{"type":"text"}}},
  "blob":{"type":"object","enabled":false},"note":{"type":"text"},"n":{"type":"long"},"odd":{"type":"keyword"}}}`

const chapterCount = 700
const numbers = Array.from({ length: chapterCount }, (_, i) => `9007199254740993.${i}0`)
const chapters = `[${numbers.map((no, i) => `{"no": ${no},"title":"Chapter \\u0023${i}"}`).join(', ')}]`

const viewer = (page) => page.getByRole('dialog', { name: /^Cell / })
const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })
/** Waits until a value of that many characters is fully loaded: until then it says "Loading the whole value". */
const whole = (page, { length }) =>
  viewer(page)
    .getByText(new RegExp(`^Whole value, ${length.toLocaleString('en-GB')} characters`))
    .waitFor()
const put = (id, source) => ({ action: `{"_id":"${id}"}`, source })
const read = (page) => page.evaluate(() => navigator.clipboard.readText())

async function opened({ page, corner, engine }, app, index, { url = engine.url, key = keyOf(corner) } = {}) {
  await page.setViewportSize({ width: 2000, height: 800 })
  await connect({ page, app }, draft('cells', url, key))
  await openIndex(page, index)
}

test('a cut value opens whole, to the last character, and so does the leaf of a nested field', async ({ stage }) => {
  const { page, assert, corner, openApp, shot } = stage
  const index = await corner.index('whole', mapping, [put('1', `{"chapters":${chapters}}`)])
  await opened(stage, await openApp(), index)
  const values = { chapters, 'chapters.no': `[${numbers.join(',')}]` }
  for (const [column, text] of Object.entries(values)) {
    await cell(page, column, 1).dblclick()
    await whole(page, text)
    await viewer(page)
      .getByText(/The grid shows the first 10,000 characters. The whole value is loaded here/)
      .waitFor()
    if (column === 'chapters') await shot('cell-viewer-whole')
    await viewer(page)
      .getByRole('button', { name: /^Copy(?! Path)/ })
      .click()
    assert.equal(await read(page), text)
    await page.keyboard.press('Escape')
  }
  await cell(page, 'chapters', 1).click()
  const copies = { 'Control+c': chapters, 'Control+Shift+c': `[\n  {"chapters": ${chapters}}\n]` }
  for (const [keys, text] of Object.entries(copies)) {
    assert.equal(await copied(page, keys), text)
  }
})

test('a whole value that cannot be loaded is said to be a fragment, until it is loaded again and can be edited', async ({
  stage,
}) => {
  const { page, assert, corner, engine, openApp, openProxy, shot } = stage
  const index = await corner.index('fragment', mapping, [put('1', `{"chapters":${chapters}}`)])
  const proxy = await openProxy()
  await opened(stage, await openApp(), index, { url: proxy.url })
  proxy.rule = (entry) => (entry.path.includes('/_doc/') ? 'gateway' : undefined)
  await cell(page, 'chapters', 1).dblclick()
  const length = chapters.length.toLocaleString('en-GB')
  await viewer(page).getByText(`Only 10,000 of ${length} characters are loaded.`).waitFor()
  await viewer(page)
    .getByText(/The whole value could not be loaded: .*502/)
    .waitFor()
  await page.getByRole('radio', { name: 'Formatted' }).click()
  await shot('cell-viewer-fragment')
  await viewer(page).getByRole('button', { name: 'Copy Fragment' }).click()
  assert.equal(await read(page), `${chapters.slice(0, 10_000)}...`)
  proxy.rule = () => undefined
  await viewer(page).getByRole('button', { name: 'Load Again' }).click()
  await whole(page, chapters)
  await page.getByRole('radio', { name: 'Tree' }).click()
  await viewer(page).getByRole('tree').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await viewer(page).getByRole('textbox', { name: 'chapters[0].no' }).fill('9007199254740993.77')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /^Save/ }).click()
  await page
    .getByText(/^Saved 1 change/)
    .first()
    .waitFor()
  const compact = (text) => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
  assert.equal(
    compact(await engine.must('GET', `/${index}/_source/1`)),
    compact(`{"chapters":${chapters.replace('9007199254740993.00', '9007199254740993.77')}}`),
    'nothing but the edited value has changed',
  )
})

test('values of ten megabytes are shown from the first to the last line', async ({ stage }) => {
  const { page, assert, corner, openApp, shot } = stage
  const items = Array.from({ length: 150_000 }, (_, i) => `{"i":${i},"t":"${'x'.repeat(50)}"}`)
  const blob = `{"items":[${items.join(',')}],"last":1.50}`
  const note = `first${' lorem ipsum'.repeat(800_000)} LAST`
  const index = await corner.index('large', mapping, [put('1', `{"blob":${blob}}`), put('2', `{"note":"${note}"}`)])
  await opened(stage, await openApp(), index)
  await cell(page, 'blob', 1).dblclick()
  await whole(page, blob)
  await page.getByRole('radio', { name: 'Formatted' }).click()
  await viewer(page).getByLabel('Find').fill('"last"')
  await viewer(page).getByText('1 of 1').waitFor()
  await viewer(page).getByText('1.50').waitFor()
  await shot('cell-viewer-large')
  assert.ok((await viewer(page).locator('[data-line]').count()) < 120)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await cell(page, 'note', 2).dblclick()
  await viewer(page).getByLabel('Find').fill('LAST')
  await viewer(page).getByText('1 of 1').waitFor()
  await viewer(page).locator('mark').first().waitFor()
  const drawn = await viewer(page).locator('[data-line]').allTextContents()
  assert.ok(drawn.join('').length < 20_000)
})

test('a string that UTF-8 cannot hold is shown in its escapes and in hex', async ({ stage }) => {
  const { page, assert, corner, openApp } = stage
  const index = await corner.index('odd', mapping, [put('1', '{"odd":"a\\ud83e\\n!"}')])
  await opened(stage, await openApp(), index)
  await cell(page, 'odd', 1).dblclick()
  await viewer(page).getByText('a\\ud83e\\n!').waitFor()
  await page.getByRole('radio', { name: 'Hex' }).click()
  assert.match(
    await viewer(page).locator('[data-line]').first().textContent(),
    /^000000 {2}0061 d83e 000a 0021 +a\.\.!$/,
  )
})

test('how columns were laid out is there again after a restart, for that index and no other', async ({ stage }) => {
  const { page, assert, corner, ending } = stage
  const documents = [put('1', '{"n":9223372036854775807,"note":"a"}')]
  const index = await corner.index('laid-out', mapping, documents)
  const other = await corner.index('other', mapping, documents)
  const heads = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.qg-th')]
        .filter((head) => getComputedStyle(head).visibility !== 'hidden')
        .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
        .map(
          (head) => `${head.querySelector('.qg-title').textContent} ${Math.round(head.getBoundingClientRect().width)}`,
        ),
    )
  const first = await stage.openApp()
  await opened(stage, first, index, { key: { auth: 'none' } })
  const drawn = (last) => page.getByRole('columnheader', { name: last }).waitFor()
  await drawn(/^_score/)
  const plain = await heads()
  for (const command of ['Hide Column', 'Pin Left']) {
    const name = command === 'Hide Column' ? /^_score/ : /^note/
    await page.getByRole('columnheader', { name }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: command }).click()
  }
  await page.getByRole('columnheader', { name: /^n,/ }).focus()
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('Alt+ArrowRight')
  const kept = await heads()
  assert.equal(kept.length, plain.length - 1)
  assert.equal(kept[1].split(' ')[0], 'note')
  assert.ok(plain.every((head) => !kept.includes(head) || !head.startsWith('n ')))
  await page.keyboard.press('Control+w')
  const width = kept.find((head) => head.startsWith('n ')).split(' ')[1]
  const file = join(first.profile, 'layouts.json')
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes(`"width": ${width}`))
  const second = await ending(openApp({ like: first.profile }))
  await page.goto(second.url)
  await page.getByRole('option', { name: 'cells' }).dblclick()
  await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor()
  await openIndex(page, index)
  await drawn(/^chapters\.title/)
  assert.deepEqual(await heads(), kept)
  await openIndex(page, other)
  await drawn(/^_score/)
  const unlike = (head) => head.startsWith('_index ') // its width is that of the index's name
  assert.deepEqual(
    (await heads()).filter((head) => !unlike(head)),
    plain.filter((head) => !unlike(head)),
  )
})

test('rows that are read again by themselves show what was written meanwhile', async ({ stage }) => {
  const { page, corner, engine, openApp } = stage
  const index = await corner.index('written', mapping, [put('1', '{"n":1}')])
  await opened(stage, await openApp(), index)
  await cell(page, 'n', 1).click()
  await page.getByRole('button', { name: /^Auto-refresh/ }).click()
  await page.getByRole('menuitemradio', { name: 'Refresh Every 5 s' }).click()
  await page.getByRole('button', { name: 'Auto-refresh: every 5 s' }).waitFor()
  await engine.must('PUT', `/${index}/_doc/2?refresh=true`, '{"n":2}')
  await cell(page, 'n', 2).waitFor()
  await page.locator('.qg-cell.act[aria-label^="n, 1, row 1"]').waitFor()
})

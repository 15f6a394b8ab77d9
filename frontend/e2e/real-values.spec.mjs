// SPEC: A-BRO-03, A-BRO-04, A-BRO-05, A-BRO-06, A-BRO-07, A-BRO-09, A-BRO-10, A-SRT-01, APP-02

import { copiedRow, drawn, hitsOf, isCut, member, readJSON, textOf } from './exact.mjs'
import { again, test } from './fixtures.mjs'
import {
  cellsInSight,
  columnInSight,
  connect,
  copied,
  draft,
  focusGrid,
  keyOf,
  literally,
  openIndex,
  settled,
} from './screen.mjs'

const long = 'a value of many characters, '.repeat(429).slice(0, 12_000)
const array = `[${Array.from({ length: 2500 }, (_, i) => 10_000 + i).join(', ')}]`
const blob = `{"deep": {"list": [${'1.50, '.repeat(2000)}1e2], "é": "😀"}}`

const mapping = `{"properties":{
  "tag":{"type":"keyword"}, "n":{"type":"long"}, "big":{"type":"keyword"}, "d":{"type":"double"},
  "flag":{"type":"boolean"}, "at":{"type":"date","format":"strict_date_optional_time||epoch_millis"},
  "title":{"type":"text","fields":{"raw":{"type":"keyword"}}}, "note":{"type":"text"},
  "many":{"type":"long"}, "blob":{"type":"object","enabled":false},
  "authors":{"type":"nested","properties":{"name":{"type":"keyword"},"age":{"type":"integer"},
    "pets":{"type":"nested","properties":{"kind":{"type":"keyword"}}}}},
  "a":{"properties":{"b":{"type":"long"}}},
  "parts":{"properties":{"x":{"type":"long"},"y":{"type":"keyword"}}},
  "place":{"type":"geo_point"}, "span":{"type":"integer_range"}}}`

// The engine returns the fields of a mapping by name. Title, date, scalars, leaves and arrays are arranged in this
// order.
const columns = [
  '_id title at big d flag many n note tag a.b parts.x parts.y',
  'authors authors.age authors.name authors.pets authors.pets.kind blob place span _index _score _routing',
].flatMap((line) => line.split(' '))

// Each document: its id, its source as sent, and the cells whose text is nowhere in the source.
const documents = [
  { id: 'plain', source: '{"tag":"one","n":9223372036854775807,"big":18446744073709551615,"d":1.0,"flag":true}' },
  { id: 'decimals 1', source: '{"d":1e2,"n":-9223372036854775808,"at":"2024-02-29T12:00:00.000Z"}' },
  { id: 'decimals 2', source: '{"d":-0,"n":-0,"at":1709208000000}' },
  { id: 'decimals 3', source: '{"d":-0.0,"n":[1, 2.0,3e0],"flag":"false"}' },
  { id: 'decimals 4', source: '{"d":1E+2,"n":"9007199254740993"}' },
  { id: 'decimals 5', source: '{"d":123456789012345678901234567890.12345678901234567890}' },
  { id: 'decimals 6', source: '{"d":[0.10, 1e-7,1.50E-3], "many":[]}' },
  { id: 'nothing', source: '{}' },
  {
    id: 'null and empty',
    source: '{"tag":null,"title":"","note":null,"n":[null],"authors":null,"a":null}',
    cells: {
      'authors.name': 'null',
      'authors.age': 'null',
      'authors.pets': 'null',
      'authors.pets.kind': 'null',
      'a.b': 'null',
    },
  },
  { id: 'a/b', source: '{"tag":"slash"}' },
  { id: 'with a space', source: '{"tag":" leading and trailing "}' },
  { id: '50%', source: '{"tag":"%2F"}' },
  { id: '#hash?x=1&y', source: '{"tag":"#"}' },
  { id: 'ünïcödé ✓ 😀', source: '{"tag":"ünïcödé ✓ 😀 \\u00e9 \\ud83d\\ude00","title":"العربية"}' },
  { id: '"quoted" \\ \'single\'', source: '{"tag":"\\"quoted\\" \\\\ \\/ <b>&amp;</b>"}' },
  { id: 'routed', routing: 'way/one', source: '{"tag":"line\\nbreak\\tand\\r\\ntab","note":"\\u0007bell"}' },
  { id: 'long', source: `{"note":"${long}","tag":["x","y"]}` },
  { id: 'long array', source: `{"many":${array},"blob":${blob}}` },
  {
    id: 'nested',
    source: `{"authors":[{"name":"Ada","age":36,"pets":[{"kind":"cat"},{}]},{"age":null},{"name":"Bob","pets":{"kind":"dog"}}]}`,
    cells: {
      'authors.name': '["Ada",null,"Bob"]',
      'authors.age': '[36,null,null]',
      'authors.pets': '[[{"kind":"cat"},{}],null,{"kind":"dog"}]',
      'authors.pets.kind': '[["cat",null],null,["dog"]]',
    },
  },
  { id: 'dotted 1', source: '{"a":{"b":1}}', cells: { 'a.b': '1' } },
  { id: 'dotted 2', source: '{"a.b":2}', cells: { 'a.b': '2' } },
  { id: 'dotted 3', source: '{"a":{"b":3},"a.b":4.0}', cells: { 'a.b': '[3,4.0]' } },
  {
    id: 'plain objects',
    source: '{"parts":[{"x":1,"y":"p"},{"x":2.0},{"y":"q"}]}',
    cells: { 'parts.x': '[1,2.0,null]', 'parts.y': '["p",null,"q"]' },
  },
  { id: 'places', source: '{"place":{"lat": 41.120,"lon":-71.34},"span":{"gte":1,"lt": 5}}' },
]

/** The values that the engine stores, by id and in column order. */
async function stored(engine, index) {
  const answer = await engine.must('GET', `/${index}/_search?size=100`)
  const rows = new Map()
  for (const hit of hitsOf(answer)) {
    const id = textOf(member(hit, '_id'))
    const source = member(hit, '_source')
    const { cells = {} } = documents.find((document) => document.id === id)
    const nodes = columns.map((column) => {
      if (column.startsWith('_')) return member(hit, column)
      return cells[column] === undefined ? member(source, column) : readJSON(cells[column])
    })
    rows.set(id, nodes)
  }
  return rows
}

for (const engineName of ['es8', 'es7', 'es9']) {
  const on = again[engineName]
  test.describe(engineName, () => {
    test.use({ engineName })

    test(`every cell on the screen and in a copy is what the engine stores, to the last character${on}`, async ({
      page,
      assert,
      corner,
      engine,
      openApp,
      shot,
    }) => {
      const sent = documents.map(({ id, routing, source }) => ({
        action: JSON.stringify({ _id: id, ...(routing && { routing }) }),
        source,
      }))
      const index = await corner.index('values', mapping, sent)
      const app = await openApp()
      await connect({ page, app }, draft('values', engine.url, keyOf(corner)))
      await page.setViewportSize({ width: 4600, height: 900 })
      await openIndex(page, index)
      const cells = await cellsInSight(page)
      const want = await stored(engine, index)
      const ids = new Map(cells.filter((cell) => cell.column === '_id').map((cell) => [cell.row, cell.text]))
      assert.deepEqual([...ids.values()].sort(), documents.map(({ id }) => id).sort())
      assert.equal(cells.length, documents.length * columns.length)
      for (const { row, column, text, look } of cells) {
        const node = want.get(ids.get(row))[columns.indexOf(column)]
        assert.equal(text, drawn(node), `${column} of ${ids.get(row)}`)
        assert.equal(look.includes('cut'), isCut(node), `the cut mark of ${column} of ${ids.get(row)}`)
      }
      await shot('grid-values')
      await focusGrid(page)
      await page.keyboard.press('Control+a')
      const rows = [...ids.keys()].sort((a, b) => a - b).map((row) => want.get(ids.get(row)))
      const text = `[\n${rows.map((nodes) => copiedRow(columns, nodes)).join(',\n')}\n]`
      assert.equal(await copied(page, 'Control+Shift+c'), text)
    })

    test(`a head sorts by the keyword under a text, and where it cannot it says why${on}`, async ({
      page,
      assert,
      corner,
      openApp,
      openProxy,
    }) => {
      const sources = {
        one: '{"title":"b","authors":[{"age":9},{"age":4}]}',
        two: '{"title":"c","authors":{"age":3}}',
        three: '{"title":"a"}',
      }
      const sent = Object.entries(sources).map(([id, source]) => ({ action: `{"_id":"${id}"}`, source }))
      const index = await corner.index('heads', mapping, sent)
      const proxy = await openProxy()
      const app = await openApp()
      await connect({ page, app }, draft('heads', proxy.url, keyOf(corner)))
      await page.setViewportSize({ width: 4600, height: 900 })
      await openIndex(page, index)
      const said = (why) => `cannot be sorted: ${why}`
      const reasons = {
        _id: said('_id cannot be sorted on this cluster.'),
        note: said('Text without a keyword subfield cannot be sorted.'),
        blob: said('Objects cannot be sorted.'),
        authors:
          'cannot be sorted: authors is a JSON column. Sort or filter by one of its leaves, such as authors.age.',
        'authors.pets':
          'cannot be sorted: authors.pets is a JSON column. Sort or filter by one of its leaves, such as authors.pets.kind.',
        place: said('Geo fields can only be sorted by distance.'),
        span: said('Range fields cannot be sorted.'),
      }
      const heads = await page
        .getByRole('columnheader')
        .evaluateAll((all) => all.map((one) => [one.querySelector('.qg-title')?.textContent, one.ariaLabel]))
      const labels = new Map(heads)
      // No row here has a routing, so its column is not shown.
      const shown = columns.filter((name) => name !== '_routing')
      assert.deepEqual([...labels.keys()].filter(Boolean), shown)
      for (const [column, reason] of Object.entries(reasons)) {
        assert.ok(labels.get(column).endsWith(reason), `${column}: ${labels.get(column)}`)
      }
      for (const column of shown.filter((name) => !(name in reasons))) {
        assert.equal(labels.get(column).includes('cannot be sorted'), false, labels.get(column))
      }
      const orders = [
        ['title', '{"title.raw":{"order":"asc"}}', ['three', 'one', 'two']],
        ['authors.age', '{"authors.age":{"order":"asc","nested":{"path":"authors"}}}', ['two', 'one', 'three']],
      ]
      for (const [column, sort, ids] of orders) {
        const head = (state) =>
          page.getByRole('columnheader', { name: new RegExp(`^${literally(column).source},${state}`) })
        await head('').click()
        await head('.*sorted ascending').waitFor()
        await settled(page)
        assert.deepEqual(await columnInSight(page, '_id'), ids)
        const { body } = proxy.requests.findLast((entry) => entry.path.endsWith('/_search'))
        assert.ok(body.includes(`"sort":[${sort}]`), body)
      }
    })

    test(`three hundred columns are all there, each with its own value${on}`, async ({
      page,
      assert,
      corner,
      engine,
      openApp,
    }) => {
      const names = Array.from({ length: 300 }, (_, i) => `column_${String(i).padStart(3, '0')}`)
      const properties = names.map((name) => `"${name}":{"type":"long"}`).join(',')
      const sources = [1, 2].map((row) => names.map((name, i) => `"${name}":${row}00${i}`).join(','))
      const sent = sources.map((source, i) => ({ action: `{"_id":"${i + 1}"}`, source: `{${source}}` }))
      const index = await corner.index('wide', `{"properties":{${properties}}}`, sent)
      const app = await openApp()
      await connect({ page, app }, draft('wide', engine.url, keyOf(corner)))
      await openIndex(page, index)
      const seen = new Map()
      await page.mouse.move(700, 300)
      for (let last = -1; seen.size > last; ) {
        last = seen.size
        for (const { row, column, text } of await cellsInSight(page)) seen.set(`${row} ${column}`, text)
        await page.keyboard.down('Shift')
        await page.mouse.wheel(0, 800)
        await page.keyboard.up('Shift')
        await settled(page)
      }
      const want = [1, 2].flatMap((row) => names.map((name, i) => [`${row} ${name}`, `${row}00${i}`]))
      assert.deepEqual([...seen].filter(([place]) => place.includes('column_')).sort(), want)
    })
  })
}

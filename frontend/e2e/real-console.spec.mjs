// SPEC: APP-03, CNS-01, CNS-08, CNS-09, CNS-10, CON-20, CON-22
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { chooseLook, connect, draft, faults, keyOf } from './screen.mjs'
import { textOf, until } from './until.mjs'

const mapping = '{"properties":{"n":{"type":"long"},"p":{"type":"double"},"text":{"type":"text","index":false}}}'
const exact = [{ action: '{"_id":"d1"}', source: '{"n":9007199254740993,"p":1.50,"text":"ü"}' }]

const editor = (page) => page.getByRole('textbox', { name: 'Console 1, request' })
/** The drawn part of the editor's text. */
const typed = async (page) => (await editor(page).locator('.cm-line').allTextContents()).join('\n')
const response = (page) => page.getByRole('region', { name: 'Response' })
const body = (page) => page.getByLabel('Response body')
/** Shows this response and the following ones as text. */
const asText = (page) => response(page).getByRole('radio', { name: 'JSON' }).click()

/** A connection through a proxy, with a console whose editor has the focus. */
async function opened({ page, corner, openApp, openProxy }, fields = {}) {
  const proxy = await openProxy()
  const app = await openApp()
  await connect({ page, app }, draft('catalogue', proxy.url, keyOf(corner), fields))
  await newConsole(page)
  return { app, proxy }
}

async function newConsole(page) {
  await page.getByRole('button', { name: 'New Console' }).click()
  await editor(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
}

/**
 * The requests since the last call, without those that count documents for the sidebar, which may happen at any time.
 */
const ofConsole = ({ requests }) => requests.filter(({ path }) => !/_count$|^\/_msearch$/.test(path))

/** Replaces the text and runs it with the keyboard. */
async function run(page, text) {
  await editor(page).fill(text)
  await page.keyboard.press('Control+Enter')
}

/** Records the parts of responses that the page reads, as "from+size". */
function partsOf(page) {
  const parts = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/data/response') parts.push(`${searchParams.get('from')}+${searchParams.get('size')}`)
  })
  return parts
}

test('a request is typed and run, and its response is shown to the last digit', async ({ stage }) => {
  const { page, assert, corner, shot } = stage
  const index = await corner.index('exact', mapping, exact)
  const { proxy } = await opened(stage)
  const parts = partsOf(page)
  proxy.take()
  await run(page, `get ${index}/_search\n{"query":{"match_all":{}}}`)
  await response(page).getByText('200 OK').first().waitFor()
  await response(page).getByRole('grid').getByText('9007199254740993').waitFor()
  await shot('console-grid')
  assert.deepEqual(await faults(page), [])
  await asText(page)
  await body(page).getByText('9007199254740993').waitFor()
  await page.keyboard.press('Control+Shift+H')
  const history = page.getByRole('complementary', { name: 'History' })
  await history.getByText(`/${index}/_search`).waitFor()
  await shot('console-history')
  assert.deepEqual(await faults(page), [])
  await page.keyboard.press('Control+Shift+H')
  await history.waitFor({ state: 'detached' })
  const text = await body(page).textContent()
  assert.ok(text.includes('1.50') && text.includes('"ü"'), text)
  assert.deepEqual(
    ofConsole(proxy).map(({ method, path, body }) => `${method} ${path} ${body}`),
    [`GET /${index}/_search {"query":{"match_all":{}}}`],
  )
  assert.equal(parts.length, 1)
  assert.match(parts[0], /^0\+\d+$/)
  await shot('console')
  assert.deepEqual(await faults(page), [])
  await run(page, `GET ${index}/_search\n{"query":{"nothing":{}}}`)
  await response(page).getByText('400 Bad Request').first().waitFor()
  await body(page).getByText('parsing_exception').first().waitFor()
  await run(page, 'SELECT 1')
  await page.getByRole('alert').getByText('This looks like SQL.').waitFor()
  assert.deepEqual(await faults(page), [])
  assert.equal(ofConsole(proxy).length, 2, 'what is refused is not sent')
})

test('requests of one text run one by one or in order, up to the first that fails, whose place is marked', async ({
  stage,
}) => {
  const { page, assert, corner, shot } = stage
  const index = await corner.index('several', mapping, exact)
  const { proxy } = await opened(stage)
  proxy.take()
  const typedOnes = () => proxy.requests.filter(({ path }) => /_search$|_msearch$/.test(path))
  const sent = () => typedOnes().map(({ method, path, body }) => `${method} ${path} ${body}`)
  const first = `# the first\n@i = "${index}"\n\nGET \${i}/_search\n{\n  "query": { "term": { "n": 9007199254740993 } } # exact\n}\n`
  const second = `\nPOST _msearch\n{"index": "{{i}}"}\n{"query": {"query_string": {"query": """a "b" OR p:1.5"""}}}`
  await editor(page).fill(`${first}${second}\n\nGET {{i}}/_search\n{"query": {\n  "nothing": {} }}\n\nGET /`)
  await page.getByText('Request 4 of 4').waitFor()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Enter')
  await asText(page)
  await body(page).getByText('9007199254740993').first().waitFor()
  assert.deepEqual(sent(), [`GET /${index}/_search {\n  "query": { "term": { "n": 9007199254740993 } } \n}\n`])
  proxy.take()
  await page.keyboard.press('Control+Shift+Enter')
  await response(page).getByText('1 request was not sent').waitFor()
  assert.equal(sent().length, 3)
  assert.equal(
    sent()[1],
    `POST /_msearch {"index": "${index}"}\n{"query": {"query_string": {"query": "a \\"b\\" OR p:1.5"}}}\n`,
  )
  await response(page).getByText('400 Bad Request').first().waitFor()
  assert.equal(await editor(page).locator('.cm-lintRange-error').count(), 1)
  await response(page).getByRole('button', { name: 'Succeeded: POST /_msearch' }).click()
  await response(page).getByText('200 OK').first().waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('console-several')
  await editor(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+Alt+F')
  await editor(page).getByText('"term": {', { exact: true }).waitFor()
  await page.keyboard.press('Control+Z')
  await editor(page).getByText('"term": {', { exact: true }).waitFor({ state: 'detached' })
  await chooseLook(page, 'dark')
  await editor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n\nget _cat/ind')
  await page
    .getByRole('option', { name: /^indices/ })
    .first()
    .waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('console-dark')
  await page.keyboard.press('Escape')
  const bulk = `{"index":{"_id":"d2"}}\n{"n":2}\n{"index":{"_id":"d3"}}\n{"n":"x"}`
  await editor(page).fill(`POST ${index}/_bulk?refresh=true\n${bulk}\n\nGET /`)
  await page.keyboard.press('Control+Shift+Enter')
  await response(page)
    .getByRole('alert')
    .getByText(/^1 of 2 operations failed\. .*failed to parse field \[n\]/)
    .waitFor()
  await response(page).getByText('1 request was not sent').waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('console-part')
})

// SPEC: CNS-03, CNS-08, CNS-11
test('a search shows its aggregations, is saved under a name and inserted again, and its documentation is opened', async ({
  stage,
}) => {
  const { page, assert, corner, shot } = stage
  const index = await corner.index('exact', mapping, exact)
  await opened(stage)
  const text = `GET ${index}/_search\n{"aggs":{"by_n":{"terms":{"field":"n"},"aggs":{"p":{"max":{"field":"p"}}}}}}`
  await run(page, text)
  await response(page).getByRole('radio', { name: 'Aggregations' }).click()
  await response(page).getByRole('rowheader', { name: '9007199254740993' }).waitFor()
  await response(page).getByText('1, exact').waitFor()
  await shot('console-aggregations')
  assert.deepEqual(await faults(page), [])
  await editor(page).click()
  await page.keyboard.press('Control+S')
  await page.getByRole('textbox', { name: 'Request name' }).fill('By number')
  await page.keyboard.press('Enter')
  const saved = page.getByRole('button', { name: /^By number/ })
  await saved.waitFor()
  await page.getByText('Saved as By number').waitFor()
  await shot('console-saved')
  assert.deepEqual(await faults(page), [])
  await page.evaluate(() => {
    window.open = (address) => {
      document.body.dataset.opened = String(address)
      return null
    }
  })
  await editor(page).click()
  await page.keyboard.press('F1')
  const address = 'https://www.elastic.co/guide/en/elasticsearch/reference/8.16/search-search.html'
  await page.locator(`body[data-opened="${address}"]`).waitFor()
  await editor(page).fill('')
  await saved.click()
  await editor(page).getByText('by_n').first().waitFor()
  assert.equal(await typed(page), text)
})

test('a long response is shown from its first part on, and the next one is read when its end comes near', async ({
  stage,
}) => {
  const { page, assert, corner } = stage
  const long = Array.from({ length: 30 }, (_, n) => ({
    action: `{"_id":"${n}"}`,
    source: `{"n":${n},"text":"${'x'.repeat(100_000)}"}`,
  }))
  const index = await corner.index('long', mapping, long)
  const { app } = await opened(stage)
  const parts = partsOf(page)
  await run(page, `GET ${index}/_search?size=100&filter_path=hits.hits._source`)
  await page.getByText('All 30 rows loaded.').waitFor()
  await page.getByRole('grid').press('Control+End')
  await page.getByRole('gridcell', { name: /x{50}/ }).first().waitFor()
  await asText(page)
  await page.getByText('Showing the first 2.0 MB of 3.0 MB.', { exact: true }).waitFor()
  assert.deepEqual(parts, ['0+2000000'])
  const file = join(app.profile, 'whole.json')
  await page.getByRole('button', { name: 'Save Response…' }).click()
  await page.getByLabel('File path').fill(file)
  await page.keyboard.press('Enter')
  await page.getByText(`Saved to ${file}`).waitFor()
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).hits.hits.length, 30)
  await body(page).focus()
  await page.keyboard.press('End')
  await page.getByText(/^Showing the first/).waitFor({ state: 'detached' })
  assert.equal(parts.length, 2)
  assert.match(parts[1], /^2000000\+/)
})

test('a write is shown first where writes are confirmed, sent once, and not at all over a read-only connection', async ({
  stage,
}) => {
  const { page, assert, engine, corner, openApp } = stage
  const index = await corner.index('write', mapping)
  const { proxy } = await opened(stage, { safeMode: 'confirm' })
  const sent = () => proxy.take().filter((request) => request !== `GET /${index}/_count`) // which the sidebar shows
  sent()
  const text = `POST ${index}/_doc/w1?refresh=true\n{"n": 1.0}`
  await run(page, text)
  const question = page.getByRole('dialog', { name: 'Send this write to catalogue?' })
  await question.getByText(`POST /${index}/_doc/w1?refresh=true`).waitFor()
  await question.getByText('{"n": 1.0}').waitFor()
  await question.getByText('Body: 10 bytes of application/json').waitFor()
  assert.deepEqual(await faults(page), [])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  assert.deepEqual(sent(), [])
  await run(page, text)
  await question.locator('button:focus').waitFor()
  await page.keyboard.press('Enter')
  await response(page).getByText('201 Created').first().waitFor()
  assert.deepEqual(sent(), [`POST /${index}/_doc/w1`])
  assert.ok((await engine.must('GET', `/${index}/_doc/w1`)).includes('{"n": 1.0}'))

  const app = await openApp()
  await connect({ page, app }, draft('only to read', proxy.url, keyOf(corner), { safeMode: 'read-only' }))
  await newConsole(page)
  sent()
  await run(page, text)
  await page.getByRole('alert').getByText('only to read is read-only. Nothing was sent.').waitFor()
  assert.deepEqual(sent(), [])
})

test('Escape ends a request that the engine does not answer, and the next one is answered', async ({ stage }) => {
  const { page } = stage
  const { proxy } = await opened(stage)
  proxy.rule = ({ path }) => (path === '/_cluster/health' ? 'hang' : undefined)
  proxy.take()
  await run(page, 'GET _cluster/health')
  await response(page).getByText('Waiting for the response,').waitFor()
  await until(() => ofConsole(proxy).length > 0)
  const [entry] = ofConsole(proxy)
  await page.keyboard.press('Escape')
  await page.getByRole('alert').getByText('The request was cancelled.').waitFor()
  await until(() => entry.closedEarly)
  await run(page, 'GET /')
  await response(page).getByText('200 OK').first().waitFor()
  await body(page).getByText('8.16').first().waitFor()
})

test('a search is profiled from the keyboard, with one member more, and the tree of its times is read', async ({
  stage,
}) => {
  const { page, assert, corner, shot } = stage
  const index = await corner.index('profiled', mapping, exact)
  const { proxy } = await opened(stage)
  await editor(page).fill(
    `GET ${index}/_search\n{"query":{"bool":{"must":[{"term":{"n":9007199254740993}},{"exists":{"field":"p"}}]}}}`,
  )
  proxy.take()
  await page.keyboard.press('Control+Alt+Enter')
  const tree = page.getByRole('tree', { name: 'Search profile' })
  await tree.getByRole('treeitem', { name: /^Query, / }).waitFor()
  assert.deepEqual(
    proxy.requests.filter(({ path }) => path.endsWith('/_search')).map(({ body }) => body),
    ['{"profile": true, "query":{"bool":{"must":[{"term":{"n":9007199254740993}},{"exists":{"field":"p"}}]}}}'],
  )
  await shot('console-profile')
  assert.deepEqual(await faults(page), [])
  await tree.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await tree.getByRole('treeitem').count(), 1)
  await page.keyboard.press('ArrowRight')
  await tree.getByRole('treeitem', { name: /^Collectors, / }).waitFor()
  await chooseLook(page, 'dark')
  await shot('console-profile-dark')
  assert.deepEqual(await faults(page), [])
  await editor(page).fill(`GET ${index}`)
  await page.keyboard.press('Control+Alt+Enter')
  await page.getByRole('alert').getByText('Only a search can be profiled. Nothing was sent.').waitFor()
  assert.deepEqual(
    proxy.requests.filter(({ path }) => path === `/${index}`),
    [],
  )
})

// SPEC: CNS-13
test('the text of a console comes back with its connection, notes and slips too, apart from lines that can carry a password', async ({
  stage,
}) => {
  const { page, assert } = stage
  const { app } = await opened(stage)
  const saved = () => textOf(join(app.profile, 'tabs.json'))
  const scribbled = 'TODO: ask Anna\nGETamber events/_search\n{"size": 1}\n\nGET {{nope}}/_search'
  await editor(page).fill(scribbled)
  await until(() => saved().includes('nope'))
  await page.goto(app.url)
  await page.getByRole('option', { name: 'catalogue' }).dblclick()
  await editor(page).waitFor()
  assert.equal(await typed(page), scribbled)
  await editor(page).fill('PUT /_security/user/joe\n{"password":"hunter2222"}')
  await page.getByText('1 line is not saved to disk: it could contain a credential').waitFor()
  await until(() => saved().includes('left out here'))
  assert.ok(!saved().includes('hunter2222'))
  await page.goto(app.url)
  await page.getByRole('option', { name: 'catalogue' }).dblclick()
  await editor(page).waitFor()
  assert.equal(
    await typed(page),
    'PUT /_security/user/joe\n# 1 line was left out here because it could contain a credential.\n',
  )
})

// SPEC: A-BRO-01, A-BRO-11, A-BRO-15, A-BRO-16, A-SRT-02, APP-10, CON-20
import { test } from './fixtures.mjs'
import { columnInSight, connect, draft, focusGrid, keyOf, openIndex, settled, status } from './screen.mjs'
import { until } from './until.mjs'

const mapping = '{"properties":{"n":{"type":"long"},"m":{"type":"long"}}}'

const numbers = (count) =>
  Array.from({ length: count }, (_, n) => ({ action: `{"_id":"${n}"}`, source: `{"n":${n},"m":${count - n}}` }))

async function connected({ page, corner, openApp, openProxy }) {
  const proxy = await openProxy()
  const app = await openApp()
  await connect({ page, app }, draft('numbers', proxy.url, keyOf(corner)))
  await page.getByRole('treeitem').first().waitFor()
  return { proxy, app }
}

/** All counts of the sidebar have arrived. */
const counted = (page) =>
  page.waitForFunction(() => document.querySelectorAll('[role=treeitem] [data-part=skeleton]').length === 0)

/** What the searches in a snapshot request: the position of their rows, and whether without documents. */
const inSnapshot = (proxy) =>
  searches(proxy)
    .map((entry) => entry.body)
    .map((body) => {
      const [place] = /("from":\d+,)?"size":\d+/.exec(body)
      return `${place}${body.includes('"_source":false') ? ' without sources' : ''}`
    })
    .sort()

/** The search that counts an index. */
const justCount = '{"size":0,"track_total_hits":true}'

/** What opening an index sends. */
const opening = (index) => [`GET /${index}/_count`, `GET /${index}/_mapping`, `POST /${index}/_search`]

/** What a refresh sends if the sidebar lists only the open index: it is counted in both places. */
const refreshing = (index) => ['GET /_cat/indices', `GET /${index}/_count`, ...opening(index)]

/** Waits for the given requests; nothing else may be sent before them. */
async function asks(proxy, assert, wanted) {
  await until(() => proxy.requests.length >= wanted.length)
  assert.deepEqual(proxy.take().sort(), wanted)
}

const searches = (proxy) => proxy.requests.filter((entry) => entry.path.endsWith('/_search'))

test('connecting asks the root and how many nodes there are, the sidebar lists once and counts once, and then nothing is sent', async ({
  stage,
}) => {
  const { page, assert, corner } = stage
  await page.clock.install()
  const one = await corner.index('one', mapping, numbers(3))
  const two = await corner.index('two', mapping, numbers(5))
  const { proxy } = await connected(stage)
  await page.getByRole('treeitem', { name: `${one}, index, 3 documents` }).waitFor()
  await page.getByRole('treeitem', { name: `${two}, index, 5 documents` }).waitFor()
  const asked = proxy.requests.at(-1).body.split('\n')
  assert.deepEqual(proxy.take(), ['GET /', 'GET /_cluster/health', 'GET /_cat/indices', 'POST /_msearch'])
  assert.deepEqual(asked.sort(), ['', ...[one, two].map((name) => `{"index":"${name}"}`), justCount, justCount])
  await page.clock.runFor('01:00')
  await page.keyboard.press('F5')
  await asks(proxy, assert, ['GET /_cat/indices', 'POST /_msearch'])
})

test('an index of a thousand rows is opened by its mapping, one search and one count, and nothing follows', async ({
  stage,
}) => {
  const { page, assert, corner } = stage
  await page.clock.install()
  const index = await corner.index('thousand', mapping, numbers(1000))
  const { proxy } = await connected(stage)
  await counted(page)
  proxy.take()
  await openIndex(page, index)
  await page.getByText('of 1,000').waitFor()
  assert.deepEqual(proxy.take().sort(), opening(index))
  await focusGrid(page)
  await page.keyboard.press('Control+End')
  await settled(page)
  await page.clock.runFor('01:00')
  await page.keyboard.press('F5')
  await asks(proxy, assert, refreshing(index))
})

test('the second page opens a snapshot and compares page 1, back sends nothing, and a sort sends one search', async ({
  stage,
}) => {
  const { page, assert, corner } = stage
  const index = await corner.index('pages', mapping, numbers(5000))
  const { proxy } = await connected(stage)
  await counted(page)
  await openIndex(page, index)
  await page.getByText('of 5,000').waitFor()
  proxy.take()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('2,000 loaded').waitFor()
  await settled(page)
  assert.ok((await columnInSight(page, 'n')).includes('1000'))
  assert.deepEqual(inSnapshot(proxy), ['"from":1000,"size":1000', '"size":1000 without sources'])
  assert.deepEqual(proxy.take(), [`POST /${index}/_pit`, 'POST /_search', 'POST /_search'])
  await page.getByRole('button', { name: 'Previous page' }).click()
  await settled(page)
  assert.deepEqual(proxy.take(), [])
  await page.getByRole('button', { name: 'Next page' }).click()
  await settled(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('3,000 loaded').waitFor()
  assert.deepEqual(inSnapshot(proxy), ['"from":2000,"size":1000'])
  assert.deepEqual(proxy.take(), ['POST /_search'])
  await page.getByRole('columnheader', { name: /^n,/ }).click()
  await page.getByRole('columnheader', { name: /^n,.*sorted ascending/ }).waitFor()
  await settled(page)
  await page.getByText('of 5,000').waitFor()
  assert.match(await status(page), /1,000 loadedof 5,000/)
  await until(() => proxy.requests.length === 2)
  assert.deepEqual(proxy.take().sort(), ['DELETE /_pit', `POST /${index}/_search`])
  await page.keyboard.press('F5')
  await until(() => proxy.requests.length === 5)
  await settled(page)
  assert.deepEqual(proxy.take().sort(), refreshing(index))
})

test('an index that is open already is shown again without a request', async ({ stage }) => {
  const { page, assert, corner } = stage
  const first = await corner.index('first', mapping, numbers(10))
  const second = await corner.index('second', mapping, numbers(20))
  const { proxy } = await connected(stage)
  await counted(page)
  await openIndex(page, first)
  await openIndex(page, second)
  await page.getByText('of 20').waitFor()
  proxy.take()
  await openIndex(page, first)
  await page.getByText('of 10').waitFor()
  assert.equal(await page.locator('[data-pane=tabs] [role=tab]').count(), 2)
  assert.deepEqual(proxy.take(), [])
})

test('of several orders asked for quickly only the last one is shown, and the others are given up', async ({
  stage,
}) => {
  const { page, assert, corner } = stage
  const index = await corner.index('orders', mapping, numbers(1000))
  const { proxy } = await connected(stage)
  await openIndex(page, index)
  await page.getByText('of 1,000').waitFor()
  const held = []
  proxy.take()
  proxy.rule = (entry) => (entry.path.endsWith('/_search') ? new Promise((release) => held.push(release)) : undefined)
  const head = (name) => page.getByRole('columnheader', { name: new RegExp(`^${name},`) })
  for (const [i, name] of ['n', 'n', 'm', 'm'].entries()) {
    await head(name).click()
    await until(() => held.length === i + 1)
  }
  for (const release of held.reverse()) release()
  await page.getByRole('columnheader', { name: /^m,.*sorted descending/ }).waitFor()
  await settled(page)
  assert.deepEqual((await columnInSight(page, 'm')).slice(0, 3), ['1000', '999', '998'])
  await until(() => searches(proxy).filter((entry) => entry.closedEarly).length === 3)
  const outcome = searches(proxy).map((entry) => entry.closedEarly)
  assert.deepEqual(outcome, [true, true, true, false])
})

test('refreshing while rows are awaited gives the first request up and shows the rows of the second', async ({
  stage,
}) => {
  const { page, assert, corner } = stage
  const index = await corner.index('refresh', mapping, numbers(100))
  const { proxy } = await connected(stage)
  let release
  proxy.rule = (entry) => {
    if (!entry.path.endsWith('/_search') || release) return undefined
    return new Promise((done) => {
      release = done
    })
  }
  await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).dblclick()
  await until(() => release)
  await page.keyboard.press('F5')
  await settled(page)
  await until(() => searches(proxy)[0].closedEarly)
  release()
  assert.equal(searches(proxy).length, 2)
  await page.getByText('of 100', { exact: true }).waitFor()
  assert.match(await status(page), /100 rowsof 100/)
})

test('closing a tab while it loads ends its request at the engine', async ({ stage }) => {
  const { page, assert, corner } = stage
  const index = await corner.index('closing', mapping, numbers(100))
  const { proxy } = await connected(stage)
  await counted(page)
  for (const part of ['/_mapping', '/_search']) {
    proxy.take()
    proxy.rule = (entry) => (entry.path.endsWith(part) ? 'hang' : undefined)
    await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).dblclick()
    await until(() => proxy.requests.some((entry) => entry.path.endsWith(part)))
    const [asked] = proxy.requests.filter((entry) => entry.path.endsWith(part))
    assert.equal(asked.closedEarly, false)
    await page.keyboard.press('Control+w')
    await until(() => asked.closedEarly)
    assert.equal(await page.locator('[data-pane=tabs] [role=tab]').count(), 0)
  }
})

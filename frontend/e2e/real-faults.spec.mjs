// SPEC: APP-05, CON-17, CON-20, CON-23, A-BRO-11
import { test } from './fixtures.mjs'
import { chooseLook, columnInSight, connect, draft, faults, focusGrid, keyOf, openIndex, settled } from './screen.mjs'
import { until } from './until.mjs'

const mapping = '{"properties":{"n":{"type":"long"}}}'

const numbers = (count) => Array.from({ length: count }, (_, n) => ({ action: `{"_id":"${n}"}`, source: `{"n":${n}}` }))

/** The labels of the buttons that retry loading. */
const again = /^(Try Again|Try Now|Retry|Reconnect)/

async function connected({ page, corner, openApp, openProxy }, count, more) {
  const index = await corner.index('faults', mapping, numbers(count))
  const proxy = await openProxy()
  const app = await openApp()
  await connect({ page, app }, draft('faults', proxy.url, keyOf(corner), more))
  await page.getByRole('treeitem', { name: `${index}, index, ${count.toLocaleString('en-GB')} documents` }).waitFor()
  return { index, proxy, app }
}

/** Presses the retry button, as long as there is one, until the rows are loaded. */
async function rowsReturn(page) {
  const rows = page.getByRole('gridcell', { name: 'n, 0, row 1', exact: true })
  const offer = page.getByRole('button', { name: again })
  for (let tries = 0; !(await rows.isVisible()); tries += 1) {
    if (tries > 40) throw new Error('the rows did not come back')
    await rows.or(offer).first().waitFor()
    if (await offer.first().isVisible())
      await offer
        .first()
        .click({ timeout: 1000 })
        .catch(() => undefined)
    await rows.waitFor({ timeout: 500 }).catch(() => undefined)
  }
  await settled(page)
}

const card = (page) => page.getByRole('alert', { name: 'Could not load the rows' })

test('an engine that goes away and comes back: it is said, and the rows are there again without opening anything', async ({
  stage,
}) => {
  const { page, assert, shot } = stage
  const { index, proxy } = await connected(stage, 1000)
  await openIndex(page, index)
  await page.getByText('of 1,000').waitFor()
  await proxy.stop()
  await page.keyboard.press('F5')
  await page
    .getByText(/connection refused|Connection lost|was lost|lost…/i)
    .first()
    .waitFor()
  await shot('engine-gone')
  await proxy.start()
  await rowsReturn(page)
  assert.equal(await page.locator('[data-pane=tabs] [role=tab]').count(), 1)
  assert.deepEqual((await columnInSight(page, 'n')).slice(0, 3), ['0', '1', '2'])
})

test('an engine that goes away while one scrolls on: the rows that were read stay, and the rest come when it is back', async ({
  stage,
}) => {
  const { page, assert } = stage
  const { index, proxy } = await connected(stage, 3000)
  await openIndex(page, index)
  await page.getByText('of 3,000').waitFor()
  await proxy.stop()
  await focusGrid(page)
  await page.keyboard.press('Control+End')
  await page
    .getByText(/connection refused|Connection lost|was lost|lost…/i)
    .first()
    .waitFor()
  await page.keyboard.press('Control+Home')
  assert.deepEqual((await columnInSight(page, 'n')).slice(0, 3), ['0', '1', '2'])
  await proxy.start()
  await page.keyboard.press('Control+End')
  const last = page.getByRole('gridcell', { name: 'n, 2999, row 3,000', exact: true })
  const offer = page.getByRole('button', { name: again })
  await last.or(offer).first().waitFor()
  if (!(await last.isVisible()))
    await offer
      .first()
      .click({ timeout: 2000 })
      .catch(() => undefined)
  await last.waitFor()
  await settled(page)
})

// SPEC: CON-25
test('an answer that breaks off is an error, is asked for again once at most, and never shows as rows', async ({
  stage,
}) => {
  const { page, assert } = stage
  const { index, proxy } = await connected(stage, 1000)
  const cases = [
    ['/_mapping', 'cut', 'The response was cut short.'],
    ['/_search', 'cut', 'The response was cut short.'],
    ['/_search', 'drop', 'The server closed the connection without responding.'],
    ['/_mapping', 'drop', 'The server closed the connection without responding.'],
  ]
  for (const [part, fault, message] of cases) {
    proxy.take()
    proxy.rule = (entry) => (entry.path.endsWith(part) ? fault : undefined)
    await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).dblclick()
    await card(page).waitFor()
    assert.match(await card(page).textContent(), new RegExp(message), `${fault} of ${part}`)
    assert.equal(await page.getByRole('gridcell').count(), 0)
    const asked = () => proxy.requests.filter((entry) => entry.path.endsWith(part)).length
    // A reused connection that ends before the first byte may have been closed long ago: the read is sent once more.
    const times = fault === 'drop' ? 2 : 1
    assert.equal(asked(), times, `${part} after ${fault}`)
    proxy.rule = () => undefined
    await rowsReturn(page)
    assert.equal(asked(), times + 1)
    await page.keyboard.press('Control+w')
  }
})

test('a gateway that answers 502 with a page of its own is said as such, without its HTML', async ({ stage }) => {
  const { page, assert, shot } = stage
  const { index, proxy } = await connected(stage, 1000)
  proxy.rule = (entry) => (entry.path.endsWith('/_search') ? 'gateway' : undefined)
  await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).dblclick()
  await card(page).waitFor()
  const said = await card(page).textContent()
  assert.match(said, /502/)
  assert.match(said, /A proxy in front of the server got no valid response from it \(502 Bad Gateway\)\./)
  assert.doesNotMatch(said, /</)
  for (const theme of ['light', 'dark']) {
    await chooseLook(page, theme)
    assert.deepEqual(await faults(page), [], theme)
    await shot(`error-card-${theme}`)
  }
  proxy.rule = () => undefined
  await rowsReturn(page)
})

test('a gateway in place of the engine refuses the connection with its status and what to check', async ({ stage }) => {
  const { page, assert, corner, openApp, openProxy } = stage
  const proxy = await openProxy()
  proxy.rule = () => 'gateway'
  const app = await openApp()
  await app.call('Connections.Save', { call: '', draft: draft('gateway', proxy.url, keyOf(corner)) })
  await page.goto(app.url)
  await page.getByRole('option', { name: 'gateway' }).dblclick()
  const dialog = page.getByRole('dialog', { name: 'gateway could not be opened' })
  await dialog.waitFor()
  assert.match(await dialog.textContent(), /502/)
  assert.deepEqual(await faults(page), [])
  assert.deepEqual(proxy.take(), ['GET /'])
  proxy.rule = () => undefined
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('navigation', { name: 'Indices' }).waitFor()
})

test('a server that hangs is given up after the query timeout, and the connection lives on', async ({ stage }) => {
  const { page, assert } = stage
  const { index, proxy } = await connected(stage, 1000, { queryTimeout: '1' })
  proxy.rule = (entry) => (entry.path.endsWith('/_search') ? 'hang' : undefined)
  await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).dblclick()
  await card(page).waitFor()
  assert.match(await card(page).textContent(), /No response within 1 s./)
  await until(() => proxy.requests.every((entry) => !entry.path.endsWith('/_search') || entry.closedEarly))
  proxy.rule = () => undefined
  await rowsReturn(page)
})

test('reading that takes long can be cancelled: the engine is let go at once, and the rows can be read again', async ({
  stage,
}) => {
  const { page, assert, shot } = stage
  const { index, proxy } = await connected(stage, 1000)
  proxy.rule = (entry) => (entry.path.endsWith('/_search') ? 'hang' : undefined)
  await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).dblclick()
  const bar = page.locator('[data-part=loading]')
  await bar.waitFor()
  await shot('loading')
  assert.match(await bar.textContent(), new RegExp(`^Loading rows 1 to 1,000 of ${index}, `))
  await bar.getByRole('button', { name: 'Cancel' }).click()
  await until(() => proxy.requests.some((entry) => entry.path.endsWith('/_search') && entry.closedEarly))
  await page.getByText('Loading was cancelled.').waitFor()
  proxy.rule = () => undefined
  await page.keyboard.press('F5')
  await rowsReturn(page)
})

test('an index that was deleted meanwhile is said in the words of the engine', async ({ stage }) => {
  const { page, assert, engine } = stage
  const { index } = await connected(stage, 10)
  await engine.must('DELETE', `/${index}`)
  await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).dblclick()
  await card(page).waitFor()
  const { text } = await engine.ask('GET', `/${index}/_mapping`)
  const said = await card(page).textContent()
  assert.ok(said.includes(JSON.parse(text).error.root_cause[0].reason), said)
  assert.match(said, /404/)
})

// SPEC: B-MET-02, CON-22, CON-24
import { test } from './fixtures.mjs'
import { connect, draft, faults } from './screen.mjs'

const pane = (page) => page.getByRole('region', { name: 'Server Dashboard' })
const card = (page, name) => pane(page).getByRole('region', { name, exact: true })
const documents = Array.from({ length: 60 }, (_, n) => ({ action: '{}', source: `{"n":${n}}` }))

/** Starts a deletion that takes a minute; returns its task id. */
async function slowDeletion({ engine }, index) {
  const query = `/${index}/_delete_by_query?wait_for_completion=false&requests_per_second=1&scroll_size=1`
  return JSON.parse(await engine.must('POST', query, '{"query":{"match_all":{}}}')).task
}

async function dashboardOf({ page, openApp, openProxy }, key, fields) {
  const proxy = await openProxy()
  const app = await openApp()
  await connect({ page, app }, draft('catalogue', proxy.url, { auth: 'apiKey', secrets: { apiKey: key } }, fields))
  await page.getByRole('button', { name: 'Server Dashboard' }).click()
  await card(page, 'JVM heap').waitFor()
  await pane(page).getByLabel('Refresh every').selectOption('2')
  return proxy
}

test('a running task is cancelled by the request that was shown', async ({ stage }) => {
  const { page, assert, corner, shot } = stage
  const replica = { number_of_replicas: 1 }
  const index = await corner.index('slow', '{"properties":{"n":{"type":"long"}}}', documents, replica)
  const proxy = await dashboardOf(stage, await corner.makeKey(''), { safeMode: 'confirm' })
  const task = await slowDeletion(corner, index)
  const row = card(page, 'Tasks').getByRole('row', { name: index })
  await row.getByText(/\d+ of 60/).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('dashboard-real')

  await pane(page).getByRole('button', { name: 'Unassigned Shards…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Unassigned Shards' })
  await sheet.getByRole('row', { name: `${index} [0], replica Never assigned` }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('dashboard-unassigned')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  proxy.take()
  await row.getByRole('button', { name: /^Cancel/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this task on catalogue?' })
  await dialog.getByText(`/_tasks/${task}/_cancel`).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('dashboard-cancel')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const writes = () => proxy.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)
  assert.deepEqual(writes(), [], 'nothing is sent before it is confirmed')

  await row.getByRole('button', { name: /^Cancel/ }).click()
  await dialog.getByRole('button', { name: 'Cancel Task' }).click()
  await pane(page).getByText('The server was asked to cancel the task.').waitFor()
  await row.waitFor({ state: 'detached' })
  assert.deepEqual(writes(), [`/_tasks/${task}/_cancel`])
  const ended = JSON.parse(await corner.engine.must('GET', `/_tasks/${task}`))
  assert.equal(ended.completed, true)
  const outcome = ended.response ?? ended.error // an error if the engine was searching for the next documents
  assert.match(JSON.stringify(outcome ?? null), /cancell?ed/)
})

test('a cancellation that the engine refuses is sent once, and its reason is shown', async ({ stage }) => {
  const { page, assert, corner } = stage
  const index = await corner.index('slow', '{"properties":{"n":{"type":"long"}}}', documents)
  const proxy = await dashboardOf(stage, corner.key, { safeMode: 'off' })
  const task = await slowDeletion(corner, index)
  const row = card(page, 'Tasks').getByRole('row', { name: index })
  proxy.take()
  await row.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: 'Cancel Task' }).click()
  await pane(page)
    .getByRole('alert')
    .getByText(/tasks\/cancel.* is unauthorized/)
    .waitFor()
  assert.equal(proxy.requests.filter(({ method }) => method === 'POST').length, 1)
  await corner.engine.must('POST', `/_tasks/${task}/_cancel`)
})

test('a user without rights for some figures sees the others, and why those are missing', async ({ stage }) => {
  const { page, assert, corner } = stage
  const index = await corner.index('few', '{"properties":{"n":{"type":"long"}}}', documents)
  const rights = { indices: [{ names: [index], privileges: ['read', 'monitor'] }] }
  await dashboardOf(stage, await corner.makeKey(rights), { safeMode: 'off' })
  for (const [name, action] of [
    ['Health', 'cluster:monitor/health'],
    ['JVM heap', 'cluster:monitor/nodes/stats'],
    ['Nodes', 'cluster:monitor/nodes/stats'],
    ['Tasks', 'cluster:monitor/tasks/lists'],
  ])
    assert.match(await card(page, name).textContent(), new RegExp(`\\[${action}\\] is unauthorized`))
  await pane(page)
    .getByRole('img', { name: /^Indexing, documents\/s: primaries/ })
    .waitFor()
  assert.deepEqual(await faults(page), [])
})

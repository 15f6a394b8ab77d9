// SPEC: B-MET-01
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

const pane = (page) => page.getByRole('region', { name: 'Server Dashboard' })
const card = (page, name) => pane(page).getByRole('region', { name, exact: true })

test('the dashboard of a Typesense server shows its figures and curves, in light and dark', async ({
  page,
  app,
  assert,
  shot,
}) => {
  await app.call('Plugins.Install', { call: '', driver: 'typesense' })
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).waitFor()
  await page.getByRole('button', { name: 'Server Dashboard' }).click()
  await card(page, 'System memory').getByText('of 17.2 GB').waitFor()
  assert.match(await card(page, 'Typesense memory').textContent(), /MB resident.*MB active, .*MB allocated/)
  assert.match(await card(page, 'Fragmentation').textContent(), /0\.0\d ratio/)
  assert.match(await card(page, 'Disk').textContent(), /of 275 GB206 GB free/)
  assert.match(await card(page, 'Requests').textContent(), /per second.* search, .* write/)
  assert.match(await card(page, 'Search latency').textContent(), /ms.*mean of 10 s, 95% within \d+ ms/)
  assert.match(await card(page, 'Write latency').textContent(), /ms.* write requests per second/)
  assert.match(await card(page, 'Pending write batches').textContent(), /0 cache hit ratio 0\.\d+/)
  await pane(page).getByLabel('Refresh every').selectOption('2')
  for (const name of [
    /^Requests per second: search \d.*, write \d/,
    /^Latency, ms: search \d.*, write \d/,
    /^Memory, GB: resident 0\.\d.*, system used \d/,
    /^Cache hit ratio: ratio 0\.\d/,
  ]) {
    await pane(page).getByRole('img', { name }).locator('canvas').waitFor()
  }
  await card(page, 'Sessions').getByText('Typesense has no sessions').waitFor()
  await card(page, 'Slow queries').getByText('Typesense has no list of slow queries').waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-dashboard')
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  assert.deepEqual(await faults(page), [])
  await shot('typesense-dashboard-dark')
})

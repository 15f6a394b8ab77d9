// SPEC: B-MET-02, APP-03
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'
import { until } from './until.mjs'

const pane = (page) => page.getByRole('region', { name: 'Server Dashboard' })
const card = (page, name) => pane(page).getByRole('region', { name, exact: true })

/** Counts from now on how often the page asks for figures. */
function readings(page) {
  const asked = { count: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/call/Dashboards.Poll')) asked.count += 1
  })
  return asked
}

async function opened({ page, openApp }) {
  const app = await openApp()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books/ }).waitFor()
  const asked = readings(page)
  await page.getByRole('button', { name: 'Server Dashboard' }).click()
  await card(page, 'Health').getByText('Green').waitFor()
  return asked
}

/** Uses the dark theme while something is done. */
async function inTheDark(page, act) {
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await act()
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
}

test('the server dashboard shows figures, curves, nodes and tasks, in light and dark', async ({ screens }) => {
  const { page, assert, shot } = screens
  await opened(screens)
  await pane(page).getByLabel('Refresh every').selectOption('2')
  const chart = pane(page).getByRole('img', { name: /^Search, shard queries\/s: queries \d/ })
  await chart.waitFor()
  await chart.locator('canvas').waitFor()
  assert.match(await card(page, 'JVM heap').textContent(), /of 1\.07 GB/)
  assert.match(await card(page, 'Disk').textContent(), /low watermark 85%/)
  await card(page, 'Nodes').getByRole('cell', { name: 'sample' }).waitFor()
  const task = card(page, 'Tasks').getByRole('row', { name: /indices:data\/write\/reindex/ })
  assert.match(await task.textContent(), /reindex from \[books\] to \[books-v2\], [\d,]+ of 48,213/)
  await task.getByRole('button', { name: /^Cancel/ }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('dashboard')
  await inTheDark(page, async () => {
    assert.deepEqual(await faults(page), [])
    await shot('dashboard-dark')
  })
  await pane(page).getByRole('button', { name: 'Show as table: Search, shard queries/s' }).click()
  await pane(page)
    .getByRole('region', { name: /^Search.*table$/ })
    .getByRole('columnheader', { name: 'fetches' })
    .waitFor()
  assert.deepEqual(await faults(page), [])
  await page.setViewportSize({ width: 900, height: 600 })
  await shot('dashboard-small')
})

test('a dashboard that nobody sees reads nothing, and one that is paused neither', async ({ screens }) => {
  const { page, assert } = screens
  await page.clock.install()
  const asked = await opened(screens)
  const settled = async () => {
    await pane(page)
      .getByText(/^Refreshed/)
      .waitFor()
    return asked.count
  }
  const first = await settled()
  await page.clock.runFor(5_000)
  await until(() => asked.count === first + 1)

  await page.getByRole('treeitem', { name: /^books/ }).click()
  await page.getByText('book-0001', { exact: true }).waitFor()
  const hidden = asked.count
  await page.clock.runFor(60_000)
  assert.equal(asked.count, hidden, 'it is read behind another tab')

  await page.getByRole('button', { name: 'Server Dashboard' }).click()
  await until(() => asked.count === hidden + 1)
  assert.equal(await page.getByRole('tab', { name: /Server Dashboard/ }).count(), 1, 'there is one dashboard')
  await page.keyboard.press('Space')
  await pane(page).getByRole('button', { name: 'Resume' }).waitFor()
  const paused = asked.count
  await page.clock.runFor(60_000)
  assert.equal(asked.count, paused, 'it is read while it is paused')
  await page.keyboard.press('Space')
  await until(() => asked.count === paused + 1)
})

// SPEC: APP-10
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { openApp, temporary } from './harness.mjs'
import { addressesIn, lackingRecorder } from './recording.mjs'
import { connect, draft, keyOf, openIndex, settled } from './screen.mjs'

const documents = (count) =>
  Array.from({ length: count }, (_, n) => ({ action: `{"_id":"d${n}"}`, source: `{"n":${n}}` }))

test('a walk through the application connects to its cluster and its registry, and to nothing else', async ({
  stage,
  openRegistry,
}) => {
  test.skip(lackingRecorder() !== '', lackingRecorder())
  const { page, assert, corner, engine, ending } = stage
  const { folder, remove } = temporary('quarry-network-')
  await ending({ close: remove })
  const [record, file] = [join(folder, 'record'), join(folder, 'all.jsonl')]
  const registry = await openRegistry()
  const app = await ending(openApp({ registry: registry.url, record }))
  const index = await corner.index('network', '{"properties":{"n":{"type":"long"}}}', documents(2345))
  const button = (name) => page.getByRole('button', { name, exact: true })
  const leave = () => page.keyboard.press('Escape')

  // A driver is downloaded, and updates are looked for.
  await app.call('Plugins.Install', { call: '', driver: 'elasticsearch' })
  registry.publish()
  await page.goto(app.url)
  await page.getByRole('button', { name: /^Settings/ }).click()
  for (const tab of ['Plugins', 'General']) await page.getByRole('tab', { name: tab }).click()
  await leave()

  // Rows are read, sorted, filtered, edited, saved and exported; everything about the index is shown.
  await connect({ page, app }, draft('catalogue', engine.url, keyOf(corner)))
  await openIndex(page, index)
  await page.keyboard.press('Control+End')
  await settled(page)
  await page.getByRole('columnheader', { name: /^n,/ }).click()
  await settled(page)
  await page.keyboard.press('Control+Shift+u')
  for (const view of ['Structure', 'JSON', 'Data'])
    await page.getByRole('radio', { name: view, exact: true }).first().click()
  await settled(page)
  await page.getByRole('gridcell', { name: /^n, .*row 1$/ }).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /^n of / }).fill('77')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved 1 change').first().waitFor()
  await page.getByRole('toolbar', { name: 'Connection' }).getByRole('button', { name: 'Export', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: `Export ${index}` })
  await sheet.getByRole('textbox', { name: 'Save as' }).fill(file)
  await sheet.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('dialog', { name: 'Exported and verified' }).waitFor()
  assert.ok(existsSync(file))
  await button('Done').click()

  // A request is typed, the server is watched, and the log is read.
  await button('New Console').click()
  await page.getByRole('textbox', { name: 'Console 1, request' }).fill(`GET /${index}/_count`)
  await page.keyboard.press('Control+Enter')
  await page.getByText('200 OK').first().waitFor()
  await button('Server Dashboard').click()
  await page.getByRole('region', { name: 'Server Dashboard' }).waitFor()
  await button('Request Log').click()
  await page.getByRole('complementary', { name: 'Request Log' }).waitFor()

  await app.close()
  assert.deepEqual(addressesIn(record), [new URL(engine.url).host, new URL(registry.url).host].sort())
})

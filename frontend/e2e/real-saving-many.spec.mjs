// SPEC: A-BRO-13, A-EDT-01, A-EDT-10, A-EDT-18
import { test } from './fixtures.mjs'
import { connect, draft, keyOf, openIndex } from './screen.mjs'

const mapping = '{"properties":{"title":{"type":"keyword"},"n":{"type":"integer"}}}'
const books = Array.from({ length: 101 }, (_, i) => ({
  action: `{"_id":"bk-${i}"}`,
  source: `{"title":"Book ${i}","n":${i}}`,
}))

test('rows and count after a save of a whole page, and after its undo, are those of the server', async ({ stage }) => {
  const { page, assert, engine, corner, openApp, openProxy, shot } = stage
  // A search sees writes only after a refresh of the index: here, in the middle of the save, and never automatically.
  const index = await corner.index('many', mapping, books, { refresh_interval: '-1' })
  const [app, proxy] = await Promise.all([openApp(), openProxy()])
  let writes = 0
  proxy.rule = ({ method, path }) => {
    if (method === 'GET' || !/_(doc|create)\//.test(path)) return undefined
    writes += 1
    return writes % 100 === 90 ? engine.must('POST', `/${index}/_refresh`) : undefined
  }
  await connect({ page, app }, draft('catalogue', proxy.url, keyOf(corner), { safeMode: 'off' }))
  await openIndex(page, index)
  await page.getByRole('button', { name: /^Rows per page/ }).click()
  await page.getByRole('menuitemradio', { name: '100 Rows per Page', exact: true }).click()
  const bar = page.getByRole('region', { name: `Rows of ${index}` }).getByRole('status')
  await bar.getByText('100 loaded').waitFor()
  await page.getByRole('gridcell', { name: /^title, .*row 1(,|$)/ }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Delete 100 Documents' }).click()
  const strip = page.getByRole('region', { name: 'Staged changes' })
  await strip.getByRole('status').getByText('Saved 100 changes').waitFor()
  await bar.getByText('1 row', { exact: true }).waitFor()
  await page.getByRole('gridcell', { name: /^title, Book \d+, row 1(,|$)/ }).waitFor()
  await shot('saving-many-saved')
  assert.equal(await page.getByText(/has changed since/).count(), 0)
  await strip.getByRole('button', { name: 'Undo Save…' }).click()
  await page.getByRole('button', { name: 'Send 100 Requests' }).click()
  await page.getByText('Undid 100 changes').waitFor()
  await bar.getByText('of 101').waitFor()
  await bar.getByText('100 loaded').waitFor()
  assert.equal(await page.getByText(/has changed since/).count(), 0)
  await shot('saving-many-undone')
})

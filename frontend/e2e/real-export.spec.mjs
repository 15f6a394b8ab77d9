// SPEC: EXP-01, EXP-03, EXP-04, EXP-05, EXP-07
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { test } from './fixtures.mjs'
import { temporary } from './harness.mjs'
import { connect, draft, faults, keyOf, openIndex } from './screen.mjs'

const mapping = '{"properties":{"n":{"type":"long"},"p":{"type":"double"}}}'
const documents = (count) =>
  Array.from({ length: count }, (_, n) => ({
    action: `{"_id":"d${n}"}`,
    source: `{"n":${n}, "p": ${n % 2 === 0 ? '1.50' : '2e1'}, "big":9007199254740993}`,
  }))

/** An index opened through a proxy, and a folder for files. */
async function opened({ page, corner, ending, openApp, openProxy }, count) {
  const { folder, remove } = temporary('quarry-export-')
  await ending({ close: remove })
  const index = await corner.index('export', mapping, documents(count))
  const proxy = await openProxy()
  const app = await openApp()
  await connect({ page, app }, draft('catalogue', proxy.url, keyOf(corner)))
  await openIndex(page, index)
  return { index, proxy, folder, file: join(folder, 'all.jsonl') }
}

const exportButton = (page) =>
  page.getByRole('toolbar', { name: 'Connection' }).getByRole('button', { name: 'Export', exact: true })

/** Opens the sheet, names the file and starts the export. */
async function begin(page, index, file) {
  await exportButton(page).click()
  const sheet = page.getByRole('dialog', { name: `Export ${index}` })
  await sheet.getByRole('textbox', { name: 'Save as' }).fill(file)
  await sheet.getByRole('button', { name: 'Export', exact: true }).click()
  return sheet
}

test('an export writes every document of the index, to the last character, and says so', async ({ stage }) => {
  const { page, assert, shot } = stage
  const { index, folder, file } = await opened(stage, 2345)
  await page.getByText('of 2,345').waitFor()
  await exportButton(page).click()
  const sheet = page.getByRole('dialog', { name: `Export ${index}` })
  await sheet.getByText('Whole index, 2,345').waitFor()
  await shot('export')
  assert.deepEqual(await faults(page), [])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await begin(page, index, file)
  const done = page.getByRole('dialog', { name: 'Exported and verified' })
  await done.getByText('2,345 documents written, 2,345 counted on the server.').waitFor()
  assert.deepEqual(await faults(page), [])
  const lines = readFileSync(file, 'utf8').split('\n')
  assert.equal(lines.pop(), '')
  const sources = documents(2345).map(({ source }) => source)
  assert.deepEqual(lines.sort(), sources.sort())
  assert.deepEqual(readdirSync(folder), ['all.jsonl'])
  await done.getByRole('button', { name: 'Done' }).click()
  assert.equal(await page.getByRole('button', { name: /^Exports,/ }).count(), 0)
  const again = await begin(page, index, file)
  await again.getByRole('alert').getByText('A file with this name already exists.').waitFor()
  await again.getByRole('button', { name: 'Replace File' }).click()
  await done.waitFor()
})

test('an export of chosen columns is a compressed table that a program reads', async ({ stage }) => {
  const { page, assert, shot } = stage
  const { index, folder } = await opened(stage, 300)
  await exportButton(page).click()
  const sheet = page.getByRole('dialog', { name: `Export ${index}` })
  await sheet.getByRole('radio', { name: 'CSV' }).click()
  await sheet.getByRole('radio', { name: 'gzip' }).click()
  await sheet.getByRole('button', { name: 'None' }).click()
  for (const name of ['_id', 'n', 'p']) await sheet.getByRole('checkbox', { name: new RegExp(`^${name}`) }).click()
  await shot('export-csv')
  assert.deepEqual(await faults(page), [])
  const file = join(folder, 'table.csv.gz')
  await sheet.getByRole('textbox', { name: 'Save as' }).fill(file)
  await sheet.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('dialog', { name: 'Exported and verified' }).getByText('SHA-256').waitFor()
  const [head, ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\r\n')
  assert.equal(head, '_id,n,p')
  assert.deepEqual(
    lines.sort(),
    Array.from({ length: 300 }, (_, n) => `d${n},${n},${n % 2 === 0 ? '1.50' : '2e1'}`).sort(),
  )
})

test('an export goes on when it is hidden, is listed, and leaves no file when it is cancelled', async ({ stage }) => {
  const { page, assert, shot } = stage
  const { index, proxy, folder, file } = await opened(stage, 20)
  proxy.rule = ({ body }) => (body.includes('"pit"') && !body.includes('"size":0') ? 'hang' : undefined)
  await begin(page, index, file)
  const running = page.getByRole('dialog', { name: `Exporting ${index}` })
  await running.getByText('0 of 20 documents').waitFor()
  await running.getByRole('button', { name: 'Hide' }).click()
  await running.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Exports, 1 running' }).click()
  await shot('exports')
  assert.deepEqual(await faults(page), [])
  await page.getByRole('button', { name: `Cancel the export of ${index}` }).click()
  await page.getByText('The export was cancelled').waitFor()
  assert.deepEqual(readdirSync(folder), [])
  await page.getByRole('button', { name: `Dismiss the export of ${index}` }).click()
  await page.getByRole('button', { name: /^Exports,/ }).waitFor({ state: 'detached' })
})

test('an export that lost the server says what is missing and leaves no file', async ({ stage }) => {
  const { page, assert } = stage
  const { index, proxy, file } = await opened(stage, 20)
  proxy.rule = ({ body }) => (body.includes('"pit"') && !body.includes('"size":0') ? 'cut' : undefined)
  await begin(page, index, file)
  const failed = page.getByRole('dialog', { name: 'The export is not complete' })
  await failed.getByText(/Nothing was exported\./).waitFor()
  assert.ok(!existsSync(file))
  proxy.rule = () => undefined
  await failed.getByRole('button', { name: 'Try Again…' }).click()
  await page
    .getByRole('dialog', { name: `Export ${index}` })
    .getByRole('button', { name: 'Export', exact: true })
    .click()
  await page.getByRole('dialog', { name: 'Exported and verified' }).waitFor()
  assert.ok(existsSync(file))
})

// SPEC: APP-11, CON-08, APP-02

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from './fixtures.mjs'
import { connect, draft, faults, keyOf, openIndex } from './screen.mjs'

const run = promisify(execFile)

const logOf = (page) => page.getByRole('complementary', { name: 'Request Log' })
const listOf = (page) => logOf(page).getByRole('listbox')
const search = (page) => logOf(page).getByRole('textbox', { name: 'Search requests' })
const entry = (page, name) => listOf(page).getByRole('option', { name })

/** The visible entries, newest first: method, path, outcome and purpose. */
function read(page) {
  return listOf(page)
    .getByRole('option')
    .evaluateAll((options) =>
      options.map((option) => {
        const parts = option.getAttribute('aria-label').split(', ')
        return [parts[0].split('?')[0], parts[1], parts.at(-2)].join(' ')
      }),
    )
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

async function openBooks(page) {
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('button', { name: 'Install' }).click()
  await page.getByRole('treeitem', { name: /^books/ }).click()
  await page.getByText('book-0001', { exact: true }).waitFor()
  await page.getByText('of 1,200').waitFor()
}

test.describe('the application alone', () => {
  test.beforeEach(async ({ page, app }) => {
    await page.goto(app.url)
  })

  test('the request log shows what was sent and goes on while it is read, by keyboard as well', async ({
    page,
    assert,
    shot,
  }) => {
    await openBooks(page)
    await page.keyboard.press('Control+Shift+L')
    await entry(page, /connect/)
      .first()
      .waitFor()
    const lines = await read(page)
    assert.deepEqual(lines.slice(-2), ['GET /_cat/indices 200 list', 'GET / 200 connect'])
    for (const line of [
      'GET /books/_mapping 200 columns',
      'POST /books/_search 200 page',
      'GET /books/_count 200 count',
    ])
      assert.ok(lines.includes(line), `${line} is not among ${lines.join(', ')}`)

    await page.getByRole('columnheader', { name: /^title/ }).click()
    await page.getByRole('columnheader', { name: /^title.*sorted ascending/ }).waitFor()
    await entry(page, /_search.*page/)
      .nth(1)
      .waitFor()

    await search(page).fill('search page')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await logOf(page).getByRole('region', { name: 'Body' }).waitFor()
    assert.match(await logOf(page).getByRole('region', { name: 'Body' }).textContent(), /"title.keyword": ?\{?/)
    await shot('request-log')
    assert.deepEqual(await faults(page), [])
    await inTheDark(page, async () => {
      await shot('request-log-dark')
      assert.deepEqual(await faults(page), [])
    })

    await search(page).fill('nothing like that')
    await logOf(page).getByText('No matching requests.').waitFor()
    assert.equal(await logOf(page).getByRole('region').count(), 0)
    await page.keyboard.press('Escape')
    assert.equal(await search(page).inputValue(), '')
    await logOf(page).getByRole('button', { name: 'Clear' }).click()
    await logOf(page).getByText('Nothing has been sent to Sample Data since the log was cleared.').waitFor()
    assert.deepEqual(await faults(page), [])
    await page.keyboard.press('Escape')
    await logOf(page).waitFor({ state: 'detached' })
  })

  test('a request of the log, copied as cURL, gets the same answer from a shell', async ({ page, assert }) => {
    await openBooks(page)
    await page.getByRole('button', { name: 'Request Log' }).click()
    await entry(page, /^POST \/books\/_search/).click()
    await logOf(page).getByRole('button', { name: 'Copy as cURL' }).click()
    await logOf(page).getByText('Copied').waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const { stdout } = await run('sh', ['-c', `${command} --silent --show-error`], { maxBuffer: 1 << 26 })
    assert.match(stdout, /"_id":"book-0001"/)
    await logOf(page).getByRole('button', { name: 'Close', exact: true }).click()
    await logOf(page).waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Request Log')
  })

  test('in the smallest window the request log floats over the rows, and Escape closes it', async ({
    page,
    assert,
    shot,
  }) => {
    await openBooks(page)
    await page.setViewportSize({ width: 900, height: 600 })
    await page.keyboard.press('Control+Shift+L')
    await entry(page, /^POST \/books\/_search/).click()
    await logOf(page).getByRole('region', { name: 'Body' }).waitFor()
    await shot('request-log-small')
    const box = await logOf(page).boundingBox()
    assert.equal(Math.round(box.x + box.width), 900)
    const copy = await logOf(page).getByRole('button', { name: 'Copy as cURL' }).boundingBox()
    assert.ok(copy.y + copy.height <= 600, 'the button is in the window')
    await search(page).focus()
    await page.keyboard.press('Escape')
    await logOf(page).waitFor({ state: 'detached' })
  })
})

test('the request log of a real engine shows refusals and holds no credential', async ({
  page,
  assert,
  engine,
  corner,
  openApp,
}) => {
  const app = await openApp()
  const index = await corner.index('log', '{"properties":{"tag":{"type":"keyword"}}}', [
    { action: '{"_id":"1"}', source: '{"tag":"one"}' },
  ])
  await connect({ page, app }, draft('real', engine.url, keyOf(corner)))
  await openIndex(page, index)
  await page.keyboard.press('Control+Shift+L')
  await entry(page, new RegExp(`^POST /${index}/_search.*, 200, .*page`)).waitFor()
  await engine.must('DELETE', `/${index}`)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await entry(page, new RegExp(`^GET /${index}/_mapping.*, 404, .*columns`)).waitFor()
  await logOf(page).getByRole('radio', { name: 'Failed' }).click()
  await entry(page, /, 200, /)
    .first()
    .waitFor({ state: 'detached' })
  assert.ok((await read(page)).every((line) => line.includes(' 404 ')))

  const { entries } = await app.call('Requests.List', { call: '', session: 's1', after: 0, wait: false })
  let all = `${JSON.stringify(entries)}${await page.content()}`
  for (const { id, hasBody, gap } of entries) {
    if (hasBody) all += (await app.call('Requests.Body', { call: '', session: 's1', id })).text
    if (gap === '') all += (await app.call('Requests.Curl', { call: '', session: 's1', id })).text
  }
  assert.ok(entries.length > 5)
  for (const secret of [corner.key, Buffer.from(corner.key, 'base64').toString(), 'ApiKey'])
    assert.ok(!all.includes(secret), 'the log holds the credential')
})

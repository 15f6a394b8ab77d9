// SPEC: A-BRO-12, A-BRO-13, A-BRO-15, APP-05, CON-23
import { test } from './fixtures.mjs'
import { cellsInSight, connect, copied, draft, focusGrid, openIndex, rowsInSight, settled } from './screen.mjs'

const rows = 24_500

/** Rows whose order in the engine is the order of writing, in one segment that no restart splits. */
async function fill(engine, index) {
  const settings = '"settings":{"number_of_shards":1,"number_of_replicas":0,"refresh_interval":"-1"}'
  await engine.must('PUT', `/${index}`, `{${settings},"mappings":{"properties":{"n":{"type":"long"}}}}`)
  const lines = Array.from({ length: rows }, (_, n) => `{"index":{"_id":"d${n}"}}\n{"n":${n}}\n`)
  const answer = await engine.must('POST', `/${index}/_bulk?refresh=true&filter_path=errors`, lines.join(''))
  if (!answer.includes('"errors":false')) throw new Error(`documents were refused: ${answer}`)
  await engine.must('POST', `/${index}/_flush`)
}

/** Every visible position shows a row, in consecutive order, with that row's value. */
async function checkSight(page, assert) {
  await settled(page)
  const inSight = await rowsInSight(page)
  assert.ok(inSight.length > 20 && inSight.every((row, i) => row > 0 && row === inSight[0] + i), `rows ${inSight}`)
  for (const { row, column, text } of await cellsInSight(page)) {
    if (column === 'n' && inSight.includes(row)) assert.equal(text, String(row - 1))
  }
  return inSight
}

/** Turns the wheel, and waits until the visible rows have changed. */
async function wheel(page, by) {
  const place = () => document.elementFromPoint(280, 200)?.closest('[role=row]')?.ariaRowIndex
  const before = await page.evaluate(place)
  await page.mouse.wheel(0, by)
  await page.waitForFunction(`(${place})() !== ${JSON.stringify(before)}`)
}

/** Turns the wheel until a row is visible, or the last one; every row on the way was in its position. */
async function wheelTo(page, assert, row) {
  for (let last = 0; last < Math.min(row, rows); ) {
    await wheel(page, 18_000)
    last = (await checkSight(page, assert)).at(-1)
  }
}

const ended = 'The snapshot has ended on the server. From here on, rows come from a new one.'

/** Presses the retry button, as long as there is one, until rows of a new snapshot are loaded. */
async function again(page) {
  const said = page.getByText(ended)
  const offer = page.getByRole('button', { name: /^(Try Again|Try Now)/ }).first()
  for (let tries = 0; !(await said.isVisible()); tries += 1) {
    if (tries > 40) throw new Error('the rows did not come back')
    await said.or(offer).first().waitFor()
    if (await offer.isVisible()) await offer.click({ timeout: 1000 }).catch(() => undefined)
    await said.waitFor({ timeout: 500 }).catch(() => undefined)
  }
}

test.describe('an engine of its own', () => {
  // An engine starts in a quarter of a minute, on a busy machine in a whole one.
  test.setTimeout(240_000)
  test('an engine that is started again in the middle of a deep scroll: the end of the snapshot is said, and no row is missing', async ({
    page,
    assert,
    ownEngine: engine,
    openApp,
    shot,
  }) => {
    await fill(engine, 'deep')
    const app = await openApp()
    await connect({ page, app }, draft('deep', engine.url, { auth: 'none' }))
    await openIndex(page, 'deep')
    await page.getByText('of 24,500').waitFor()
    await page.mouse.move(700, 400)
    await wheelTo(page, assert, 15_200)
    const snapshot = page.locator('[data-part=status]').getByText(/^Snapshot from \d\d:\d\d$/)
    await snapshot.waitFor()

    await engine.stop()
    for (let tries = 0; tries < 4; tries += 1) await wheel(page, 18_000)
    const lost = page.locator('[data-part=banner]', { hasText: /^Connection to deep lost\./ })
    await lost.waitFor()
    await shot('engine-stopped-in-deep-scroll')
    assert.match(await lost.textContent(), /connection refused/i)
    const place = (await rowsInSight(page))[0]
    assert.ok(place > 17_000, `row ${place} was read before`)
    await lost.getByRole('button', { name: 'Try Now' }).click()
    await lost.waitFor()

    await engine.begin()
    await again(page)
    assert.equal((await checkSight(page, assert))[0], place)
    await shot('engine-begun-in-deep-scroll')
    await snapshot.waitFor()
    await page.mouse.move(700, 400)
    await wheelTo(page, assert, rows)

    await focusGrid(page)
    for (const key of ['ArrowRight', 'Control+Shift+ArrowDown']) await page.keyboard.press(key)
    const values = (await copied(page, 'Control+c')).split('\n')
    assert.deepEqual(
      values,
      Array.from({ length: rows }, (_, n) => String(n)),
    )
  })
})

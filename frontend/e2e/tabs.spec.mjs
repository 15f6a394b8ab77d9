// SPEC: APP-03, APP-14
import { test } from './fixtures.mjs'
import { columnInSight, connect, draft, faults, keyOf, openIndex, settled } from './screen.mjs'

const mapping = '{"properties":{"n":{"type":"long"}}}'
const documents = (first) => [0, 1, 2].map((i) => ({ action: `{"_id":"d${first + i}"}`, source: `{"n":${first + i}}` }))

/** The names of the open tabs, the visible one in brackets. */
const tabs = (page) =>
  page.getByRole('tab').evaluateAll((all) =>
    all.map((tab) => {
      const name = tab.querySelector('[data-full]').getAttribute('data-full')
      return tab.getAttribute('aria-selected') === 'true' ? `[${name}]` : name
    }),
  )

async function choose(page, item) {
  await page.locator('[data-part=connection]').click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('two open connections keep their tabs while one switches between them', async ({
  page,
  assert,
  engine,
  corner,
  openApp,
}) => {
  const app = await openApp()
  const one = await corner.index('one', mapping, documents(1))
  const two = await corner.index('two', mapping, documents(5))
  await connect({ page, app }, draft('first', engine.url, keyOf(corner)))
  await openIndex(page, one)
  await openIndex(page, two)
  await choose(page, 'Connections…')
  await app.call('Connections.Save', { call: '', draft: draft('second', engine.url, keyOf(corner)) })
  await page.goto(app.url)
  await page.getByRole('option', { name: 'first' }).dblclick()
  await page.getByRole('grid', { name: two, exact: true }).waitFor()
  await settled(page)
  assert.deepEqual(await tabs(page), [one, `[${two}]`])
  await choose(page, 'Connections…')
  await page.getByRole('option', { name: 'second' }).dblclick()
  await openIndex(page, one)
  assert.deepEqual(await tabs(page), [`[${one}]`])
  await choose(page, 'first')
  await settled(page)
  assert.deepEqual(await tabs(page), [one, `[${two}]`])
  assert.deepEqual(await columnInSight(page, 'n'), ['5', '6', '7'])
  await choose(page, 'second')
  await settled(page)
  assert.deepEqual(await tabs(page), [`[${one}]`])
  assert.deepEqual(await columnInSight(page, 'n'), ['1', '2', '3'])
})

test('the tabs of a connection stand again when it opens again, with their order', async ({
  page,
  assert,
  engine,
  corner,
  openApp,
  shot,
}) => {
  const app = await openApp()
  const one = await corner.index('one', mapping, documents(1))
  const two = await corner.index('two', mapping, documents(5))
  await connect({ page, app }, draft('first', engine.url, keyOf(corner)))
  await openIndex(page, one)
  const head = page.getByRole('columnheader', { name: /^n, long/ })
  await head.click()
  await page.getByRole('columnheader', { name: /^n, long.*sorted ascending/ }).waitFor()
  await head.click()
  await page.getByRole('columnheader', { name: /^n, long.*sorted descending/ }).waitFor()
  await openIndex(page, two)
  await choose(page, 'Disconnect')
  await page.getByRole('option', { name: 'first' }).dblclick()
  await page.getByRole('grid', { name: two, exact: true }).waitFor()
  await settled(page)
  await shot('tabs-again')
  assert.deepEqual(await faults(page), [])
  assert.deepEqual(await tabs(page), [one, `[${two}]`])
  await page.keyboard.press('Control+1')
  await page.getByRole('grid', { name: one, exact: true }).waitFor()
  await settled(page)
  assert.deepEqual(await columnInSight(page, 'n'), ['3', '2', '1'])
  await page.getByRole('columnheader', { name: /^n, long.*sorted descending/ }).waitFor()
  await page.keyboard.press('Control+w')
  await page.keyboard.press('Control+w')
  await page.getByText('No index is open').waitFor()
  await choose(page, 'Disconnect')
  await page.getByRole('option', { name: 'first' }).dblclick()
  await page.getByRole('treeitem').first().waitFor()
  await page.getByText('No index is open').waitFor()
  assert.equal(await page.getByRole('tab').count(), 0)
})

test('the tab in front is in sight where there are more than fit, and nothing else moves for it', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  const app = await openApp()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).dblclick()
  const front = page.getByRole('tab', { selected: true })
  const seen = (tab) =>
    tab.evaluate((one) => {
      const { left, right } = one.getBoundingClientRect()
      const bar = one.closest('[role=tablist]').getBoundingClientRect()
      return left >= bar.left && right <= bar.right && bar.right <= innerWidth
    })
  const pill = await page.locator('[data-part=connection]').boundingBox()
  for (let n = 1; n <= 12; n += 1) {
    await page.getByRole('button', { name: 'New Console' }).click()
    await page.getByRole('textbox', { name: `Console ${n}, request` }).waitFor()
  }
  assert.equal(await seen(front), true)
  await shot('tabs-many')
  await page.getByRole('tab', { name: 'books' }).evaluate((tab) => tab.click())
  await page.getByRole('tab', { name: 'books', selected: true }).waitFor()
  assert.equal(await seen(front), true)
  assert.deepEqual(await page.locator('[data-part=connection]').boundingBox(), pill)
})

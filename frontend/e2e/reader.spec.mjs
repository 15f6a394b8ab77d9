// SPEC: APP-02, APP-05, A-SRT-01

import { holding } from './a11y/ways.mjs'
import { readTree } from './axtree.mjs'
import { test } from './fixtures.mjs'
import { focusGrid, settled } from './screen.mjs'

const tree = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) })

async function openBooks({ page, openApp }) {
  const app = await openApp()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await tree(page, 'books').dblclick()
  await page.getByText('of 1,200').waitFor()
  await settled(page)
}

/** Records from now on what each live region says, without content hidden from screen readers. */
async function listen(page) {
  await page.evaluate(() => {
    const live = '[role=status], [role=alert], [aria-live=polite]'
    const before = new WeakMap()
    window.said = []
    const note = (region) => {
      const copy = region.cloneNode(true)
      for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
      const text = copy.textContent.trim()
      if (text === '' || before.get(region) === text) return
      before.set(region, text)
      window.said.push(text)
    }
    const look = (node) => {
      const element = node instanceof Element ? node : node.parentElement
      const region = element?.closest(live)
      if (region) note(region)
      for (const inner of element?.querySelectorAll(live) ?? []) note(inner)
    }
    const watch = (records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) look(node)
    }
    new MutationObserver(watch).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => window.said.splice(0))
}

test('a screen reader is told the size of the grid, where a cell stands, and what its column is and how it is sorted', async ({
  screens: t,
}) => {
  const { page, assert } = t
  await openBooks(t)
  const grid = page.getByRole('grid', { name: 'books', exact: true })
  assert.equal(await grid.getAttribute('aria-rowcount'), '1201')
  assert.equal(await grid.getAttribute('aria-colcount'), '31')
  await page.getByRole('columnheader', { name: /^title/ }).click()
  await page.locator('[role=columnheader][aria-sort=ascending]').waitFor()
  await page.getByRole('columnheader', { name: /^published/ }).click({ modifiers: ['Shift'] })
  await page.getByRole('columnheader', { name: /second of 2$/ }).waitFor()
  await settled(page)
  for (const key of ['ArrowDown', 'Control+Home', 'ArrowDown']) await page.keyboard.press(key)
  const cell = page.getByRole('gridcell', { name: /^_id, book-\d{4}, row 2, read-only$/ })
  await cell.waitFor()
  assert.equal(await page.getByRole('row').filter({ has: cell }).getAttribute('aria-rowindex'), '3')
  assert.equal(await cell.getAttribute('aria-colindex'), '2')
  await page.getByRole('rowheader', { name: 'row 2', exact: true }).waitFor()
  const lines = (await readTree(page)).map((line) => line.trim())
  for (const wanted of [
    'grid "books"',
    'columnheader "Row"',
    'columnheader "title, text, sorted ascending, first of 2"',
    'columnheader "published, date, sorted ascending, second of 2"',
    `gridcell "${await cell.getAttribute('aria-label')}" selected=true readonly=true focused=true`,
    'tabpanel "books"',
    'tree "Indices"',
    'group "Indices, 3"',
    'button "Sidebar" expanded=true',
    'button "Inspector" expanded=false',
  ])
    assert.ok(
      lines.includes(wanted),
      `${wanted} is not in the tree:\n${lines.filter((line) => line.startsWith(wanted.slice(0, 12))).join('\n')}`,
    )
  assert.match(
    lines.find((line) => line.startsWith('columnheader "blurb, text')),
    /cannot be sorted: Text without a keyword subfield/,
  )
})

test('what happens is said in a live region, once and without what goes on changing', async ({ screens: t }) => {
  const { page, assert } = t
  await openBooks(t)
  const said = await listen(page)
  const go = await holding(page, '**/data/page?*')
  await tree(page, 'products').click()
  const clock = '[data-part=loading] [aria-hidden]:not([data-part])'
  const first = await page.locator(clock).textContent()
  await page.waitForFunction(([at, text]) => document.querySelector(at).textContent !== text, [clock, first])
  const waiting = await said()
  assert.equal(waiting.filter((text) => text.startsWith('Loading rows 1 to 600 of products')).length, 1, `${waiting}`)
  assert.ok(
    waiting.some((text) => text.startsWith('Loading')),
    `${waiting}`,
  )
  await go()
  await settled(page)
  await page.getByText('of 600').waitFor()
  assert.ok((await said()).includes('600 rowsof 600'))

  await focusGrid(page)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+c')
  await page
    .getByText(/copied/i)
    .first()
    .waitFor({ state: 'attached' })
  const copied = await said()
  assert.ok(copied.includes('2 rows, 1 column selected'), `${copied}`)
  await page.keyboard.press('Control+f')
  await page.keyboard.type('no such text')
  await page
    .getByText(/loaded rows$/)
    .first()
    .waitFor()
  assert.match((await said()).at(-1), /in 600 loaded rows$/)
  await page.keyboard.press('Escape')

  const lost = { kind: 'connect', message: 'Connection failed: connect: connection refused', op: 'GET /' }
  for (const route of ['**/call/Grid.*', '**/data/page?*'])
    await page.route(route, (r) => r.fulfill({ status: 422, json: lost }))
  await page.keyboard.press('Control+r')
  await page.getByText('Connection to Sample Data lost.').waitFor()
  const seconds = page.locator('[data-part=banner] [aria-hidden]').filter({ hasText: 'Retrying' })
  const before = await seconds.textContent()
  await page.waitForFunction((text) => !document.querySelector('[data-part=banner]').textContent.includes(text), before)
  const alerts = (await said()).filter((text) => text.startsWith('Connection to Sample Data lost.'))
  assert.equal(alerts.length, 1, `${alerts}`)
})

// SPEC: APP-20
import { photograph, test } from './fixtures.mjs'
import { settled } from './screen.mjs'

const arabic = 'مرحبا 123 بالعالم'
const hebrew = 'שלום world 42'

/** Whether the first character of a text is drawn to the right of the last one. */
const startsAtRight = (element) => {
  const box = (at) => {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const node = walk.nextNode()
    const range = document.createRange()
    range.setStart(node, at < 0 ? node.length + at : at)
    range.setEnd(node, (at < 0 ? node.length + at : at) + 1)
    return range.getBoundingClientRect()
  }
  return box(0).left > box(-1).left
}

test('Values from right to left are drawn so in cells, editors and the inspector', async ({
  page,
  openApp,
  assert,
}) => {
  const app = await openApp()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).dblclick()
  await page.getByText('of 1,200').waitFor()
  await settled(page)
  const cell = (row) => page.locator(`.qg-row[aria-rowindex="${row + 1}"] .qg-cell[aria-colindex="3"]`)
  for (const [row, text] of [
    [1, arabic],
    [2, hebrew],
  ]) {
    await cell(row).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
    const field = page.locator('.qg-editcell textarea')
    assert.equal(await field.evaluate((one) => getComputedStyle(one).direction), 'rtl')
    await page.keyboard.press('Enter')
    assert.equal(await cell(row).textContent(), text)
    assert.equal(await cell(row).evaluate(startsAtRight), true, text)
  }
  assert.equal(await cell(3).evaluate(startsAtRight), false)
  await cell(1).click()
  await page.keyboard.press('Alt+Enter')
  assert.equal(
    await page.getByRole('region', { name: 'Fields' }).getByText(arabic, { exact: true }).evaluate(startsAtRight),
    true,
  )
  await photograph(page, 'right-to-left')
})

// SPEC: APP-17
import { photograph, test } from './fixtures.mjs'
import { settled } from './screen.mjs'

/** Opens the books of the sample and focuses their rows. */
async function openBooks({ page, openApp }) {
  const app = await openApp()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).dblclick()
  await page.getByText('of 1,200').waitFor()
  await settled(page)
  await page.locator('[role=gridcell][tabindex="0"]').focus()
  return app
}

/** The positions of the visible heads and cells, and the row height. */
const drawn = (page) =>
  page.evaluate(() => {
    const box = (element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    }
    const seen = (element) => getComputedStyle(element).visibility !== 'hidden'
    const heads = [...document.querySelectorAll('.qg-th')].filter(seen)
    const rows = [...document.querySelectorAll('.qg-row')].filter(seen)
    const top = box(document.querySelector('.qg-head')).bottom
    const row = rows.find((one) => box(one).bottom > top + 1)
    return {
      size: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
      row: box(row),
      head: box(document.querySelector('.qg-head')),
      columns: heads.map((head) => ({
        head: box(head),
        cell: box(row.querySelector(`.qg-cell[aria-colindex="${head.getAttribute('aria-colindex')}"]`)),
      })),
      text: Number.parseFloat(getComputedStyle(row.querySelector('.qg-cell:not(.m)')).fontSize),
    }
  })

/** Waits until the text has a scale. */
const becomes = (page, size) =>
  page.waitForFunction(
    (wanted) => Math.abs(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 - wanted) < 0.01,
    size,
  )

const sizes = [1.1, 1.25, 1.5, 1.75, 2]

test('The text goes from 80 to 200 percent, and rows, columns and heads follow', async ({ page, openApp, assert }) => {
  await openBooks({ page, openApp })
  const check = async (size) => {
    await becomes(page, size)
    const now = await drawn(page)
    assert.equal(now.row.bottom - now.row.top, Math.round(24 * size), `rows at ${size}`)
    assert.equal(now.head.bottom - now.head.top, Math.round(28 * size), `the head at ${size}`)
    assert.ok(Math.abs(now.text - 12 * size) < 0.05, `the letters at ${size}: ${now.text}`)
    for (const { head, cell } of now.columns) assert.deepEqual([head.left, head.right], [cell.left, cell.right])
    await photograph(page, `text-size-${Math.round(size * 100)}`)
  }
  await check(1)
  await page.keyboard.press('Control+End')
  await page.locator('.qg-cell.act[aria-label*="1,000"], .qg-row[aria-rowindex="1201"]').first().waitFor()
  for (const size of sizes) {
    await page.keyboard.press('Control+Equal')
    await check(size)
  }
  await page.keyboard.press('Control+0')
  await check(1)
  await page.keyboard.press('Control+Minus')
  await page.keyboard.press('Control+Minus')
  await check(0.8)
})

test('The row at the top stays when the text becomes larger', async ({ page, openApp, assert }) => {
  await openBooks({ page, openApp })
  for (let pages = 0; pages < 5; pages += 1) await page.keyboard.press('PageDown')
  const top = () =>
    page.evaluate(() => {
      const { left, bottom } = document.querySelector('.qg-head').getBoundingClientRect()
      return document
        .elementFromPoint(left + 10, bottom + 3)
        ?.closest('.qg-row')
        ?.getAttribute('aria-rowindex')
    })
  const before = await top()
  assert.ok(Number(before) > 50, before)
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('Control+Equal')
  assert.ok(Math.abs(Number(await top()) - Number(before)) <= 1, `${before}, then ${await top()}`)
})

test('Text size and row height are chosen in the settings and kept', async ({ page, openApp, assert }) => {
  const app = await openBooks({ page, openApp })
  await page.keyboard.press('Control+Comma')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Larger text' }).click()
  await settings.getByText('110 %').waitFor()
  await settings.getByRole('radio', { name: 'Relaxed' }).click()
  await page.keyboard.press('Escape')
  assert.equal((await drawn(page)).row.bottom - (await drawn(page)).row.top, Math.round(34 * 1.1))
  await page.evaluate(() => localStorage.clear())
  await page.goto(app.url)
  await becomes(page, 1.1)
})

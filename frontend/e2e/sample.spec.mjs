// SPEC: APP-07, A-EDT-01
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })

test('sample data can be edited and saved, and a reset restores it', async ({ page, app, assert, shot }) => {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  const install = page.getByRole('button', { name: 'Install', exact: true })
  const books = page.getByRole('treeitem', { name: /^books/ })
  await install.or(books).first().waitFor()
  if (await install.isVisible()) await install.click()
  await page.getByText('Changes you save to the sample data are discarded when you close this connection.').waitFor()
  await books.click()
  await page.getByText('book-0001', { exact: true }).waitFor()
  const before = await cell(page, 'title', 2).textContent()
  await cell(page, 'title', 2).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /^title of / }).fill('Another title')
  await page.keyboard.press('Enter')
  await page
    .getByText(/^1 change to save/)
    .first()
    .waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('sample-staged')
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Saved 1 change').first().waitFor()
  await page.keyboard.press('Control+r')
  await page.getByRole('columnheader', { name: /^title/ }).click()
  await page.getByRole('columnheader', { name: /^title.*sorted ascending/ }).waitFor()
  const changed = page.getByText('Another title', { exact: true })
  await changed.first().waitFor()
  await shot('sample-saved')

  await page.locator('[data-part=connection]').click()
  await page.getByRole('menuitem', { name: 'Reset Sample Data…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Reset the sample data?' })
  assert.deepEqual(await faults(page), [])
  await shot('sample-reset')
  await question.getByRole('button', { name: 'Reset' }).click()
  await question.waitFor({ state: 'detached' })
  await changed.first().waitFor({ state: 'detached' })
  await page.getByRole('columnheader', { name: /^title/ }).click()
  await page.getByRole('columnheader', { name: /^title/ }).click()
  await page.getByText('book-0001', { exact: true }).waitFor()
  assert.equal(await cell(page, 'title', 2).textContent(), before)
})

/** Whether parts of a row overlap. */
const overlapping = (row) =>
  row.evaluate((element) => {
    const parts = [...element.querySelectorAll('button, input, [data-part=find] > span')].map((one) =>
      one.getBoundingClientRect(),
    )
    return parts.some((one, at) =>
      parts.slice(at + 1).some((other) => other.left < one.right && one.left < other.right),
    )
  })

// SPEC: CNS-03, CNS-08
test('the head of a response is one line beside what is looked for in it, and says less where it is narrow', async ({
  page,
  app,
  assert,
  shot,
}) => {
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  const install = page.getByRole('button', { name: 'Install', exact: true })
  const books = page.getByRole('treeitem', { name: /^books/ })
  await install.or(books).first().waitFor()
  if (await install.isVisible()) await install.click()
  await books.waitFor()
  await page.getByRole('button', { name: /Console/ }).click()
  await page.locator('.cm-content').waitFor()
  await page.keyboard.type('GET /books/_search?size=50')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  const response = page.getByRole('region', { name: 'Response', exact: true })
  await response.getByRole('radio', { name: 'JSON' }).click()
  await response.getByRole('textbox', { name: 'Find in response' }).fill('the')
  await response.getByText(/^1 of \d+$/).waitFor()
  const head = response.locator(':scope > div').filter({ has: page.getByRole('radio', { name: 'JSON' }) })
  const height = async () => (await head.boundingBox()).height
  for (const width of [1600, 1200]) {
    await page.setViewportSize({ width, height: 800 })
    await page.waitForFunction((wide) => document.documentElement.clientWidth === wide, width)
    assert.equal(await height(), 32, `at ${width}`)
    assert.equal(await overlapping(head), false, `at ${width}`)
    await response.getByText(/^50 of 1,200 hits/).waitFor()
    await shot(`console-head-${width}`)
  }
  await head.getByText('GET books/_search').waitFor({ state: 'hidden' })
})

// SPEC: APP-20
import { photograph, test } from './fixtures.mjs'
import { settled } from './screen.mjs'

test('What is composed on a cell begins its edit, from the first key on', async ({ page, openApp, assert }) => {
  const app = await openApp()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).dblclick()
  await page.getByText('of 1,200').waitFor()
  await settled(page)
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const cell = (row) => page.locator(`.qg-row[aria-rowindex="${row + 1}"] .qg-cell[aria-colindex="3"]`)
  const field = page.locator('.qg-editcell textarea')
  const before = await cell(1).textContent()
  await cell(1).click()
  await compose('n')
  await compose('に')
  await compose('にほん')
  assert.equal(await cell(1).textContent(), 'にほん', 'it is seen where it is composed')
  await photograph(page, 'composing')
  await keyboard.send('Input.insertText', { text: '日本' })
  await field.waitFor()
  assert.equal(await field.inputValue(), '日本')
  await compose('ご')
  await keyboard.send('Input.insertText', { text: '語' })
  assert.equal(await field.inputValue(), '日本語', 'the editor goes on with it')
  await page.keyboard.press('Enter')
  assert.equal(await cell(1).textContent(), '日本語')

  const second = await cell(2).textContent()
  await compose('x')
  await compose('')
  assert.equal(await field.count(), 0)
  assert.equal(await cell(2).textContent(), second, 'what was given up leaves the value')
  await page.keyboard.insertText('🎉')
  await field.waitFor()
  assert.equal(await field.inputValue(), '🎉', 'a picker of signs types without a key')
  await page.keyboard.press('Escape')
  await page.keyboard.type('abc')
  assert.equal(await field.inputValue(), 'abc')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+z')
  await page.waitForFunction(
    (text) => document.querySelector('.qg-row[aria-rowindex="2"] .qg-cell[aria-colindex="3"]')?.textContent === text,
    before,
  )
})

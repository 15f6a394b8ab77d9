// SPEC: APP-01, A-FIL-01, A-FIL-02, A-FIL-06, A-FIL-09, A-FIL-11, A-FIL-12
import { test } from './fixtures.mjs'
import { Hands } from './focus.mjs'
import { columnInSight, settled } from './screen.mjs'

const value = { role: 'input', name: /^Value$/ }
const picker = (name) => ({ role: 'combobox', name: new RegExp(`^${name},`) })

test('a filter is filled in, applied, mended and taken away by the keyboard alone', async ({
  page,
  assert,
  openApp,
}) => {
  const app = await openApp()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books, index/ }).dblclick()
  await page.getByText('of 1,200').waitFor()
  await settled(page)
  const hands = new Hands(page)

  await hands.press('Control+Shift+F')
  await hands.reaches(value)
  await hands.goTo(picker('Column'), 'Shift+Tab')
  await hands.press('Enter')
  await hands.reaches({ role: 'input', name: /Find column/ })
  await hands.type('in_pr')
  await hands.press('Enter')
  await hands.reaches(picker('Column'))
  await hands.press('Tab', 'Tab')
  await hands.reaches(picker('Value'))
  await hands.press('ArrowDown', 'ArrowDown', 'Enter')
  await hands.press('Control+Enter')
  await page.getByText('1 filter applied').waitFor()
  await settled(page)
  assert.deepEqual([...new Set(await columnInSight(page, 'in_print'))], ['false'])

  await hands.goTo({ role: 'button', name: /^Add filter after 1/ })
  await hands.press('Enter')
  await hands.goTo(picker('Column'), 'Shift+Tab')
  await hands.press('Enter')
  await hands.reaches({ role: 'input', name: /Find column/ })
  await hands.type('pages')
  await hands.press('Enter')
  await hands.goTo(value)
  await hands.type('many')
  await page.getByText(/“many” is not a whole number/).waitFor()
  await hands.press('Enter')
  await hands.reaches(value)
  await hands.press('Control+Backspace')
  const second = page.getByRole('group', { name: 'Filter 2 of 2' })
  await second.waitFor({ state: 'detached' })

  const inList = (name) => page.locator(`[role=listbox][aria-label="${name}"]:focus`).waitFor()
  const column = async (name) => {
    await hands.goTo(picker('Column'), 'Shift+Tab')
    await hands.press('Enter')
    await hands.reaches({ role: 'input', name: /Find column/ })
    await hands.type(name)
    await hands.press('Enter', 'Tab') // at once: the list is still closing
    await hands.reaches(picker('Operator'))
  }
  await hands.goTo({ role: 'button', name: /^Add filter after 1/ })
  await hands.press('Enter')
  await column('language')
  await hands.press('Enter')
  await inList('Operator')
  await hands.press('i', 'n', ' ', 'l', 'Enter')
  await hands.goTo({ role: 'input', name: /^Add a value$/ })
  await hands.type('de, "fr"')
  await hands.press('Control+Enter')
  await page.getByText('2 filters applied').waitFor()
  await second.getByText('2 values').waitFor()
  assert.deepEqual(await second.getByRole('listitem').allTextContents(), ['de', 'fr'])
  await settled(page)
  assert.deepEqual([...new Set(await columnInSight(page, 'language'))].sort(), ['de', 'fr'])

  await column('published')
  await hands.press('Enter')
  await inList('Operator')
  await hands.press('b', 'Enter')
  await hands.goTo(picker('Range'))
  await hands.press('Enter')
  await inList('Range')
  await hands.press('Enter', 'Control+Enter')
  await page.getByText('No documents match the filters').waitFor()
  await second.getByText(/^From \d{4}-\d\d-\d\d 00:00:00 UTC.* to /).waitFor()
  await hands.press('Control+Backspace', 'Control+Enter')
  await page.getByText('1 filter applied').waitFor()
  await hands.reaches(picker('Value'))
  await hands.press('Escape')
  await hands.reaches({ pane: 'grid' })
  await page.getByText('1 filter applied').waitFor()
})

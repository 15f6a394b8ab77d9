// The screens of a filter: its bar, what opens from it, and what is shown if no rows match.
import { settled } from '../screen.mjs'
import { press } from './ways.mjs'

const row = (page, number) => page.getByRole('group', { name: new RegExp(`^Filter ${number} of`) })
const field = (page, number, name = 'Value') => row(page, number).getByRole('textbox', { name, exact: true })
const list = (page, name) => page.getByRole('listbox', { name })

async function column(page, number, name) {
  await row(page, number)
    .getByRole('combobox', { name: /^Column,/ })
    .click()
  await page.getByRole('textbox', { name: 'Find column' }).fill(name)
  await page.keyboard.press('Enter')
}

async function shut(page, what) {
  await page.keyboard.press('Escape')
  await what.waitFor({ state: 'detached' })
}

export const filter = {
  name: 'a filter',
  open: async ({ page, openApp }) => {
    const app = await openApp()
    await page.goto(app.url)
    await press(page, 'Try with Sample Data')
    await page.getByRole('treeitem', { name: /^books, index/ }).dblclick()
    await page.getByText('of 1,200').waitFor()
    await settled(page)
  },
  screens: [
    [
      'rows of a filter, one of them refused',
      async ({ page }) => {
        await page.keyboard.press('Control+Shift+F')
        await column(page, 1, 'authors.role')
        await field(page, 1).fill('translator')
        await press(page, 'Add filter after 1')
        await column(page, 2, 'authors.born')
        await press(page, 'Same author as filter 1')
        await field(page, 2).fill('1970')
        await press(page, 'Add filter after 2')
        await column(page, 3, 'Raw query')
        await field(page, 3, 'Query').fill('title:harbour')
        await row(page, 3).getByRole('checkbox').uncheck()
        await press(page, 'Add filter after 3')
        await column(page, 4, 'pages')
        await field(page, 4).fill('many')
        await page.getByRole('alert').waitFor()
      },
    ],
    [
      'operators, some of them dimmed',
      async ({ page }) => {
        await row(page, 4)
          .getByRole('combobox', { name: /^Operator,/ })
          .click()
        await list(page, 'Operator').waitFor()
      },
    ],
    [
      'columns to choose from',
      async ({ page }) => {
        await shut(page, list(page, 'Operator'))
        await row(page, 4)
          .getByRole('combobox', { name: /^Column,/ })
          .click()
        await list(page, 'Column').waitFor()
      },
    ],
    [
      'presets',
      async ({ page }) => {
        await shut(page, list(page, 'Column'))
        await press(page, 'Presets')
        await page.getByRole('textbox', { name: 'Preset name' }).fill('Translators')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Remove Translators' }).waitFor()
      },
    ],
    [
      'the query of a filter',
      async ({ page }) => {
        await shut(page, page.getByRole('button', { name: 'Remove Translators' }))
        await field(page, 4).fill('1')
        await press(page, 'Preview Query')
        await page.getByRole('dialog', { name: 'Filter query' }).waitFor()
      },
    ],
    [
      'no row that matches',
      async ({ page }) => {
        await shut(page, page.getByRole('dialog', { name: 'Filter query' }))
        await field(page, 4).press('Enter')
        await page.getByText('No documents match the filters').waitFor()
        await press(page, 'Count Each Filter')
        await page
          .getByText(/^\d+ documents$/)
          .first()
          .waitFor()
      },
    ],
  ],
}

// SPEC: APP-01, APP-02, APP-05, CON-02, CON-03, CON-20, A-BRO-02, A-SRT-01
import { Hands } from './focus.mjs'
import { settled } from './screen.mjs'

const mapping =
  '{"properties":{"n":{"type":"long"},"word":{"type":"keyword"},"parts":{"type":"object","enabled":false}}}'
const documents = Array.from({ length: 40 }, (_, n) => ({
  action: `{"_id":"d${String(n).padStart(2, '0')}"}`,
  source: JSON.stringify({ n, word: n % 2 ? 'odd' : 'even', parts: { inner: { deep: n } } }),
}))

const cell = (column, row) => ({ role: 'gridcell', name: new RegExp(`^${column}, .*row ${row}(,|$)`) })
const button = (name) => ({ role: 'button', name: new RegExp(`^${name}`) })
const field = (name) => ({ role: 'input', name })

/** From the first start to the rows of an index. */
async function toTheRows({ page, engine, corner, assert }, hands, index) {
  await hands.goTo(button('New Connection…'))
  await hands.press('Enter')
  await hands.reaches({ role: 'combobox', name: /Search databases/ })
  await hands.press('Escape')
  await hands.reaches(button('New Connection…'))
  await hands.press('Enter')
  await page.getByRole('option', { name: /Typesense/ }).waitFor()
  await hands.press('ArrowDown')
  await page.getByRole('option', { name: /Typesense/, selected: true }).waitFor()
  await hands.press('ArrowUp', 'Enter')
  await hands.reaches(button('Install'))
  await hands.press('Enter')

  await hands.reaches(field(/^Name/))
  await hands.type('harbour')
  const { hostname, port } = new URL(engine.url)
  await hands.press('Tab')
  await hands.reaches(field(/^Host/))
  await hands.type(hostname)
  await hands.press('Tab')
  await hands.reaches(field(/^Port/))
  await hands.type(port)
  await hands.press('Tab')
  await hands.reaches({ role: 'select', name: /Auth Method/ })
  await hands.press('ArrowDown', 'Tab')
  await hands.reaches(field(/^API Key/))
  await hands.type(corner.key)
  await hands.goTo(button('Test Connection'))
  await hands.press('Enter')
  await page.getByText('Connected.').waitFor()
  await hands.goTo({ role: 'tab', name: /General/ }, 'Shift+Tab')
  await hands.press('ArrowRight')
  await hands.reaches({ role: 'tab', name: /Network/ })
  await hands.goTo(button('Save & Connect'))
  await hands.press('Enter')

  await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).waitFor()
  await hands.reaches({ pane: 'sidebar' })
  await hands.press('Control+l')
  await hands.reaches(field(/Filter indices/))
  await hands.type('one')
  await hands.press('ArrowDown')
  await hands.reaches({ role: 'treeitem', name: new RegExp(`^${index},`) })
  await hands.press('Control+Enter')
  await page.getByRole('grid', { name: index, exact: true }).waitFor()
  await settled(page)
  assert.equal(await page.getByRole('tab', { selected: true }).count(), 1)
  await hands.goTo({ role: 'gridcell', name: /row 1(,|$)/ }, 'F6')
}

/** Moves, sorts, opens a value and looks at its record. */
async function inTheRows({ page }, hands) {
  await hands.press('ArrowDown', 'ArrowDown')
  await hands.reaches(cell('_id', 3))
  await hands.press('Control+End')
  await hands.reaches({ role: 'gridcell', name: /row 40$/ })
  await hands.press('Control+Home')
  await hands.reaches(cell('_id', 1))
  await hands.press('ArrowUp')
  await hands.reaches({ role: 'columnheader', name: /^_id/ })
  await hands.goTo({ role: 'columnheader', name: /^n,/ }, 'ArrowRight')
  await hands.press('Enter')
  await hands.reaches({ role: 'columnheader', name: /^n, long, sorted ascending/ })
  await hands.press('Enter')
  await hands.reaches({ role: 'columnheader', name: /^n, long, sorted descending/ })
  await hands.press('ArrowDown')
  await hands.reaches({ role: 'gridcell', name: /^n, 39, row 1$/ })

  await hands.goTo(cell('parts', 1), 'ArrowRight')
  await hands.press('Enter')
  await page.getByRole('dialog', { name: 'Cell parts of row 1' }).waitFor()
  await hands.reaches(cell('parts', 1))
  await hands.press('Enter')
  await hands.reaches({ role: 'tree', pane: 'viewer' })
  await hands.press('ArrowDown', 'ArrowRight', 'Control+f')
  await hands.reaches(field(/^Find/))
  await hands.type('deep')
  await page.getByText('1 of 1').waitFor()
  await hands.press('Escape')
  await hands.reaches(field(/^Find/))
  await hands.press('Escape')
  await hands.reaches(cell('parts', 1))

  await hands.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Open Cell' }).waitFor()
  await hands.press('ArrowDown')
  await hands.reaches({ role: 'menuitem' })
  await hands.press('Escape')
  await hands.reaches(cell('parts', 1))

  await hands.press('Alt+Enter')
  await page.getByRole('complementary', { name: 'Record inspector' }).waitFor()
  await hands.goTo({ role: 'separator', name: /Width of the inspector/ }, 'F6')
  await hands.press('ArrowLeft')
  await hands.goTo(button('Open word'))
  await hands.press('Alt+Enter')
  await hands.reaches({ role: 'gridcell', pane: 'grid' })
}

/** Hides and pins columns, finds a text and looks at the structure. */
async function aroundTheRows({ page }, hands) {
  await hands.goTo({ role: 'radio', name: /Data/ }, 'F6')
  await hands.goTo(button('Columns'))
  await hands.press('Enter')
  await hands.reaches(field(/Find a column/))
  await hands.goTo(button('Hide word'))
  await hands.press('Enter')
  await hands.reaches(button('Show word'))
  await page.getByRole('columnheader', { name: /^word,/ }).waitFor({ state: 'detached' })
  await hands.goTo(button('Pin n'), 'Shift+Tab')
  await hands.press('Enter')
  await hands.reaches(button('Unpin n'))
  await hands.press('Escape')
  await hands.reaches(button('Columns'))

  await hands.press('Control+f')
  await hands.reaches(field(/Find in loaded rows/))
  await hands.type('d2')
  await page.getByText('10 in 40 loaded rows').waitFor()
  await hands.press('Enter')
  await page.getByText('1 of 10 in 40 loaded rows').waitFor()
  await hands.press('Escape')
  await hands.reaches({ role: 'gridcell', name: /^_id, d2/ })

  await hands.press('Alt+2')
  await page.getByRole('grid', { name: /^Fields of/ }).waitFor()
  await hands.reaches({ pane: 'grid' })
  await hands.press('Control+f')
  await hands.reaches(field(/Filter fields/))
  await hands.press('Alt+3')
  await page.getByRole('region', { name: /^Mapping of/ }).waitFor()
  await hands.reaches({ pane: 'grid' })
  await hands.press('Alt+1')
  await hands.reaches({ role: 'gridcell', pane: 'grid' })
}

/** Opens another index by its name, goes from tab to tab and closes them. */
async function fromTabToTab({ page }, hands, one, two) {
  await hands.press('Control+Shift+O')
  await hands.reaches(field(/^Name/))
  await hands.press('Escape')
  await hands.reaches({ role: 'gridcell', pane: 'grid' })
  await hands.press('Control+Shift+O')
  await hands.reaches(field(/^Name/))
  await hands.type(two)
  await page.getByRole('list', { name: 'Resolves to' }).waitFor()
  await hands.press('Enter')
  await page.getByRole('grid', { name: two, exact: true }).waitFor()
  await hands.reaches({ name: /./ })
  await settled(page)
  await hands.goTo({ role: 'gridcell', name: /row 1(,|$)/ }, 'F6')
  await hands.press('Control+1')
  await page.getByRole('grid', { name: one, exact: true }).waitFor()
  await hands.reaches({ role: 'gridcell', pane: 'grid' })
  await hands.press('Control+Tab')
  await page.getByRole('grid', { name: two, exact: true }).waitFor()
  await hands.reaches({ role: 'gridcell', pane: 'grid' })
  await hands.goTo({ role: 'tab', name: new RegExp(two) }, 'F6')
  await hands.press('ArrowLeft')
  await hands.reaches({ role: 'tab', name: new RegExp(one) })
  await hands.press('Delete')
  await hands.reaches({ role: 'tab', name: new RegExp(two) })
  await page.getByRole('tab').nth(1).waitFor({ state: 'detached' })
}

/** Reads the request log, the settings and leaves the connection. */
async function outOfTheWindow({ page }, hands) {
  await hands.press('Control+Shift+L')
  await hands.reaches(field(/Search requests/))
  await hands.press('Tab')
  await hands.reaches({ role: 'listbox' })
  await hands.press('ArrowDown')
  await page.getByRole('region', { name: 'Request', exact: true }).waitFor()
  await hands.goTo(button('Copy as cURL'))
  await hands.press('Escape')
  await page.getByRole('complementary', { name: 'Request Log' }).waitFor({ state: 'detached' })
  await hands.reaches({ role: 'tab', pane: 'tabs' })

  await hands.press('Control+,')
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  await hands.goTo({ role: 'tab', name: /General/ })
  await hands.press('ArrowDown')
  await hands.reaches({ role: 'tab', name: /Plugins/ })
  await hands.goTo({ role: 'switch', name: /Use Elasticsearch/ })
  await hands.press('Escape')
  await hands.reaches({ role: 'tab', pane: 'tabs' })

  await hands.press('Control+w')
  await page.getByText('No index is open').waitFor()
  await hands.reaches({ pane: 'sidebar' })
  await hands.goTo(button('Sidebar'), 'F6')
  await hands.press('ArrowRight')
  await hands.reaches({ role: 'button', name: /harbour/ })
  await hands.press('ArrowDown')
  await hands.goTo({ role: 'menuitem', name: /Connections…/ }, 'ArrowDown')
  await hands.goTo({ role: 'menuitem', name: /Disconnect/ }, 'ArrowDown')
  await hands.press('Enter')
  await hands.reaches({ role: 'option', name: /^harbour/ })
}

/** Asks about the connection and deletes it. */
async function outOfTheList({ page }, hands) {
  await hands.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Connect', exact: true }).waitFor()
  await hands.press('ArrowDown')
  await hands.reaches({ role: 'menuitem' })
  await hands.press('Escape')
  await hands.reaches({ role: 'option', name: /^harbour/ })
  await hands.press('Control+e')
  await hands.reaches(field(/^Name/))
  await hands.goTo(button('Replace… API Key'))
  await hands.press('Enter')
  await hands.reaches(field(/^API Key/))
  await hands.press('Escape')
  await hands.reaches({ role: 'option', name: /^harbour/ })
  await hands.press('Delete')
  await page.getByRole('dialog', { name: /^Delete the connection/ }).waitFor()
  await hands.press('Escape')
  await hands.reaches({ role: 'option', name: /^harbour/ })
  await hands.press('Delete')
  await page.getByRole('dialog', { name: /^Delete the connection/ }).waitFor()
  await hands.goTo(button('Delete Connection'))
  await hands.press('Enter')
  await page.getByText('No connections yet').waitFor()
  await hands.reaches({ role: 'button', pane: 'list' })
}

export const tests = [
  {
    name: 'the whole way by the keyboard alone: the focus is always seen, never lost, and comes back where it was',
    run: async (t) => {
      const { page, corner, openFresh } = t
      const one = await corner.index('one', mapping, documents)
      const two = await corner.index('two', mapping, documents.slice(0, 5))
      const app = await openFresh()
      await page.goto(app.url)
      await page.getByText('No connections yet').waitFor()
      const hands = new Hands(page)
      await toTheRows(t, hands, one)
      await inTheRows(t, hands)
      await aroundTheRows(t, hands)
      await fromTabToTab(t, hands, one, two)
      await outOfTheWindow(t, hands)
      await outOfTheList(t, hands)
    },
  },
]

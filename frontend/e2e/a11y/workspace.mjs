// The screens of an open connection: its bars, its rows, and what is over or beside them.
import { connect, draft, focusGrid, keyOf, openIndex, settled } from '../screen.mjs'
import { failing, holding, press, role } from './ways.mjs'

const rowsOfPage = '**/data/page?*'
const lost = { kind: 'connect', message: 'Connection failed: connect: connection refused', op: 'GET /' }
const reason = 'It exceeded its 64 MB memory limit and was stopped.'

/** Changes the information about a page of rows on its way. */
async function about(page, changes) {
  await page.route(rowsOfPage, async (r) => {
    const response = await r.fetch()
    const headers = response.headers()
    const told = { ...JSON.parse(decodeURIComponent(headers['x-quarry-about'])), ...changes }
    await r.fulfill({ response, headers: { ...headers, 'x-quarry-about': encodeURIComponent(JSON.stringify(told)) } })
  })
  return () => page.unroute(rowsOfPage)
}

const item = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name}, index`) })
const head = (page, name) => page.getByRole('columnheader', { name: new RegExp(`^${name}(,|$)`) })
const cell = (page, column, row) => page.getByRole('gridcell', { name: new RegExp(`^${column}, .*row ${row}(,|$)`) })
const menu = (page, name) => page.getByRole('menuitem', { name }).first().waitFor()
const gone = (page, kind) => page.getByRole(kind).first().waitFor({ state: 'detached' })
const viewer = (page) => page.getByRole('dialog', { name: /^Cell / })

async function shut(page, kind = 'menu') {
  await page.keyboard.press('Escape')
  await gone(page, kind)
}

async function openSample({ page, openApp }) {
  const app = await openApp()
  await page.goto(app.url)
  await press(page, 'Try with Sample Data')
  await item(page, 'books').waitFor()
}

async function openBooks(t) {
  await openSample(t)
  await item(t.page, 'books').dblclick()
  await t.page.getByText('of 1,200').waitFor()
  await settled(t.page)
}

export const frame = {
  name: 'an open connection',
  open: openSample,
  screens: [
    ['no tab', ({ page }) => page.getByText('No index is open').waitFor()],
    [
      'the menu of the connection',
      async ({ page }) => {
        await page.locator('[data-part=connection]').click()
        await menu(page, 'Disconnect')
      },
    ],
    [
      'a filter of the sidebar without a hit',
      async ({ page }) => {
        await shut(page)
        await page.keyboard.press('Control+l')
        await page.keyboard.type('nothing')
        await page.getByText('No index matches “nothing”').waitFor()
      },
    ],
    [
      'Open by Name',
      async ({ page }) => {
        await press(page, 'Show All')
        await page.keyboard.press('Control+Shift+O')
        await page.getByRole('dialog', { name: 'Open by Name' }).waitFor()
      },
    ],
    [
      'what a name stands for',
      async ({ page }) => {
        await role(page, 'textbox', 'Name').fill('books,products')
        await page.getByRole('list', { name: 'Resolves to' }).waitFor()
      },
    ],
    [
      'a name that nothing has',
      async ({ page }) => {
        await role(page, 'textbox', 'Name').fill('nothing-like-this')
        await page.getByRole('alert').waitFor()
      },
    ],
    [
      'the union of two, kept in the sidebar',
      async ({ page }) => {
        await role(page, 'textbox', 'Name').fill('books,products')
        await page.getByRole('list', { name: 'Resolves to' }).waitFor()
        await page.keyboard.press('Enter')
        await page.getByRole('grid', { name: 'books,products', exact: true }).waitFor()
        await settled(page)
      },
    ],
    [
      'rows that are awaited',
      async (t) => {
        const { page } = t
        t.go = await holding(page, rowsOfPage)
        await item(page, 'products').click()
        await page.getByText('Loading rows 1 to ').waitFor()
      },
    ],
    [
      'reading that was cancelled',
      async ({ page, go }) => {
        await page.keyboard.press('Escape')
        await page.getByText('Loading was cancelled').waitFor()
        await go()
      },
    ],
    [
      'columns that are awaited',
      async (t) => {
        const { page } = t
        t.go = await holding(page, '**/call/Grid.Open')
        await page.keyboard.press('Control+w')
        await item(page, 'books').click()
        await page.getByText('Opening books').waitFor()
      },
    ],
    [
      'rows that the engine refused',
      async ({ page, go }) => {
        await go()
        await settled(page)
        await page.keyboard.press('Control+w')
        const mend = await failing(page, rowsOfPage, {
          kind: 'engine',
          status: 400,
          message: 'search_phase_execution_exception: Result window is too large.',
          hint: 'This index has a lowered max_result_window of 100. Raise the setting to 10,000:',
          remedy: 'PUT /products/_settings\n{"index":{"max_result_window":10000}}',
          op: 'POST /products/_search',
        })
        await item(page, 'products').click()
        await page.getByRole('alert', { name: 'Could not load the rows' }).waitFor()
        await mend()
      },
    ],
    [
      'a page that is not whole',
      async ({ page }) => {
        const text = 'Not all of products is shown: products-2 reported “shard failure”.'
        const notices = [{ text, detail: 'products-2: shard failure' }]
        const mend = await about(page, {
          notices,
          note: 'This server does not support points in time: you can only page forward.',
        })
        await press(page, 'Try Again')
        await page.getByText('Not all of products is shown').waitFor()
        await settled(page)
        await mend()
      },
    ],
    [
      'a later page that the engine refused',
      async ({ page }) => {
        await item(page, 'books').dblclick()
        await page.getByText('of 1,200').waitFor()
        await settled(page)
        const json = { kind: 'engine', status: 400, message: 'Result window is too large.', op: 'POST /books/_search' }
        const mend = await failing(page, rowsOfPage, json)
        await page.keyboard.press('Alt+PageDown')
        await page.getByRole('alert').waitFor()
        await mend()
      },
    ],
    [
      'objects that cannot be listed',
      async (t) => {
        const { page } = t
        await press(page, 'Try Again')
        await settled(page)
        const refused = { kind: 'auth', message: 'This key cannot list collections', hint: 'It lacks the right.' }
        t.mend = await failing(page, '**/call/Grid.Objects', refused)
        await page.locator('[data-part=connection]').click()
        await role(page, 'menuitem', 'Disconnect').click()
        await press(page, 'Try with Sample Data')
        await page.getByText('This key cannot list collections').waitFor()
      },
    ],
    [
      'tabs that stand again',
      async ({ page, mend }) => {
        await mend()
        await press(page, 'Try Again')
        await item(page, 'books').waitFor()
        await page.getByRole('tab', { name: /books/ }).first().waitFor()
        await settled(page)
      },
    ],
    [
      'notices of the connection',
      async ({ page }) => {
        await page.route('**/call/Grid.Objects', async (r) => {
          const answer = await r.fetch()
          await r.fulfill({
            json: { ...(await answer.json()), notices: ['You can see 3 indices, but not their sizes.'] },
          })
        })
        await press(page, 'Refresh')
        await page.getByText('You can see 3 indices, but not their sizes.').waitFor()
        await page.unroute('**/call/Grid.Objects')
      },
    ],
    [
      'a connection that was lost',
      async ({ page }) => {
        await press(page, 'Hide this notice')
        await item(page, 'books').dblclick()
        await page.getByText('of 1,200').waitFor()
        await failing(page, '**/call/Grid.Objects', lost)
        await failing(page, rowsOfPage, lost)
        await page.keyboard.press('Control+r')
        await page.getByText('Connection to Sample Data lost.').waitFor()
      },
    ],
    [
      'a driver that stopped',
      async ({ page }) => {
        await page.unroute('**/call/Grid.Objects')
        await page.unroute(rowsOfPage)
        await page.getByText('Connection to Sample Data lost.').waitFor({ state: 'detached' })
        await settled(page)
        await failing(page, '**/call/Grid.Open', { kind: 'crashed', message: reason })
        const json = { driver: 'Elasticsearch', stopped: true, reason }
        await page.route('**/call/Plugins.State', (r) => r.fulfill({ json }))
        await item(page, 'products').click()
        await page.getByRole('dialog', { name: 'The Elasticsearch driver stopped' }).waitFor()
      },
    ],
    [
      'a driver that stays stopped',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.getByText('The Elasticsearch driver stopped.').waitFor()
      },
    ],
  ],
}

export const rows = {
  name: 'the rows of an index',
  open: openBooks,
  screens: [
    ['rows', ({ page }) => focusGrid(page)],
    [
      'a range of cells',
      async ({ page }) => {
        for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key)
      },
    ],
    [
      'rows sorted by two columns',
      async ({ page }) => {
        await head(page, 'title').click()
        await page.getByRole('columnheader', { name: /^title.*sorted ascending/ }).waitFor()
        await head(page, 'published').click({ modifiers: ['Shift'] })
        await page.getByRole('columnheader', { name: /^published.*second of 2/ }).waitFor()
        await settled(page)
      },
    ],
    [
      'why a head cannot be sorted',
      async ({ page }) => {
        await head(page, 'published').focus()
        await page.keyboard.press('ArrowRight')
        await page.locator('.qg-tip').getByText('cannot be sorted').waitFor()
      },
    ],
    [
      'the menu of a cell',
      async ({ page }) => {
        await cell(page, '_id', 2).click()
        await page.keyboard.press('Shift+F10')
        await menu(page, 'Open Cell')
      },
    ],
    [
      'the formats of a copy',
      async ({ page }) => {
        await page.getByRole('menuitem', { name: 'Copy As' }).hover()
        await menu(page, 'Markdown')
      },
    ],
    [
      'the menu of a head',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await shut(page)
        await head(page, 'blurb').click({ button: 'right' })
        await menu(page, 'Pin Left')
      },
    ],
    [
      'how often to refresh',
      async ({ page }) => {
        await shut(page)
        await page.getByRole('button', { name: /^Auto-refresh/ }).click()
        await page.getByRole('menuitemradio').first().waitFor()
      },
    ],
    [
      'the columns',
      async ({ page }) => {
        await shut(page)
        await press(page, 'Columns')
        await page.getByLabel('Find a column').waitFor()
      },
    ],
    [
      'a column that is hidden and one that is pinned',
      async ({ page }) => {
        await press(page, 'Hide title')
        await press(page, 'Pin blurb')
      },
    ],
    [
      'a column that is not there',
      async ({ page }) => {
        await page.getByLabel('Find a column').fill('nothing')
        await page.getByText('No matching columns').waitFor()
      },
    ],
    [
      'a text that is found',
      async ({ page }) => {
        await shut(page, 'dialog')
        await cell(page, '_id', 2).click() // the keyboard was in the headers last
        await page.keyboard.press('Control+f')
        await page.keyboard.type('BOOK-00')
        await page.getByText('80 in 1,000 loaded rows').waitFor()
      },
    ],
    [
      'a cell as a tree',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await press(page, 'Columns')
        await page.getByLabel('Find a column').fill('authors')
        await page.keyboard.press('Enter')
        await cell(page, 'authors', 2).click()
        await page.keyboard.press('Enter')
        await page.getByRole('dialog', { name: 'Cell authors of row 2' }).getByRole('tree').waitFor()
      },
    ],
    [
      'what is found in a tree',
      async ({ page }) => {
        await viewer(page).getByLabel('Find').fill('NAME')
        await page.getByText(/^1 of \d+$/).waitFor()
      },
    ],
    [
      'a cell as text',
      async ({ page }) => {
        await role(viewer(page), 'radio', 'Formatted').click()
        await viewer(page).getByRole('region').waitFor()
      },
    ],
    ['a cell over the whole window', ({ page }) => press(page, 'Fill the window')],
    [
      'the record beside the rows',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await gone(page, 'dialog')
        await page.keyboard.press('Alt+Enter')
        await page.getByRole('complementary', { name: 'Record inspector' }).getByText('row 2').waitFor()
      },
    ],
    [
      'no field found in a record',
      async ({ page }) => {
        await page.getByLabel('Filter fields').fill('nothing')
        await page.getByText(/^0 of \d+ fields$/).waitFor()
      },
    ],
    [
      'the record as JSON',
      async ({ page }) => {
        await role(page.getByRole('complementary'), 'radio', 'JSON').click()
        await page.getByRole('complementary').getByText('"title"').waitFor()
      },
    ],
  ],
}

export const work = {
  name: 'what is done with the rows of an index',
  open: openBooks,
  screens: [
    [
      'rows that are apart',
      async ({ page }) => {
        await focusGrid(page)
        for (const key of ['Space', 'Alt+ArrowDown', 'Alt+ArrowDown', 'Space']) await page.keyboard.press(key)
        await page.getByText('2 selected').waitFor()
      },
    ],
    [
      'a brief value',
      async ({ page }) => {
        await cell(page, '_id', 2).dblclick() // a title would be edited
        await viewer(page).waitFor()
      },
    ],
    [
      'the filter bar',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+Shift+F')
        await page.getByRole('region', { name: 'Filters' }).waitFor()
      },
    ],
    [
      'the sizes of a page',
      async ({ page }) => {
        await page.getByRole('button', { name: /rows per page/i }).click()
        await page.getByRole('menuitemradio').first().waitFor()
      },
    ],
    [
      'an export that is asked for',
      async ({ page }) => {
        await shut(page)
        await page.keyboard.press('Control+Shift+E')
        await page.getByRole('dialog', { name: 'Export books' }).waitFor()
      },
    ],
    [
      'all shortcuts',
      async ({ page }) => {
        await shut(page, 'dialog')
        await page.keyboard.press('Control+/')
        await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
      },
    ],
    [
      'a console',
      async ({ page }) => {
        await shut(page, 'dialog')
        await page.keyboard.press('Control+t')
        await page.getByText('Run a request to see its response').waitFor()
      },
    ],
    [
      'a response in a console',
      async ({ page }) => {
        await page.getByRole('textbox', { name: /^Console 1/ }).fill('GET /books/_count')
        await page.keyboard.press('Control+Enter')
        await page.getByRole('region', { name: 'Response' }).getByText('200 OK').first().waitFor()
      },
    ],
  ],
}

export const beside = {
  name: 'the structure and the request log',
  open: openBooks,
  screens: [
    [
      'the fields',
      async ({ page }) => {
        await page.keyboard.press('Alt+2')
        await page.getByRole('grid', { name: 'Fields of books' }).waitFor()
        await settled(page)
      },
    ],
    [
      'no field found',
      async ({ page }) => {
        await page.getByLabel('Filter fields').fill('nothing')
        await page.getByText('No field matches the filter').waitFor()
      },
    ],
    [
      'a definition as JSON',
      async ({ page }) => {
        await page.getByLabel('Filter fields').fill('')
        await page.getByRole('radio', { name: 'Mapping' }).click()
        await page.getByRole('region', { name: 'Mapping of books' }).waitFor()
      },
    ],
    [
      'what is found in a definition',
      async ({ page }) => {
        await page.getByLabel('Find in mapping').fill('keyword')
        await page.getByText(/^1 of /).waitFor()
      },
    ],
    [
      'the documents of a page',
      async ({ page }) => {
        await page.keyboard.press('Alt+3')
        await page.getByRole('region', { name: 'Documents of books' }).waitFor()
      },
    ],
    [
      'the documents of a page as a tree',
      async ({ page }) => {
        await page.getByRole('radio', { name: 'Tree' }).click()
        await page.getByRole('tree', { name: 'Documents of books, tree' }).waitFor()
      },
    ],
    [
      'a structure that cannot be read',
      async ({ page }) => {
        await failing(page, '**/data/*', { kind: 'auth', status: 403, message: 'action is unauthorized', op: 'GET /' })
        await item(page, 'products').dblclick()
        await page.keyboard.press('Alt+2')
        await page.getByRole('alert').waitFor()
        await page.unroute('**/data/*')
      },
    ],
    [
      'the request log',
      async ({ page }) => {
        await page.keyboard.press('Control+Shift+L')
        await page
          .getByRole('option', { name: /connect/ })
          .first()
          .waitFor()
      },
    ],
    [
      'one request',
      async ({ page }) => {
        await page.getByLabel('Search requests').fill('search page')
        await page.keyboard.press('Tab')
        await page.keyboard.press('ArrowDown')
        await page.getByRole('region', { name: 'Body' }).waitFor()
      },
    ],
    [
      'no request found',
      async ({ page }) => {
        await page.getByLabel('Search requests').fill('nothing like that')
        await page.getByText('No matching requests.').waitFor()
      },
    ],
    [
      'an empty log',
      async ({ page }) => {
        await page.getByLabel('Search requests').fill('')
        await press(page, 'Clear')
        await page.getByText('since the log was cleared.').waitFor()
      },
    ],
  ],
}

export const engine = {
  name: 'an engine with every kind of index',
  open: async (t) => {
    const { page, corner, openApp } = t
    const app = await openApp()
    t.names = {
      empty: await corner.index('empty', '{"properties":{"n":{"type":"long"}}}'),
      long: await corner.index('long', '{"properties":{"logs":{"type":"object","enabled":false}}}', [
        { action: '{"_id":"1"}', source: JSON.stringify({ logs: Array(3000).fill({ at: 'harbour' }) }) },
      ]),
      shut: await corner.index('shut', '{}'),
    }
    await corner.engine.must('POST', `/${t.names.shut}/_close`)
    const saved = draft('harbour', corner.engine.url, keyOf(corner), { safeMode: 'read-only' })
    await connect({ page, app }, saved)
  },
  screens: [
    ['an index that is closed', ({ page, names }) => item(page, names.shut).waitFor()],
    [
      'no rows',
      async ({ page, names }) => {
        await item(page, names.empty).dblclick()
        await page.getByText('This index has no documents').waitFor()
      },
    ],
    [
      'an index that cannot be read',
      async ({ page, names }) => {
        await item(page, names.shut).dblclick()
        await page.getByRole('alert').waitFor()
      },
    ],
    [
      'a cut value that could not be loaded',
      async (t) => {
        const { page, names } = t
        const json = { kind: 'timeout', message: 'The server did not answer in time.' }
        t.mend = await failing(page, '**/data/value?*', json)
        await openIndex(page, names.long)
        await cell(page, 'logs', 1).click()
        await page.keyboard.press('Enter')
        await role(page, 'button', 'Load Again').waitFor()
      },
    ],
    [
      'a cut value, whole in the viewer',
      async ({ page, mend }) => {
        await mend()
        await press(page, 'Load Again')
        await page.getByText('The whole value is loaded here').waitFor()
      },
    ],
  ],
}

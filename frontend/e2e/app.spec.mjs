// SPEC: CON-02, CON-03, CON-07, CON-20, PLG-03, PLG-07, A-BRO-01, A-BRO-03, A-BRO-11, A-SRT-01, A-SRT-02, APP-01,
// APP-02, APP-05, APP-07, APP-14

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from './fixtures.mjs'
import { copiedBy, settled } from './screen.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// A sidebar row's accessible name is words, with its figures separated.
const exceptions = { 'label-content-name-mismatch': { enabled: false } }

// The focus guards of a menu are hidden from screen readers and can have the focus for a moment.
const guards = '[data-base-ui-focus-guard]'

// A menu is over the page, outside of its landmarks.
const overPage = { region: { enabled: false } }

/** The serious faults that axe finds on the page. */
async function faults(page, more = {}) {
  await page.evaluate(axe)
  const found = await page.evaluate(
    ([rules, exclude]) => window.axe.run({ exclude: [exclude] }, { resultTypes: ['violations'], rules }),
    [{ ...exceptions, ...more }, guards],
  )
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`)
}

/** Switches to the dark theme and returns the faults of both themes. */
async function faultsInBoth(page, more = {}) {
  const found = await faults(page, more)
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  found.push(...(await faults(page, more)).map((fault) => `dark: ${fault}`))
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  return found
}

/** The address that returns the rows of a page. */
const rowsOfPage = '**/data/page?*'

/** Makes requests to an address fail until the returned function is called. */
async function failing(page, route, failure) {
  await page.route(route, (r) =>
    r.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(failure) }),
  )
  return () => page.unroute(route)
}

const refused = { kind: 'connect', message: 'Connection failed: connect: connection refused', op: 'GET /' }

/** Draws the page in a larger font, or in its own again. */
async function writeIn(page, font) {
  await page.evaluate(
    (by) => {
      const set = (token, px) => document.documentElement.style.setProperty(token, by === 1 ? '' : `${px * by}px`)
      for (const size of [11, 12, 13]) {
        set(`--fs-${size}`, size)
        set(`--lh-${size}`, size + 5)
      }
    },
    font === 'larger' ? 1.25 : 1,
  )
}

async function openBooks(page) {
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByText('Sample data needs the Elasticsearch driver').waitFor()
  await page.getByRole('button', { name: 'Install' }).click()
  await page.getByRole('treeitem', { name: /^books/ }).click()
  await settled(page)
}

test.beforeEach(async ({ page, app }) => {
  await page.goto(app.url)
})

test('the first start says that there are no connections and offers two ways on', async ({ page, assert }) => {
  await page.getByText('No connections yet').waitFor()
  assert.equal(await page.getByRole('button', { name: 'New Connection' }).count(), 1)
})

test('a driver is offered, installed, and the sample data is in the grid with its total', async ({
  page,
  assert,
  shot,
}) => {
  await openBooks(page)
  await page.getByText('of 1,200').waitFor()
  await page.getByText('book-0001', { exact: true }).waitFor()
  await shot('grid-light')
  assert.deepEqual(await faults(page), [])
})

test('a head sorts on the engine, and one that cannot says why', async ({ page, assert, shot }) => {
  await openBooks(page)
  const head = page.getByRole('columnheader', { name: /^blurb, text, cannot be sorted/ })
  assert.match(await head.getAttribute('aria-label'), /Text without a keyword subfield/)
  await page.getByRole('columnheader', { name: /^title/ }).click()
  await page.getByRole('columnheader', { name: /^title.*sorted ascending/ }).waitFor()
  await settled(page)
  await shot('grid-sorted')
})

test('the form of a new connection names what Save needs and reports a refused connection', async ({
  page,
  assert,
  shot,
}) => {
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByRole('option', { name: /Typesense/ }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Install' }).click()
  await page.getByText('Enter API Key (General) to save').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('local')
  await page.getByLabel('API Key').fill('xyz')
  await page.getByLabel('Port').fill('9')
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await page.getByRole('alert').waitFor()
  await shot('form-refused')
  assert.match(await page.getByRole('alert').textContent(), /connection refused/)
})

test('a third activation of a head takes the order away, Shift adds a column, and a refresh keeps both', async ({
  page,
  assert,
}) => {
  await openBooks(page)
  const title = page.getByRole('columnheader', { name: /^title/ })
  const named = (pattern) => page.getByRole('columnheader', { name: pattern }).waitFor()
  await title.click()
  await named(/^title.*sorted ascending/)
  await title.click()
  await named(/^title.*sorted descending/)
  await page.getByRole('columnheader', { name: /^published/ }).click({ modifiers: ['Shift'] })
  await named(/^published.*sorted ascending, second of 2/)
  await page.keyboard.press('Control+r')
  await settled(page)
  await named(/^title.*sorted descending, first of 2/)
  await title.click()
  await page.getByRole('columnheader', { name: /^title.*sorted/ }).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('columnheader', { name: /^published.*sorted/ }).count(), 0)
})

test('a lost connection shows a banner, keeps the rows, and goes on by itself', async ({ page, assert, shot }) => {
  await openBooks(page)
  await page.getByText('book-0001', { exact: true }).waitFor()
  const mend = [await failing(page, '**/call/Grid.Objects', refused), await failing(page, rowsOfPage, refused)]
  await page.keyboard.press('Control+r')
  await page.getByText('Connection to Sample Data lost.').waitFor()
  await page.getByText('book-0001', { exact: true }).waitFor()
  await shot('lost')
  assert.deepEqual(await faultsInBoth(page), [])
  for (const work of mend) await work()
  await page.getByText('Connection to Sample Data lost.').waitFor({ state: 'detached' })
  await page.getByText('book-0001', { exact: true }).waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

test('a stopped driver is restarted by one click, and what had failed is read', async ({ page, assert, shot }) => {
  await openBooks(page)
  const reason = 'It exceeded its 64 MB memory limit and was stopped.'
  const mend = [
    await failing(page, '**/call/Grid.Open', { kind: 'crashed', message: reason }),
    await failing(page, '**/call/Grid.Objects', { kind: 'crashed', message: reason }),
  ]
  await page.route('**/call/Plugins.State', (r) =>
    r.fulfill({ json: { driver: 'Elasticsearch', stopped: true, reason } }),
  )
  await page.getByRole('treeitem', { name: /^products/ }).click()
  await page.getByRole('dialog', { name: 'The Elasticsearch driver stopped' }).waitFor()
  await page.getByRole('dialog').getByText(reason).waitFor()
  await shot('driver-stopped')
  assert.deepEqual(await faultsInBoth(page), [])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const card = page.getByRole('alert', { name: 'Could not load the rows' })
  await card.getByRole('heading', { name: 'The driver stopped', level: 2 }).waitFor()
  await page.getByText('The Elasticsearch driver stopped.').waitFor()
  await shot('driver-stopped-card')
  assert.deepEqual(await faultsInBoth(page), [])
  await card.getByRole('button', { name: /^Try Again/ }).click()
  await page.getByRole('dialog', { name: 'The Elasticsearch driver stopped' }).waitFor()
  for (const work of mend) await work()
  await page.getByRole('button', { name: 'Restart Driver' }).click()
  await page
    .getByRole('gridcell', { name: /row 1$/ })
    .first()
    .waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('a slow page shows bars, can be cancelled, and is read again at a word', async ({ page, assert, shot }) => {
  await openBooks(page)
  let go = () => {}
  const held = new Promise((open) => {
    go = open
  })
  await page.route(rowsOfPage, async (r) => {
    await held
    await r.continue()
  })
  await page.getByRole('treeitem', { name: /^products/ }).click()
  await page.getByText('Loading rows 1 to ').waitFor()
  await shot('slow')
  assert.deepEqual(await faultsInBoth(page), [])
  await page.keyboard.press('Escape')
  await page.getByText('Loading was cancelled').waitFor()
  assert.deepEqual(await faultsInBoth(page), [])
  go()
  await page.getByRole('button', { name: 'Load Again' }).click()
  await page
    .getByRole('gridcell', { name: /row 1$/ })
    .first()
    .waitFor()
})

test('the page number follows the rows, and another one can be typed', async ({ page, assert }) => {
  await openBooks(page)
  await page.getByText('of 1,200').waitFor()
  const field = page.getByRole('textbox', { name: 'Page of 2' })
  await field.fill('2')
  await field.press('Enter')
  await page.getByText('book-1001', { exact: true }).waitFor()
  assert.equal(await field.inputValue(), '2')
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, -30_000)
  await page.getByRole('gridcell', { name: /^_id, book-0001,/ }).waitFor()
  assert.equal(await field.inputValue(), '1')
  await field.fill('7')
  await field.press('Escape')
  assert.equal(await field.inputValue(), '1')
  await page.keyboard.press('Alt+PageDown')
  await page.getByText('book-1001', { exact: true }).waitFor()
  assert.equal(await field.inputValue(), '2')

  await page.getByRole('columnheader', { name: /^published/ }).click()
  const order = page.getByText('sorted by published', { exact: true })
  await order.waitFor()
  await page.keyboard.press('Alt+PageDown')
  const snapshot = page.getByText(/^Snapshot from/)
  await snapshot.waitFor()
  const isCut = (text) => text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  let width = 1110
  for (; width > 800 && (await snapshot.isVisible()); width -= 10) {
    await page.setViewportSize({ width, height: 800 })
    assert.deepEqual(
      [await order.isVisible(), await isCut(order)],
      [true, false],
      'the order of the rows gives way last',
    )
  }
  assert.ok(width > 800, 'the moment of the rows gives way as a whole')

  // A window of 1280 pixels whose text is 175 % of the usual size.
  await page.setViewportSize({ width: 731, height: 457 })
  const bar = page.getByRole('region', { name: 'Rows of books' })
  for (const name of ['Previous page', /^Rows per page/, /^Auto-refresh/, 'Filter', 'Columns']) {
    const button = bar.getByRole('button', { name, exact: typeof name === 'string' })
    await button.waitFor()
    const { x, y, width, height } = await button.boundingBox()
    assert.ok(x >= 0 && x + width <= 731 && y + height <= 457, `${name} is in the window`)
  }
})

test('a sheet that a key opens closes the menu that is open', async ({ page, assert }) => {
  await openBooks(page)
  for (const name of [/^Rows per page/, /^Auto-refresh/]) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('menuitemradio').first().waitFor()
    await page.keyboard.press('Control+,')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.getByRole('menuitemradio').first().waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('menuitemradio').count(), 0)
  }
})

// SPEC: A-BRO-11
test('the size of the pages is chosen in the status bar, and kept for the object', async ({ page, assert }) => {
  await openBooks(page)
  await page.getByText('of 1,200').waitFor()
  await page.keyboard.press('Alt+PageDown')
  await page.getByText('book-1001', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Rows per page: 1,000' }).click()
  await page.getByRole('menuitemradio', { name: '500 Rows per Page', exact: true }).click()
  await page.getByRole('button', { name: 'Rows per page: 500' }).waitFor()
  await page.getByRole('textbox', { name: 'Page of 3' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Page of 3' }).inputValue(), '3')
  await page.getByText('book-1001', { exact: true }).waitFor()
  await page.keyboard.press('Control+w')
  await page.getByRole('grid').waitFor({ state: 'detached' })
  await page.getByRole('treeitem', { name: /^books/ }).dblclick()
  await page.getByRole('button', { name: 'Rows per page: 500' }).waitFor()
})

test('a tab that is shown again stands where it was left', async ({ page, assert }) => {
  await openBooks(page)
  await page.getByRole('treeitem', { name: /^books/ }).dblclick()
  await page.getByText('of 1,200').waitFor()
  await page.keyboard.press('Alt+PageDown')
  await page.getByText('book-1001', { exact: true }).waitFor()
  await page.getByRole('treeitem', { name: /^products/ }).click()
  await page.getByText('of 600').waitFor()
  await page.keyboard.press('Control+1')
  await page.getByText('book-1001', { exact: true }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Page of 2' }).inputValue(), '2')
})

test('the menu of a cell copies it as text and as JSON, and the name of its column', async ({ page, assert, shot }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openBooks(page)
  const cell = page.getByRole('gridcell', { name: '_id, book-0002, row 2, read-only', exact: true })
  const pick = async (name, within = '') => {
    await cell.click({ button: 'right' })
    if (within !== '') await page.getByRole('menuitem', { name: within }).hover()
    const text = await copiedBy(page, () => page.getByRole('menuitem', { name, exact: true }).click())
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    return text
  }
  await cell.click({ button: 'right' })
  await page.getByRole('menuitem').first().waitFor()
  await shot('cell-menu')
  assert.deepEqual(await faultsInBoth(page, overPage), [])
  await page.keyboard.press('Escape')
  assert.equal(await pick('JSON', 'Copy As'), '[\n  {"_id": "book-0002"}\n]')
  assert.equal(await pick('Copy'), 'book-0002')
  assert.equal(await pick('Copy Column Name'), '_id')
  await page.keyboard.press('ArrowDown')
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^_id, book-0003/)
})

test('the look that was chosen is kept for the next start', async ({ page, assert }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  const first = await page.evaluate(() => performance.getEntriesByType('navigation')[0].name)
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  await page.evaluate(() => localStorage.clear())
  await page.goto(first)
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light')
  assert.equal(await theme(), 'light')
})

test('F6 goes through toolbar, sidebar, tabs, grid and status bar, and back with Shift', async ({ page, assert }) => {
  await openBooks(page)
  await page.getByRole('button', { name: 'Hide this notice' }).click()
  await page.getByRole('button', { name: 'Sidebar' }).focus()
  const at = () => page.evaluate(() => document.activeElement.closest('[data-pane]').dataset.pane)
  const walk = async (key) => {
    await page.keyboard.press(key)
    return at()
  }
  const on = []
  for (let i = 0; i < 5; i += 1) on.push(await walk('F6'))
  assert.deepEqual(on, ['sidebar', 'tabs', 'grid', 'status', 'toolbar'])
  const back = []
  for (let i = 0; i < 3; i += 1) back.push(await walk('Shift+F6'))
  assert.deepEqual(back, ['status', 'grid', 'tabs'])
})

test('every sheet and every state of the list is clean in the light and in the dark', async ({ page, assert }) => {
  const found = []
  const look = async (what) => {
    for (const fault of await faultsInBoth(page)) found.push(`${what}: ${fault}`)
  }
  await page.getByText('No connections yet').waitFor()
  await look('first start')
  await page.keyboard.press('Control+n')
  await page.getByRole('option', { name: /Elasticsearch/ }).waitFor()
  await look('choose')
  await page.keyboard.press('Enter')
  await page.getByText('driver is not installed').waitFor()
  await look('offer')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('nowhere')
  const places = { larger: new Set(), normal: new Set() }
  for (const tab of ['General', 'Network', 'Options', 'Appearance']) {
    await page.getByRole('tab', { name: tab }).click()
    await look(`form, ${tab}`)
    for (const [font, seen] of Object.entries(places)) {
      await writeIn(page, font)
      seen.add((await page.getByRole('button', { name: /^Save & Connect/ }).boundingBox()).y)
    }
  }
  for (const [font, seen] of Object.entries(places))
    assert.equal(seen.size, 1, `${font} font: the buttons stay where they are, at ${[...seen]}`)
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByLabel('Auth Method').selectOption({ label: 'None' })
  await page.getByLabel('Port').fill('9')
  await page.keyboard.press('Control+t')
  await page.getByRole('alert').waitFor()
  await look('form, refused')
  await page.keyboard.press('Control+s')
  await page.getByRole('option', { name: /nowhere/ }).waitFor()
  await look('list')
  await page.getByRole('option', { name: /nowhere/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('nowhere could not be opened').waitFor()
  await look('not opened')
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: /nowhere/ }).focus()
  await page.keyboard.press('Delete')
  await page.getByText('Delete the connection nowhere?').waitFor()
  await look('delete')
  await page.keyboard.press('Escape')
  await page.getByText('Delete the connection nowhere?').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+/')
  await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
  await look('shortcuts')
  assert.deepEqual(found, [])
})

test('a key that cannot act says why, and all shortcuts are listed and searched', async ({ page, assert }) => {
  await page.getByText('No connections yet').waitFor()
  await page.keyboard.press('Control+w')
  await page.getByText('Open a connection first.').waitFor()
  await page.keyboard.press('Control+/')
  const list = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await list.getByText('Reopen Tab').waitFor()
  await list.getByText('Ctrl+Shift+T', { exact: true }).waitFor()
  await page.keyboard.press('Control+w')
  await page.getByText('Close the open dialog first.').waitFor()
  await list.getByRole('textbox', { name: 'Search shortcuts' }).fill('f5')
  await list.getByText('Ctrl+R, F5').waitFor()
  assert.equal(await list.getByRole('term').count(), 1)
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
})

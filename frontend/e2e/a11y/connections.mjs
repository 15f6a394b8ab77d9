// The screens of the connections: the list and all its dialogs.
import { failing, press, role } from './ways.mjs'

const refused = { kind: 'connect', message: 'Connection failed: connect: connection refused', op: 'GET /' }
const locked = { kind: 'keyring', message: 'The secrets are locked', op: '' }
const old = {
  title: 'Elasticsearch 6.8.23 is not supported',
  text: 'Browsing may work. Some filters and deep paging will not.',
}

/** The connections in their groups, as [name, driver, host, group, tags, safe mode]. */
const stock = [
  ['catalogue', 'elasticsearch', 'search-01.prod.example', 'Production', ['orders', 'eu'], 'confirm'],
  ['weblogs', 'elasticsearch', 'logs.prod.example', 'Production', ['ops', 'eu'], 'read-only'],
  ['shop-search-eu', 'typesense', 'eu.ts.shop.example', 'Staging', ['shop'], 'off'],
  ['localhost', 'elasticsearch', '127.0.0.1', '', [], 'off'],
]

async function save(app, [name, driver, host, group, tags, safeMode]) {
  const engine = driver === 'elasticsearch' ? { auth: 'none' } : {}
  const fields = Object.entries({ host, port: '9', safeMode, ...engine }).map(([id, value]) => ({ id, value }))
  const secrets = driver === 'elasticsearch' ? [] : [{ id: 'apiKey', value: 'xyz', replace: true }]
  const draft = { id: '', name, driver, colour: 'teal', fields, secrets, keepForThisRun: false }
  const { id } = await app.call('Connections.Save', { call: '', draft })
  if (group !== '') await app.call('Connections.Move', { call: '', id, group, before: '' })
  await app.call('Connections.Mark', { call: '', id, colour: 'teal', tags })
}

const line = (page, name) => page.getByRole('option', { name: new RegExp(`^${name}, `) })
const listed = (page) => page.getByRole('option').first().waitFor()
/** A sheet or an alert; an alert that asks before something is lost has a separate role. */
const dialog = (page, name) => page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name })).waitFor()
const closed = (page) => page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' })
const shut = async (page) => {
  await page.keyboard.press('Escape')
  await closed(page)
}

/** Opens the menu of a line by the keyboard. */
async function lineMenu(page, name) {
  await line(page, name).click()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Connect', exact: true }).waitFor()
}

export const firstStart = {
  name: 'the first start',
  open: async ({ page, openFresh }) => {
    const app = await openFresh()
    await page.goto(app.url)
  },
  screens: [
    ['no connections', ({ page }) => page.getByText('No connections yet').waitFor()],
    [
      'the menu of the look',
      async ({ page }) => {
        await press(page, 'Appearance')
        await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor()
      },
    ],
    [
      'choose a database',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
        await page.keyboard.press('Control+n')
        await page.getByRole('option', { name: /Elasticsearch.*Not installed/ }).waitFor()
      },
    ],
    [
      'choose a database, nothing found',
      async ({ page }) => {
        await page.getByLabel('Search databases').fill('nothing')
        await page.getByText('No database matches').waitFor()
      },
    ],
    [
      'a package from disk, refused',
      async ({ page }) => {
        await press(page, 'Install from File…')
        await page.getByLabel('Package path').fill('/nowhere/driver.qdrv')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog', { name: 'Install from File' }).getByRole('alert').waitFor()
      },
    ],
    [
      'a driver is offered',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.getByLabel('Package path').waitFor({ state: 'detached' })
        await page.getByLabel('Search databases').fill('')
        await page.getByRole('option', { name: /Elasticsearch/ }).click()
        await press(page, 'Continue')
        await dialog(page, 'The Elasticsearch driver is not installed')
      },
    ],
    [
      'a driver is downloaded',
      async (t) => {
        const { page } = t
        const steps = ['done', 'running', 'waiting', 'waiting'].map((state, i) => ({
          title: ['Download', 'Check size and SHA-256', 'Check signature', 'Unpack and start'][i],
          state,
          note: '',
        }))
        const json = { running: true, done: '400000', total: '837197', rate: '120000', steps }
        await page.route('**/call/Plugins.Progress', (r) => r.fulfill({ json }))
        await page.route('**/call/Plugins.Install', (r) => {
          t.held = r
        })
        await press(page, 'Install')
        await page.getByText('Check signature').waitFor()
      },
    ],
    [
      'a download that failed',
      async ({ page, held }) => {
        const json = { kind: 'registry', code: 'unreachable', message: 'Quarry cannot download the driver: no route.' }
        await held.fulfill({ status: 422, json })
        await dialog(page, 'The Elasticsearch driver was not installed')
        await page.unroute('**/call/Plugins.Install')
        await page.unroute('**/call/Plugins.Progress')
      },
    ],
    [
      'the registry cannot be read',
      async ({ page }) => {
        await shut(page)
        await failing(page, '**/call/Plugins.Registry', { kind: 'registry', message: 'The list could not be read.' })
        await page.keyboard.press('Control+n')
        await page.getByRole('alert').waitFor()
      },
    ],
  ],
}

export const list = {
  name: 'the list of connections',
  open: async ({ page, openApp }) => {
    const app = await openApp()
    for (const one of stock) await save(app, one)
    await page.goto(app.url)
  },
  screens: [
    ['the list', ({ page }) => listed(page)],
    [
      'a connection that is selected',
      async ({ page }) => {
        await line(page, 'catalogue').click()
        await page.getByRole('complementary').waitFor()
      },
    ],
    ['the menu of a line', ({ page }) => lineMenu(page, 'shop-search-eu')],
    [
      'the groups in the menu of a line',
      async ({ page }) => {
        await page.getByRole('menuitem', { name: /Group/ }).hover()
        await page.getByRole('menuitemradio').first().waitFor()
      },
    ],
    [
      'the menu of a group',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: /^Production, 2/ }).click({ button: 'right' })
        await page.getByRole('menuitem', { name: 'Rename…' }).waitFor()
      },
    ],
    [
      'a group that is folded',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: /^Production, 2/ }).click()
        await line(page, 'catalogue').waitFor({ state: 'detached' })
      },
    ],
    [
      'the view of a tag',
      async ({ page }) => {
        await page.getByRole('button', { name: /^Production, 2/ }).click()
        await page.getByRole('treeitem', { name: 'shop, 1 connection' }).click()
        await line(page, 'catalogue').waitFor({ state: 'detached' })
      },
    ],
    [
      'nothing opened lately',
      async ({ page }) => {
        await page.getByRole('treeitem', { name: /^Recent/ }).click()
        await page.getByText('No recent connections').waitFor()
      },
    ],
    [
      'a search without a hit',
      async ({ page }) => {
        await page.getByLabel('Search connections').fill('nothing')
        await page.getByText('No connection matches “nothing”').waitFor()
      },
    ],
    [
      'a new group whose name there is',
      async ({ page }) => {
        await press(page, 'Show All')
        await press(page, 'New group')
        await page.getByLabel('Name', { exact: true }).fill('production')
        await page.keyboard.press('Enter')
        await page.getByText('A group named Production already exists.').waitFor()
      },
    ],
    [
      'a group is deleted',
      async ({ page }) => {
        await shut(page)
        await page.getByRole('button', { name: /^Production, 2/ }).focus()
        await page.keyboard.press('Delete')
        await dialog(page, 'Delete the group Production?')
      },
    ],
    [
      'colour and tags',
      async ({ page }) => {
        await shut(page)
        await lineMenu(page, 'catalogue')
        await role(page, 'menuitem', 'Colour and Tags…').click()
        await page.getByRole('textbox', { name: 'Tags' }).waitFor()
      },
    ],
    [
      'a URL that cannot be read',
      async ({ page }) => {
        await shut(page)
        await press(page, 'Paste URL…')
        await page.getByRole('dialog').getByRole('textbox').fill('https://user@:1')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').waitFor()
      },
    ],
    [
      'the export',
      async ({ page }) => {
        await shut(page)
        await press(page, 'Export…')
        await page.getByRole('checkbox', { name: /weblogs/ }).uncheck()
      },
    ],
    [
      'the import before a file',
      async ({ page }) => {
        await shut(page)
        await press(page, 'Import…')
        await page.getByLabel('Connections file').waitFor()
      },
    ],
    [
      'what an import would change',
      async ({ page }) => {
        const file = {
          format: 'quarry-connections',
          version: 1,
          connections: [
            { name: 'catalogue', driver: 'elasticsearch', fields: { host: 'moved.example', port: '9' } },
            { name: 'odd', driver: 'nosql', fields: { host: 'h', port: '7' } },
            { name: 'bad', driver: 'elasticsearch', fields: { host: 'https://h' } },
          ],
        }
        const buffer = Buffer.from(JSON.stringify(file))
        await page
          .getByLabel('Connections file')
          .setInputFiles({ name: 'given.json', mimeType: 'application/json', buffer })
        await page.getByRole('list', { name: 'Connections in the file' }).getByRole('listitem').first().waitFor()
      },
    ],
    [
      'a copy whose secrets are locked',
      async ({ page }) => {
        await shut(page)
        const mend = await failing(page, '**/call/Connections.Duplicate', locked)
        await line(page, 'shop-search-eu').click()
        await page.keyboard.press('Control+d')
        await page.getByRole('dialog').waitFor()
        await mend()
      },
    ],
    [
      'a connection is deleted',
      async ({ page }) => {
        await shut(page)
        await line(page, 'localhost').click()
        await page.keyboard.press('Delete')
        await dialog(page, 'Delete the connection localhost?')
      },
    ],
    [
      'a connection is opened',
      async (t) => {
        const { page } = t
        await shut(page)
        await page.route('**/call/Connections.Open', (r) => {
          t.held = r
        })
        await line(page, 'localhost').dblclick()
        await dialog(page, 'Connecting to localhost…')
      },
    ],
    [
      'a connection to an engine that is too old',
      async ({ page, held }) => {
        await held.fulfill({ json: { id: '', warning: old } })
        await dialog(page, 'Elasticsearch 6.8.23 is not supported')
      },
    ],
    [
      'a connection that could not be opened',
      async ({ page }) => {
        await shut(page)
        await page.unroute('**/call/Connections.Open')
        await failing(page, '**/call/Connections.Open', refused)
        await line(page, 'localhost').dblclick()
        await dialog(page, 'localhost could not be opened')
      },
    ],
    [
      'a notice over the list',
      async ({ page }) => {
        await shut(page)
        await page.route('**/call/Connections.List', async (r) => {
          const answer = await r.fetch()
          await r.fulfill({ json: { ...(await answer.json()), notice: 'Two connections could not be read.' } })
        })
        await page.keyboard.press('F5')
        await page.getByText('Two connections could not be read.').waitFor()
      },
    ],
  ],
}

// SPEC: CON-14, CON-20, CON-21, CON-08

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'
import { until } from './window/until.mjs'

const secret = 'pa55-of-the-library'

/** The saved connections that the tests start with, as in the first mock of the screen. */
const stock = [
  ['catalogue', 'elasticsearch', 'search-01.prod.example', '9200', 'teal', 'Production', ['orders', 'eu'], 'confirm'],
  ['weblogs', 'elasticsearch', 'logs.prod.example', '9243', 'red', 'Production', ['ops', 'eu'], 'read-only'],
  ['shop-search-eu', 'typesense', 'eu.ts.shop.example', '443', 'red', 'Production', ['shop', 'eu'], 'read-only'],
  ['catalogue-staging', 'elasticsearch', 'search-01.stage.example', '9200', 'orange', 'Staging', ['orders'], 'off'],
  ['legacy-7', 'elasticsearch', 'es7.stage.example', '9200', 'orange', 'Staging', [], 'off'],
  ['shop-search', 'typesense', 'ts.shop.example', '8108', 'blue', 'Staging', ['shop'], 'off'],
  ['localhost', 'elasticsearch', 'localhost', '9200', 'grey', 'Local', [], 'off'],
  ['localhost typesense', 'typesense', 'localhost', '8108', 'grey', 'Local', [], 'off'],
]

async function save(app, [name, driver, host, port, colour, group, tags, safeMode]) {
  const engine = driver === 'elasticsearch' ? { auth: 'password', username: 'anna' } : {}
  const fields = Object.entries({ host, port, safeMode, ...engine }).map(([id, value]) => ({ id, value }))
  const secrets = [{ id: driver === 'elasticsearch' ? 'password' : 'apiKey', value: secret, replace: true }]
  const draft = { id: '', name, driver, colour, fields, secrets, keepForThisRun: false }
  const { id } = await app.call('Connections.Save', { call: '', draft })
  if (group !== '') await app.call('Connections.Move', { call: '', id, group, before: '' })
  await app.call('Connections.Mark', { call: '', id, colour, tags })
  return id
}

async function stocked({ page, openApp }, list = stock) {
  const app = await openApp()
  for (const one of list) await save(app, one)
  await page.goto(app.url)
  await page.getByRole('option').first().waitFor()
  return app
}

const option = (page, name) => page.getByRole('option', { name: new RegExp(`^${name}, `) })

/** The list from the top: heads with their counts, connections by name. */
const read = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h2 > button, [role=option]')].map((line) =>
      line
        .getAttribute('aria-label')
        .replace(/ connections?$/, '')
        .split(', ')
        .slice(0, line.role === 'option' ? 1 : 2)
        .join(' '),
    ),
  )

/** Replaces the text of a field by pasting. */
async function paste(page, label, text) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.getByLabel(label, { exact: true }).press('Control+a')
  await page.keyboard.press('Control+v')
}

test('many connections stand in their groups and read well, and axe finds nothing in light and dark', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  await stocked({ page, openApp })
  assert.deepEqual(await read(page), [
    ...['Production 3', 'catalogue', 'weblogs', 'shop-search-eu'],
    ...['Staging 3', 'catalogue-staging', 'legacy-7', 'shop-search'],
    ...['Local 2', 'localhost', 'localhost typesense'],
  ])
  await page.getByRole('listbox', { name: 'Production' }).waitFor()
  const one = option(page, 'weblogs')
  assert.deepEqual(
    [
      await one.getAttribute('aria-posinset'),
      await one.getAttribute('aria-setsize'),
      await one.getAttribute('aria-label'),
    ],
    ['2', '3', 'weblogs, Elasticsearch, logs.prod.example:9243, Read-only, tagged ops and eu, never opened'],
  )
  await option(page, 'catalogue').click()
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme)
    await shot(`connections-${theme}`)
    assert.deepEqual(await faults(page), [], theme)
  }
})

test('groups are made, renamed, folded, ordered and deleted, and a connection is moved by keys and by dragging', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  const app = await stocked({ page, openApp }, stock.slice(0, 4))
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByLabel('Name', { exact: true }).fill('production')
  await page.keyboard.press('Enter')
  await page.getByText('A group named Production already exists.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Archive')
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem', { name: 'Archive, 0 connections' }).waitFor()
  await shot('connections-empty-group')

  await option(page, 'shop-search-eu').click()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText('shop-search-eu: 2 of 3 in Production').waitFor({ state: 'attached' })
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText('shop-search-eu: 1 of 3 in Production').waitFor({ state: 'attached' })
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^shop-search-eu, /)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText('catalogue-staging: 4 of 4 in Production').waitFor({ state: 'attached' })
  assert.deepEqual(await read(page), [
    ...['Production 4', 'shop-search-eu', 'catalogue', 'weblogs', 'catalogue-staging'],
    ...['Staging 0', 'Archive 0'],
  ])

  await option(page, 'weblogs').dragTo(page.getByRole('treeitem', { name: /^Archive/ }))
  await page.getByText('weblogs: 1 of 1 in Archive').waitFor({ state: 'attached' })
  await option(page, 'catalogue-staging').dragTo(option(page, 'shop-search-eu'), {
    targetPosition: { x: 60, y: 4 },
  })
  await page.getByText('catalogue-staging: 1 of 3 in Production').waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: /^Archive/ }).dragTo(page.getByRole('heading', { name: /^Production/ }))
  await page.waitForFunction(() => document.querySelector('h2 > button').textContent.startsWith('Archive'))

  await page.getByRole('button', { name: /^Archive, 1/ }).focus()
  await page.keyboard.press('F2')
  await page.getByLabel('Name', { exact: true }).fill('Old')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Old, 1/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await option(page, 'weblogs').waitFor({ state: 'detached' })
  await page.goto(app.url)
  await option(page, 'catalogue').waitFor()
  assert.deepEqual(await read(page), [
    'Old 1',
    'Production 3',
    'catalogue-staging',
    'shop-search-eu',
    'catalogue',
    'Staging 0',
  ])
  assert.equal(await page.getByRole('button', { name: /^Old, 1/ }).getAttribute('aria-expanded'), 'false')

  await page.getByRole('button', { name: /^Production, 3/ }).focus()
  await page.keyboard.press('Delete')
  await page.getByText('Its connections are kept, ungrouped.').waitFor()
  await page.getByRole('button', { name: 'Delete Group' }).click()
  await page.getByRole('button', { name: 'No Group, 3 connections' }).waitFor()
  assert.deepEqual(await read(page), [
    'Old 1',
    'Staging 0',
    'No Group 3',
    'catalogue-staging',
    'shop-search-eu',
    'catalogue',
  ])
})

test('a connection is found by name, host and tag; tags and colours are given; a copy has secrets of its own', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  const app = await stocked({ page, openApp })
  const names = () => page.getByRole('option').evaluateAll((all) => all.map((o) => o.ariaLabel.split(', ')[0]))
  for (const [text, found] of [
    ['legacy', ['legacy-7']],
    ['stage.example', ['catalogue-staging', 'legacy-7']],
    ['eu 443', []],
    ['shop eu', ['shop-search-eu']],
  ]) {
    await page.keyboard.press('Control+f')
    await page.getByLabel('Search connections').fill(text)
    await page.waitForFunction((n) => document.querySelectorAll('[role=option]').length === n, found.length)
    assert.deepEqual(await names(), found, text)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('treeitem', { name: 'ops, 1 connection' }).click()
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1)
  assert.deepEqual(await names(), ['weblogs'])
  await page.keyboard.press('ArrowDown')
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 2)
  assert.deepEqual(await names(), ['catalogue', 'catalogue-staging'], 'the tag below')

  await option(page, 'catalogue').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Colour and Tags…' }).click()
  await page.locator('[data-tip=violet]').click()
  await page.getByRole('textbox', { name: 'Tags' }).fill('orders, live, ORDERS')
  await page.getByRole('button', { name: 'ops', exact: true }).click()
  await shot('connections-mark')
  assert.deepEqual(await faults(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await option(page, 'catalogue').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Colour and Tags…' }).click()
  await page.locator('[data-tip=violet]').click()
  await page.getByRole('textbox', { name: 'Tags' }).fill('orders, live, ORDERS')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('treeitem', { name: 'live, 1 connection' }).waitFor()
  const { connections } = await app.call('Connections.List', { call: '' })
  const marked = connections.find((c) => c.name === 'catalogue')
  assert.deepEqual([marked.colour, marked.tags], ['violet', ['orders', 'live']])

  await option(page, 'catalogue').click()
  await page.keyboard.press('Control+d')
  await option(page, 'catalogue copy').waitFor()
  const after = (await app.call('Connections.List', { call: '' })).connections
  const twin = after.find((c) => c.name === 'catalogue copy')
  assert.deepEqual([twin.secrets, twin.group, twin.tags], [['password'], 'Production', ['orders', 'live']])
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete the connection catalogue copy?' })
  await question.getByRole('button', { name: 'Delete Connection' }).click()
  await question.waitFor({ state: 'detached' }) // what is behind it has no role until then
  await option(page, 'catalogue copy').waitFor({ state: 'detached' })
  assert.equal((await app.call('Connections.List', { call: '' })).connections.length, stock.length)
})

test('everything is reached by keys alone: panes, lines, groups, and the menu of a line', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  await stocked({ page, openApp })
  const focused = () => page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.textContent)
  await page.getByLabel('Search connections').focus()
  await page.keyboard.press('ArrowDown')
  assert.match(await focused(), /^catalogue, /)
  await page.keyboard.press('ArrowLeft')
  assert.equal(await focused(), 'Production, 3 connections')
  await page.keyboard.press('End')
  assert.match(await focused(), /^localhost typesense, /)
  const panes = []
  for (let i = 0; i < 5; i += 1) {
    await page.keyboard.press('F6')
    panes.push(await page.evaluate(() => document.activeElement.closest('[data-pane]').dataset.pane))
  }
  assert.deepEqual(panes, ['footer', 'details', 'toolbar', 'sidebar', 'list'])
  assert.match(await focused(), /^localhost typesense, /, 'the list keeps its place')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Connect', exact: true }).waitFor()
  const url = page.getByRole('menuitem', { name: /Copy URL/ })
  assert.equal(await url.getAttribute('aria-disabled'), 'true')
  assert.match(await url.textContent(), /Typesense connections cannot be created from a URL/)
  await shot('connections-menu')
  // An open menu is outside the landmarks of the page.
  assert.deepEqual(
    (await faults(page)).filter((fault) => !fault.startsWith('region')),
    [],
  )
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await page.getByRole('menuitemradio', { name: 'Local' }).waitFor()
  assert.equal(await page.getByRole('menuitemradio', { name: 'Local' }).getAttribute('aria-checked'), 'true')
  await page.getByRole('menuitemradio', { name: 'Staging' }).click()
  await page.getByText('localhost typesense: 4 of 4 in Staging').waitFor({ state: 'attached' })
  await page.setViewportSize({ width: 900, height: 600 })
  await shot('connections-narrow')
  assert.deepEqual(await faults(page), [])
})

test('the details of a connection say how it authenticates right after the start', async ({ page, openApp }) => {
  const app = await openApp()
  await save(app, stock[0])
  await page.goto(app.url)
  await page.getByRole('option').first().click()
  const details = page.getByRole('complementary', { name: 'catalogue' })
  await details.getByText('SSL Mode', { exact: true }).waitFor()
  await details.getByText('Username & Password', { exact: true }).waitFor()
})

test('a stored password is asked for again, at its field, when the connection is to lead to another host', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  const app = await stocked({ page, openApp })
  await option(page, 'catalogue').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await page.getByLabel('Host', { exact: true }).fill('other.example')
  for (const button of ['Test Connection', 'Save']) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText('Enter the password again: it was saved for http://search-01.prod.example:9200.').waitFor()
    await page.locator('#field-password:focus').waitFor()
    if (button === 'Save') break
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await option(page, 'catalogue').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await page.getByLabel('Host', { exact: true }).fill('other.example')
  }
  await shot('form-secret-again')
  assert.deepEqual(await faults(page), [])
  await page.keyboard.type('typed for the other host')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { connections } = await app.call('Connections.List', { call: '' })
  const saved = connections.find((c) => c.name === 'catalogue')
  assert.deepEqual([saved.host, saved.secrets], ['other.example', ['password']])
})

test('a page that is left leaves no connection open, and the page of another tab keeps its own', async ({
  page,
  assert,
  openApp,
}) => {
  const app = await openApp()
  const uses = async () => (await app.call('Plugins.Installed', { call: '' })).plugins.flatMap((p) => p.uses)
  const other = await page.context().newPage()
  for (const one of [page, other]) {
    await one.goto(app.url)
    await one.getByRole('button', { name: 'Try with Sample Data' }).click()
    await one.getByRole('treeitem', { name: /^books/ }).waitFor()
  }
  const [first, second] = await uses()
  assert.notEqual(first.session, second.session)
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).waitFor()
  await until('the connection of the page that was left is closed', async () => (await uses()).length === 1)
  assert.deepEqual(await uses(), [second])
  await other.close({ runBeforeUnload: false })
})

test('connections are exported without secrets and imported with a preview of what is new, changed and there', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  const app = await stocked({ page, openApp }, stock.slice(0, 3))
  const path = join(app.profile, 'export.json')
  await page.getByRole('button', { name: 'Export…' }).click()
  await page.getByLabel('File').fill(path)
  await page.getByRole('checkbox', { name: /weblogs/ }).uncheck()
  await shot('connections-export')
  assert.deepEqual(await faults(page), [])
  await page.getByRole('button', { name: 'Export 2 Connections' }).click()
  await page.getByText('2 Connections exported.').waitFor()
  const text = readFileSync(path, 'utf8')
  assert.equal(text.includes(secret), false)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Export…' }).click()
  await page.getByLabel('File').fill(path)
  await page.getByRole('button', { name: 'Export 3 Connections' }).click()
  await page.getByText('A file with this name already exists.').waitFor()
  assert.equal(readFileSync(path, 'utf8'), text)
  await page.getByRole('button', { name: 'Replace File' }).click()
  await page.getByText('3 Connections exported.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()

  const file = JSON.parse(readFileSync(path, 'utf8'))
  file.connections[0].fields.host = 'moved.example'
  file.connections.push({
    name: 'weblogs',
    driver: 'elasticsearch',
    fields: { host: 'other.example' },
    group: 'Found',
  })
  file.connections.push({ name: 'odd', driver: 'nosql', fields: { host: 'h', port: '7' } })
  file.connections.push({ name: 'bad', driver: 'elasticsearch', fields: { host: 'https://h' } })
  const input = () => page.getByLabel('Connections file')
  const give = (content) =>
    input().setInputFiles({ name: 'given.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Import…' }).click()
  for (const [content, said] of [
    ['{"format":"quarry-conn', 'The file is not valid JSON.'],
    ['{"version":1,"connections":[]}', 'This is not a connections export.'],
    ['{"format":"quarry-connections","version":9}', 'The file was written by a newer version of Quarry.'],
  ]) {
    await give(content)
    await page.getByText(said).waitFor()
  }
  await give(JSON.stringify(file))
  const items = page.getByRole('list', { name: 'Connections in the file' }).getByRole('listitem')
  await items.first().waitFor()
  const words = await items.evaluateAll((all) =>
    all.map((li) => `${li.querySelector('.m').textContent}: ${li.querySelector('[data-part=chip]').textContent}`),
  )
  assert.deepEqual(words, [
    ...['catalogue: Changed', 'weblogs: Already here', 'shop-search-eu: Already here'],
    ...['weblogs: New', 'odd: New', 'bad: Cannot be used'],
  ])
  await page.getByRole('button', { name: 'Import 2 Connections' }).waitFor()
  await page.getByLabel('Action for catalogue').selectOption({ label: 'Replace catalogue' })
  await page.getByText('Replacing it deletes its stored secrets, which belong to its current settings.').waitFor()
  await page.getByText('The driver nosql is not installed').waitFor()
  await shot('connections-import')
  assert.deepEqual(await faults(page), [])
  await page.getByRole('button', { name: 'Import 3 Connections' }).click()
  await option(page, 'odd').waitFor()
  const { connections } = await app.call('Connections.List', { call: '' })
  assert.deepEqual(
    connections.map((c) => [c.name, c.host, c.group, c.secrets.length]),
    [
      ['catalogue', 'moved.example', 'Production', 0],
      ['weblogs', 'logs.prod.example', 'Production', 1],
      ['shop-search-eu', 'eu.ts.shop.example', 'Production', 1],
      ['weblogs 2', 'other.example', 'Found', 0],
      ['odd', 'h', '', 0],
    ],
  )
})

test('a pasted URL fills a new form, its password goes to the credential store alone, and Typesense says why it has none', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  const app = await openApp()
  const hidden = 'p@ss/of%the URL'
  const url = `https://anna:${encodeURIComponent(hidden)}@es.example/es`
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Paste a Connection URL…' }).click()
  await page.getByText('Typesense connections cannot be created from a URL.').waitFor()
  await page.getByLabel('URL', { exact: true }).fill('ftp://es.example')
  await page.keyboard.press('Enter')
  await page.getByText('URLs for Elasticsearch begin with http:// or https://.').waitFor()
  await shot('connections-url')
  assert.deepEqual(await faults(page), [])
  await page.getByLabel('URL', { exact: true }).fill(url)
  await page.keyboard.press('Enter')
  await page.getByText('Filled in from the URL:').waitFor()
  await shot('connections-url-form')
  const value = (label) => page.getByLabel(label, { exact: true }).inputValue()
  assert.deepEqual(
    [await value('Name'), await value('Host'), await value('Port'), await value('Username'), await value('Password')],
    ['es.example', 'es.example', '443', 'anna', hidden],
  )
  assert.equal(await value('SSL Mode'), 'verify-identity')
  await page.keyboard.press('Control+s')
  await option(page, 'es\\.example').waitFor()

  await page.getByRole('button', { name: 'Edit…' }).click()
  await paste(page, 'Host', `http://bert:${encodeURIComponent(hidden)}2@[::1]:9201`)
  await page.waitForFunction(() => document.getElementById('field-host').value === '::1')
  assert.deepEqual(
    [await value('Port'), await value('Username'), await value('SSL Mode')],
    ['9201', 'bert', 'disabled'],
  )
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Copy URL without Secrets' }).click()
  await page.getByText('The URL was copied, without secrets').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'http://bert@[::1]:9201')

  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByRole('option', { name: /Typesense/ }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await paste(page, 'Host', `https://anna:${encodeURIComponent(hidden)}@ts.example`)
  await page.getByRole('alert').getByText('Typesense connections have no user name. Remove the user.').waitFor()
  assert.equal(await value('Host'), 'localhost')
  await paste(page, 'Host', 'https://ts.example:8443')
  await page.waitForFunction(() => document.getElementById('field-host').value === 'ts.example')
  assert.deepEqual([await value('Port'), await value('SSL Mode')], ['8443', 'verify-identity'])

  const { connections } = await app.call('Connections.List', { call: '' })
  assert.deepEqual(
    connections.map((c) => [c.host, c.secrets]),
    [['::1', ['password']]],
  )
  for (const text of [hidden, encodeURIComponent(hidden)]) {
    assert.equal(JSON.stringify(connections).includes(text), false)
    assert.equal(app.output().includes(text), false, 'the log')
    const files = readdirSync(app.profile, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())
    for (const f of files)
      assert.equal(readFileSync(join(f.parentPath ?? f.path, f.name)).includes(text), false, f.name)
  }
})

// SPEC: CON-26
test('an extra header is saved, shown as set without its value, and can be reached in light and dark', async ({
  page,
  assert,
  openApp,
  shot,
}) => {
  const app = await stocked({ page, openApp }, [stock[0]])
  const edit = async () => {
    await option(page, 'catalogue').click()
    await page.keyboard.press('Control+e')
    await page.getByRole('tab', { name: 'Options' }).click()
  }
  await edit()
  await page.getByRole('button', { name: 'Add Header' }).click()
  await page.keyboard.type('X-Tenant')
  await page.keyboard.press('Tab')
  await page.keyboard.type(secret)
  await shot('connection-header-typed')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await edit()
  const parts = [
    page.getByRole('button', { name: 'Replace… Value of X-Tenant' }),
    page.getByRole('button', { name: 'Remove X-Tenant' }),
    page.getByRole('button', { name: 'Add Header' }),
  ]
  const sheet = await page.getByRole('dialog').boundingBox()
  for (const part of parts) {
    const box = await part.boundingBox()
    assert.ok(box.x + box.width < sheet.x + sheet.width, `${await part.getAttribute('aria-label')} is in the sheet`)
  }
  assert.ok(!(await page.content()).includes(secret))
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await faults(page), [])
    await shot(`connection-header-${colorScheme}`)
  }
  await parts[1].click()
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { connections } = await app.call('Connections.List', { call: '' })
  assert.deepEqual([connections[0].headers, connections[0].secrets], [[], ['password']])
})

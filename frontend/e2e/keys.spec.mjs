// SPEC: B-KEY-01, B-KEY-02, B-KEY-03, B-KEY-04
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { openLasting } from './harness.mjs'
import { faults } from './screen.mjs'

/** The browser keeps its files in a folder, where a secret can be searched for. */
const keeping = test.extend({
  lasting: async ({ viewport, permissions, actionTimeout }, use) => {
    const opened = await openLasting({ viewport, permissions })
    opened.context.setDefaultTimeout(actionTimeout)
    await use(opened)
    await opened.close()
  },
  context: async ({ ending: _, lasting }, use) => use(lasting.context),
})

const pane = (page) => page.getByRole('region', { name: 'Users & Roles' }).first()
const line = (page, name) => page.getByRole('grid', { name: 'API keys' }).getByRole('row', { name: new RegExp(name) })

/** Opens the keys of the sample data for Typesense; returns what calls a method in the same session. */
async function openKeys(page, app) {
  let session = ''
  page.on('request', (request) => {
    if (request.url().endsWith('/call/Keys.List')) session = request.postDataJSON()[0].session
  })
  await app.call('Plugins.Install', { call: '', driver: 'typesense' })
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).waitFor()
  await page.getByRole('button', { name: 'Users & Roles' }).click()
  await pane(page).getByText('This server has no keys').waitFor()
  return (method, request) => app.call(method, { call: '', session, ...request })
}

/** Adds a key without the page. */
async function addKey(call, name, places, actions, expires = '') {
  const { digest } = await call('Keys.Plan', { tab: 'walk', delete: '', name, places, actions, expires })
  return call('Keys.Send', { tab: 'walk', digest })
}

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText())

const never = ''
const nightly = ['Nightly import', ['products', 'stores'], ['documents:import', 'documents:upsert'], '1798675200000']

test('the keys of a server are listed, filtered and deleted, in light and dark', async ({
  page,
  app,
  assert,
  shot,
}) => {
  const call = await openKeys(page, app)
  await addKey(call, 'Search key, shop front', ['products'], ['documents:search'], never)
  await addKey(call, ...nightly)
  await addKey(call, 'Server administration', ['*'], ['*'])
  await addKey(call, 'Synonyms of the shop', ['products'], ['synonym_sets:*'])
  await page.keyboard.press('Control+r')
  await line(page, 'Nightly import').click()
  await line(page, 'Server administration').getByText('Server-wide').waitFor()
  await line(page, 'Synonyms of the shop').getByText('Not limited to collections: synonym sets.').waitFor()
  await pane(page).getByText('A key cannot be edited.').waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('keys')
  for (const [theme, name] of [
    ['dark', 'keys-dark'],
    ['light', ''],
  ]) {
    await page.emulateMedia({ colorScheme: theme })
    if (name !== '') await shot(name)
  }

  await pane(page).getByRole('button', { name: /^Edit/ }).click({ force: true })
  await page.getByText('Typesense keys are immutable.').nth(1).waitFor()

  const add = pane(page).getByRole('button', { name: /^Add Key/ })
  await page.getByRole('button', { name: 'Safe mode off' }).click()
  await page.getByRole('menuitemradio', { name: /^Read-only/ }).click()
  await pane(page)
    .getByRole('button', { name: /^Delete…/, disabled: true })
    .waitFor()
  assert.match(await add.getAttribute('data-tip'), /^This connection is read-only/)
  await page.getByRole('button', { name: /^Read-only/i }).click()
  await page.getByRole('menuitemradio', { name: /^Off/ }).click()
  await page.getByRole('button', { name: 'Turn Safe Mode Off' }).click()
  await pane(page)
    .getByRole('button', { name: /^Delete…/, disabled: false })
    .waitFor()

  await pane(page).getByRole('textbox', { name: 'Filter keys' }).fill('nightly')
  await line(page, 'Server administration').waitFor({ state: 'detached' })
  await line(page, 'Nightly import').click()
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete key 1, Nightly import?' })
  await question.getByText('/keys/1').waitFor()
  await shot('keys-delete')
  await question.getByRole('button', { name: 'Delete Key' }).click()
  await page.getByText('Deleted key 1, Nightly import.').waitFor()
  await line(page, 'Nightly import').waitFor({ state: 'detached' })
})

/** Everything that the page has stored in the browser, as one text. */
const storedInPage = (page) =>
  page.evaluate(async () => {
    const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, location.href]
    for (const { name } of await indexedDB.databases()) {
      const opened = await new Promise((done, failed) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => done(request.result)
        request.onerror = () => failed(request.error)
      })
      for (const store of opened.objectStoreNames) {
        const all = opened.transaction(store).objectStore(store).getAll()
        await new Promise((done) => (all.onsuccess = done))
        found.push(JSON.stringify(all.result))
      }
      opened.close()
    }
    for (const name of await caches.keys()) found.push(name)
    return found.join('\n')
  })

/** The files below a folder that contain one of some texts, in either of the encodings that browsers use. */
function filesWith(folder, texts) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = readFileSync(path)
      return texts.some((text) => content.includes(text) || content.includes(Buffer.from(text, 'utf16le')))
    })
}

/** What the page leaves in the files of the browser, which shows that they are searched. */
const mark = 'left-by-the-page'

/**
 * Checks that nothing keeps a secret: neither the page, nor the application, nor the request log, nor the files of the
 * profile, the temporary ones and those of the browser, which ends.
 */
async function assertForgotten({ page, app, assert, call, lasting }, secrets) {
  const { entries } = await call('Requests.List', { after: 0, wait: false })
  const places = { page: await storedInPage(page), log: JSON.stringify(entries), output: app.output() }
  for (const entry of entries.filter(({ hasBody }) => hasBody)) {
    places[`request ${entry.id}`] = JSON.stringify([await call('Requests.Body', { id: entry.id })])
  }
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) assert.ok(!text.includes(secret), `${place} contains a secret`)
  }
  assert.ok(filesWith(app.profile, ['"keys"']).length > 0, 'the saved tabs were found')
  for (const folder of [app.profile, app.temp]) assert.deepEqual(filesWith(folder, secrets), [])
  await page.evaluate((text) => localStorage.setItem(text, text), mark)
  await lasting.context.close() // the browser writes its files
  assert.ok(filesWith(lasting.folder, [mark]).length > 0, "the browser's files were searched")
  assert.deepEqual(filesWith(lasting.folder, secrets), [])
}

keeping(
  'a key is added, its value is shown once, and nothing keeps it',
  async ({ page, app, assert, shot, lasting }) => {
    const call = await openKeys(page, app)
    await page.keyboard.press('Control+Shift+n')
    const sheet = page.getByRole('dialog', { name: 'Add API Key' })
    await sheet.getByRole('textbox', { name: 'Description' }).fill('Nightly import, second site')
    const collections = sheet.getByRole('combobox', { name: 'Collections' })
    await sheet.getByText('The key reaches all collections, including later ones.').waitFor()
    await sheet.getByText('0 actions, server-wide').waitFor()
    await collections.focus()
    await page.keyboard.press('ArrowDown')
    await sheet.getByRole('option', { name: 'books' }).waitFor()
    await shot('keys-collections')
    await page.keyboard.press('Escape') // closes the list, not the sheet
    await sheet.getByRole('option').first().waitFor({ state: 'detached' })
    await page.keyboard.type('products, logs_.{1,3},stores,')
    const chips = sheet.getByRole('list', { name: 'Collections, chosen' }).getByRole('listitem')
    assert.deepEqual(await chips.allTextContents(), ['products', 'logs_.{1,3}', 'stores'])
    await sheet.getByRole('button', { name: 'Remove logs_.{1,3}' }).click()
    await sheet.getByRole('radio', { name: 'On a date' }).click()
    await sheet.getByRole('textbox', { name: 'Expires on' }).fill('2099-12-31 23:59')
    for (const action of ['documents:upsert', 'documents:import', 'synonym_sets:*']) {
      await sheet.getByRole('checkbox', { name: new RegExp(`^${action.replace('*', '.')}`) }).check()
    }
    await sheet.getByText('Not limited to collections: synonym sets.').waitFor()
    await sheet.getByText('3 actions, 2 collections').waitFor()
    await shot('keys-add')
    await sheet.getByRole('button', { name: 'Preview Request' }).click()
    await sheet.getByText('/keys').waitFor()
    assert.deepEqual(await faults(page), [])
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot('keys-add-dark')
    await sheet.getByRole('button', { name: /^Add Key/ }).click()

    const made = page.getByRole('alertdialog', { name: 'Key 0 was added' })
    const value = await made.getByRole('textbox', { name: 'Value of the new key' }).inputValue()
    assert.match(value, /^\w{16,}$/)
    await shot('keys-value-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Escape')
    assert.ok(await made.isVisible(), 'it does not close before the value is saved')
    await made.getByRole('button', { name: 'Copy' }).click()
    await made.getByText('Copied. Cleared from the clipboard after 60 seconds, or when Quarry closes.').waitFor()
    assert.equal(await clipboard(page), value)
    await made.getByRole('checkbox', { name: 'I have saved the value' }).check()
    assert.deepEqual(await faults(page), [])
    await shot('keys-value')
    await made.getByRole('button', { name: /^Close/ }).click()
    await line(page, 'Nightly import, second site').waitFor()
    await made.waitFor({ state: 'detached' })
    await pane(page)
      .getByRole('button', { name: /^Add Key/ })
      .click() // it can be pressed again
    await sheet.getByRole('button', { name: /^Cancel/ }).click()
    assert.ok(!(await page.content()).includes(value), 'the page still shows the value')

    await page.keyboard.press('Control+r')
    await page.getByRole('treeitem', { name: /^books,/ }).dblclick() // the tabs are saved again
    await page.getByText('of 1,200').waitFor()
    await assertForgotten({ page, app, assert, call, lasting }, [value])
  },
)

keeping(
  'a scoped key is made on this computer, and nothing is sent or kept',
  async ({ page, app, assert, shot, lasting }) => {
    await page.clock.install()
    const call = await openKeys(page, app)
    const { value: parent } = await addKey(call, 'Search only', ['books'], ['documents:search'])
    const { value: other } = await addKey(call, 'Everything', ['*'], ['*'])
    await page.keyboard.press('Control+r')
    await line(page, 'Everything').waitFor()
    const before = (await call('Requests.List', { after: 0, wait: false })).entries.length
    await pane(page).getByRole('button', { name: 'Scoped Search Key…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Scoped Search Key' })
    const source = sheet.getByRole('textbox', { name: 'Search-only key' })
    await source.fill(other)
    await sheet.getByText('The server would refuse the scoped key').waitFor()
    await source.fill('none-of-them')
    await sheet.getByText('No key in the list begins like this.').waitFor()
    await source.fill(parent)
    await sheet.getByText('Quarry forgets it when this sheet closes.').waitFor()
    await sheet.getByRole('textbox', { name: 'Embedded filter' }).fill('(pages:<100')
    await sheet.getByText('is not closed').waitFor()
    await sheet.getByRole('textbox', { name: 'Embedded filter' }).fill('pages:<100')
    await sheet.getByRole('textbox', { name: 'Hide fields' }).fill('isbn, stock')
    const parameters = sheet.getByRole('region', { name: 'Parameters' })
    await parameters.getByText('{"filter_by":"pages:<100","exclude_fields":"isbn,stock"}').waitFor()
    const scoped = await sheet.getByRole('region', { name: 'Scoped key' }).textContent()
    const text = Buffer.from(scoped, 'base64').toString()
    assert.equal(text.slice(44), `${parent.slice(0, 4)}{"filter_by":"pages:<100","exclude_fields":"isbn,stock"}`)
    const mac = createHmac('sha256', parent).update(text.slice(48)).digest('base64')
    assert.equal(text.slice(0, 44), mac)
    assert.deepEqual(await faults(page), [])
    await sheet.getByRole('region', { name: 'Scoped key' }).selectText()
    await page.evaluate(() => navigator.clipboard.writeText('an address'))
    await page.keyboard.press('Control+c') // the key is copied as by the button
    await sheet.getByText('Copied. Cleared from the clipboard after 60 seconds').waitFor()
    assert.equal(await clipboard(page), scoped)
    await page.clock.fastForward(61_000)
    for (let tries = 0; (await clipboard(page)) !== ''; tries += 1)
      assert.ok(tries < 200, 'it is still on the clipboard')
    await shot('keys-scoped')
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot('keys-scoped-dark')
    await sheet.getByRole('button', { name: /^Close/ }).click()
    await sheet.waitFor({ state: 'detached' })
    const { entries } = await call('Requests.List', { after: 0, wait: false })
    assert.equal(entries.length, before, 'something was sent')
    assert.ok(!(await page.content()).includes(scoped), 'the page still shows the key')
    await page.getByRole('treeitem', { name: /^books,/ }).dblclick() // the tabs are saved again
    await page.getByText('of 1,200').waitFor()
    await assertForgotten({ page, app, assert, call, lasting }, [parent, scoped])
  },
)

test('the keys tab fits a narrow window, in light and dark', async ({ page, app, assert, shot }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  const call = await openKeys(page, app)
  await addKey(call, 'Search key, shop front', ['products'], ['documents:search'])
  await addKey(call, ...nightly)
  await addKey(call, 'Synonyms of the shop', ['products'], ['synonym_sets:*'])
  await page.keyboard.press('Control+r')
  await line(page, 'Nightly import').click()
  const tools = pane(page).getByRole('toolbar', { name: 'Users & Roles' })
  const boxes = await Promise.all(
    [...(await tools.getByRole('button').all()), tools.getByRole('textbox')].map((tool) => tool.boundingBox()),
  )
  assert.equal(boxes.length, 5)
  for (const box of boxes) {
    assert.ok(box.x + box.width <= 900, 'a tool is outside of the window')
    assert.ok(Math.abs(box.y - boxes[0].y) < 8, 'the tools are not in one row')
  }
  const wider = () =>
    [...document.querySelectorAll('*')]
      .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => one.outerHTML.slice(0, 80))
  const look = async (name) => {
    for (const theme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme: theme })
      assert.deepEqual(await faults(page), [])
      await shot(`${name}-${theme}`)
    }
    assert.deepEqual(await page.evaluate(wider), [])
  }
  await look('keys-narrow')
  await page.keyboard.press('Control+Shift+n')
  const sheet = page.getByRole('dialog', { name: 'Add API Key' })
  const names = 'products,stores,companies,brands,queries_.*,reviews_of_the_shop,notes,places,'
  await sheet.getByRole('combobox', { name: 'Collections' }).fill(names)
  await sheet.getByRole('checkbox', { name: /^documents:search/ }).check()
  await look('keys-narrow-add')
  await sheet.getByRole('button', { name: 'Preview Request' }).click()
  const request = sheet.getByText('{"description"')
  await request.waitFor()
  const [shown, foot] = [await request.boundingBox(), await sheet.locator('footer').boundingBox()]
  assert.ok(shown.y + shown.height <= foot.y + 1, 'the request is below what is visible')
  await sheet.getByRole('button', { name: /^Add Key/ }).click()
  const made = page.getByRole('alertdialog', { name: 'Key 3 was added' })
  await made.getByRole('button', { name: 'Copy' }).click()
  await made.getByText('Copied.').waitFor()
  await look('keys-narrow-value')
})

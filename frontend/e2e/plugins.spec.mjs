// SPEC: DST-07, PLG-02, PLG-03, PLG-04, PLG-05, PLG-06, PLG-07, PLG-08, CON-02, CON-03, APP-01

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { flip } from './registry.mjs'
import { faults, settled } from './screen.mjs'
import { textOf, until } from './until.mjs'

const driver = 'elasticsearch'
const card = (page) => page.getByRole('region', { name: 'Elasticsearch' })
const button = (page, name) => page.getByRole('button', { name, exact: true })

/** Opens one of the two lists in the drivers' pane of the settings. */
async function openPlugins(page, list) {
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Plugins' }).click()
  await page.getByRole('radio', { name: list }).click()
}

async function closeSettings(page) {
  await button(page, 'Done').click()
  await page.getByRole('dialog', { name: 'Settings', exact: true }).waitFor({ state: 'detached' })
}

/** Opens the sample data with an object in a tab; installs its driver if offered. */
async function openSample(page) {
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  const install = button(page, 'Install')
  const books = page.getByRole('treeitem', { name: /^books/ })
  await install.or(books).first().waitFor()
  if (await install.isVisible()) await install.click()
  await books.dblclick()
  await settled(page)
}

/** Requires that axe finds nothing in either theme, and saves a screenshot of each. */
async function looked({ page, assert, shot }, name) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => {
      document.documentElement.dataset.theme = to
    }, theme)
    assert.deepEqual(await faults(page), [], `${name}, ${theme}`)
    await shot(`${name}-${theme}`)
  }
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
}

/** The file with this extension of the version in use. */
function installedFile(app, ending) {
  const home = join(app.profile, 'drivers', driver)
  const used = join(home, readFileSync(join(home, 'current'), 'utf8').trim())
  return join(
    used,
    readdirSync(used).find((name) => name.endsWith(ending)),
  )
}

const settingsOf = (app) => JSON.parse(textOf(join(app.profile, 'settings.json')) || '{}')
const plugins = async (app) => (await app.call('Plugins.Installed')).plugins

// One worker packs the driver's versions for all of them.
test.describe.configure({ mode: 'default' })

test('no registry at the first start: the sheet says so, an address is checked before it is kept, and drivers come from there', async ({
  registries: t,
}) => {
  const { page, assert, openFresh, openRegistry } = t
  const registry = await openRegistry()
  const app = await openFresh('')
  await page.goto(app.url)
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByRole('heading', { name: 'No driver registry is set' }).waitFor()
  await looked(t, 'registry-none')
  await button(page, 'Set Address…').click()
  const address = page.getByLabel('Registry address')
  await address.fill(join(registry.folder, 'nothing.json'))
  await button(page, 'Set Address').click()
  await page.getByText("Quarry cannot read the registry's index: no such file or directory.").waitFor()
  await looked(t, 'registry-address')
  await address.fill(registry.path)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /Elasticsearch.*Not installed/ }).waitFor()
  assert.equal(settingsOf(app).registry, registry.path)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await openPlugins(page, 'Browse')
  await page.getByText(/index \d+, signed, checked/).waitFor()
  await button(page, 'Change Registry…').click()
  await button(page, 'Use the Default').click()
  await page.getByRole('heading', { name: 'No driver registry is set' }).waitFor()
})

test('a driver is installed in advance: its progress is shown, Cancel leaves nothing, and it is there without asking later', async ({
  registries: t,
}) => {
  const { page, assert, openFresh, openRegistry } = t
  const registry = await openRegistry()
  const app = await openFresh(registry.url)
  await page.goto(app.url)
  await page.getByRole('button', { name: 'New Connection' }).first().waitFor()
  await openPlugins(page, 'Installed')
  await page.getByRole('heading', { name: 'No driver is installed' }).waitFor()
  await looked(t, 'plugins-none')
  await button(page, 'Browse the Registry').click()
  const release = registry.hold()
  await button(page, 'Install: Elasticsearch').click()
  await card(page).getByRole('progressbar').waitFor()
  await looked(t, 'plugins-installing')
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Install: Elasticsearch').waitFor()
  assert.deepEqual(await plugins(app), [])
  release()
  await button(page, 'Install: Elasticsearch').click()
  await card(page).getByText(`Installed ${registry.older}`).waitFor()
  await looked(t, 'plugins-browse')
  assert.match(await page.getByText('The address cannot be changed.').textContent(), /--registry/)
  assert.equal(await button(page, 'Change Registry…').getAttribute('aria-disabled'), 'true')
  await closeSettings(page)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books/ }).waitFor()
})

test('an update under an open connection waits, and starts when the connection is closed', async ({
  registries: t,
}) => {
  const { page, assert, openFresh, openRegistry } = t
  const registry = await openRegistry()
  const app = await openFresh(registry.url)
  await page.goto(app.url)
  await openSample(page)
  registry.publish()
  await openPlugins(page, 'Installed')
  await card(page).getByText(registry.older).waitFor()
  await button(page, 'Check for Updates').click()
  await card(page).getByText('Update available').waitFor()
  await looked(t, 'plugins-update')
  await button(page, `Update to ${registry.newer}`).click()
  await card(page).getByText(`${registry.newer} is downloaded and checked.`).waitFor()
  await card(page).getByText('It starts when the last connection closes: Sample Data.').waitFor()
  await looked(t, 'plugins-waiting')
  const uninstall = button(page, 'Uninstall Elasticsearch…')
  assert.equal(await uninstall.getAttribute('aria-disabled'), 'true')
  await page.getByText('Close Sample Data to uninstall Elasticsearch.').waitFor()
  await page.setViewportSize({ width: 900, height: 600 })
  await t.shot('plugins-small')
  await page.setViewportSize({ width: 1280, height: 800 })
  await closeSettings(page)
  await page.locator('[data-part=connection]').click()
  let closes
  const close = new Promise((resolve) => {
    closes = resolve
  })
  await page.route('**/call/Connections.Close', (route) => close.then(() => route.continue()))
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Try with Sample Data' }).waitFor()
  await openPlugins(page, 'Installed')
  await card(page).getByText('It starts when the last connection closes: Sample Data.').waitFor()
  closes()
  await card(page).getByText(`${registry.newer} by`).waitFor()
  const [plugin] = await plugins(app)
  assert.deepEqual([plugin.version, plugin.staged, plugin.inUse], [registry.newer, '', false])

  await uninstall.click()
  await looked(t, 'plugins-uninstall')
  await button(page, 'Uninstall Driver').click()
  await page.getByRole('heading', { name: 'No driver is installed' }).waitFor()
  assert.deepEqual(await plugins(app), [])
})

test('an update is activated at once on request: the connection is opened again with its tabs', async ({
  registries: t,
}) => {
  const { page, assert, openFresh, openRegistry } = t
  const registry = await openRegistry()
  const app = await openFresh(registry.path)
  await page.goto(app.url)
  await openSample(page)
  registry.publish()
  await app.call('Plugins.Registry', { refresh: true })
  await app.call('Plugins.Install', { driver })
  await openPlugins(page, 'Installed')
  await button(page, 'Activate Now…').click()
  await page.getByRole('dialog', { name: `Activate Elasticsearch ${registry.newer} now?` }).waitFor()
  await looked(t, 'plugins-activate')
  const before = (await plugins(app))[0].uses
  assert.deepEqual(
    before.map((u) => `${u.name} ${u.version}`),
    [`Sample Data ${registry.older}`],
  )
  await button(page, 'Activate Now').click()
  await card(page).getByText(`${registry.newer} by`).waitFor()
  await page.getByRole('dialog', { name: /Activate/ }).waitFor({ state: 'detached' })
  await card(page).and(page.locator('[aria-busy=false]')).waitFor()
  const after = (await plugins(app))[0].uses
  assert.deepEqual(
    after.map((u) => `${u.name} ${u.version}`),
    [`Sample Data ${registry.newer}`],
  )
  assert.notEqual(after[0].session, before[0].session)
  await closeSettings(page)
  await page.getByRole('grid', { name: 'books', exact: true }).waitFor()
  await page.getByText('book-0001', { exact: true }).waitFor()
})

test('a package from disk is installed with the same checks, and a refused one says why and installs nothing', async ({
  registries: t,
}) => {
  const { page, assert, openFresh, openRegistry } = t
  const registry = await openRegistry()
  const app = await openFresh('')
  await page.goto(app.url)
  await page.getByRole('button', { name: 'New Connection' }).first().waitFor()
  await openPlugins(page, 'Installed')
  const path = registry.package(registry.older)
  const good = readFileSync(path)
  flip(path)
  const install = async () => {
    await page.getByRole('button', { name: 'Install from File…' }).first().click()
    await page.getByLabel('Package path').fill(path)
    await looked(t, 'plugins-file')
    const dialog = await page.getByRole('dialog', { name: 'Install from File' }).boundingBox()
    const act = await button(page, 'Install').boundingBox()
    assert.equal(Math.round(dialog.x + dialog.width - act.x - act.width), 20, 'the button stands at the right')
    await button(page, 'Install').click()
  }
  await page.getByRole('radio', { name: 'Browse' }).click()
  await install()
  const refused = page.getByRole('region', { name: `${driver}-${registry.older}.qdrv` })
  await refused.getByText('Nothing was installed.').waitFor()
  await looked(t, 'plugins-refused')
  assert.deepEqual(await plugins(app), [])
  await refused.getByRole('button', { name: 'Remove' }).click()
  await refused.waitFor({ state: 'detached' })
  writeFileSync(path, good)
  await install()
  await card(page).getByText(`${registry.older} by`).waitFor()
  await closeSettings(page)
  await openSample(page)
})

test('a driver that is switched off opens nothing, and the alert switches it on again', async ({ registries: t }) => {
  const { page, assert, openFresh, openRegistry } = t
  const registry = await openRegistry()
  const app = await openFresh(registry.path)
  await app.call('Plugins.Install', { driver })
  await page.goto(app.url)
  await page.getByRole('button', { name: 'New Connection' }).first().waitFor()
  await openPlugins(page, 'Installed')
  await page.getByRole('switch', { name: 'Use Elasticsearch' }).click()
  await page.getByRole('switch', { name: 'Use Elasticsearch', checked: false }).waitFor()
  await looked(t, 'plugins-off')
  await closeSettings(page)
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByText('The Elasticsearch driver is turned off.').waitFor()
  assert.equal(await button(page, 'Continue').getAttribute('aria-disabled'), 'true')
  await looked(t, 'choose-off')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('dialog', { name: 'Sample Data could not be opened' }).waitFor()
  await looked(t, 'driver-off')
  await button(page, 'Turn On').click()
  await page.getByRole('treeitem', { name: /^books/ }).waitFor()
})

test('a driver whose files were changed is installed again from the alert, from disk where the registry is gone', async ({
  registries: t,
}) => {
  const { page, assert, openFresh, openRegistry } = t
  const registry = await openRegistry()
  const app = await openFresh(registry.url)
  await page.goto(app.url)
  await openSample(page)
  await page.locator('[data-part=connection]').click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Try with Sample Data' }).waitFor()
  flip(installedFile(app, '.wasm'))
  await registry.stop()
  await openPlugins(page, 'Installed')
  await card(page)
    .getByText(/^The file driver.wasm of the installed driver is not the one that was signed/)
    .waitFor()
  await looked(t, 'plugins-changed')
  await closeSettings(page)
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByRole('option', { name: /Elasticsearch.*Changed.*not the one that was signed/ }).waitFor()
  await looked(t, 'choose-changed')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('dialog', { name: 'The Elasticsearch driver was changed' }).waitFor()
  await looked(t, 'driver-changed')
  await button(page, 'Install').click()
  await page.getByText(/^Quarry cannot download the driver: .*Nothing on this computer was changed\.$/).waitFor()
  await looked(t, 'driver-again-failed')
  await button(page, 'Install from File…').click()
  await page.getByLabel('Package path').fill(registry.package(registry.older))
  await button(page, 'Install').click()
  await page.getByRole('treeitem', { name: /^books/ }).waitFor()
  assert.equal((await plugins(app))[0].problem, '')
})

test('the general settings: the theme, where secrets are, what is sent, with the keyboard alone', async ({
  registries: t,
}) => {
  const { page, openFresh } = t
  const app = await openFresh('')
  await page.goto(app.url)
  await page.getByRole('button', { name: /^Settings/ }).click()
  await page.getByText('Quarry connects only to your clusters and the driver registry.').waitFor()
  await page.getByText('Memory, until you quit').waitFor()
  await looked(t, 'settings-general')
  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+,')
  await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor()
  await until(() => settingsOf(app).theme === 'dark')
  await page.getByRole('tab', { name: 'General' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('tab', { name: 'Plugins', selected: true }).waitFor()
  await page.setViewportSize({ width: 900, height: 600 })
  await page.keyboard.press('ArrowUp')
  await t.shot('settings-small')
})

test('a newer version of Quarry is offered, downloaded and verified once the user asks for it', async ({
  registries: t,
}) => {
  const { page, assert, openFresh, openRegistry } = t
  const registry = await openRegistry()
  const app = await openFresh(registry.url)
  await page.goto(app.url)
  await page.getByRole('button', { name: /^Settings/ }).click()
  await button(page, 'Check for Updates').click()
  await page.getByText('Quarry is up to date.').waitFor()
  registry.publish()
  await button(page, 'Check for Updates').click()
  await page.getByText('Quarry 99.0.0 is available (12 B). Exports are faster.').waitFor()
  await looked(t, 'settings-update')
  await button(page, 'Download').click()
  await page.getByText('Quarry 99.0.0 is downloaded and verified.').waitFor()
  const { downloaded } = await app.call('Updates.Check', { call: '', refresh: false })
  assert.equal(readFileSync(downloaded, 'utf8'), 'an installer')
  await button(page, 'Install…').click()
  await page.getByText(`The installer is ${downloaded}.`).waitFor()
})

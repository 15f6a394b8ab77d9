// The screens of the settings, with drivers in every state.
import { failing, press, role } from './ways.mjs'

const installed = '**/call/Plugins.Installed'
const registry = '**/call/Plugins.Registry'

/** Changes the backend's responses at an address on their way. */
async function changing(page, route, change) {
  await page.unroute(route)
  await page.route(route, async (r) => {
    const answer = await r.fetch()
    await r.fulfill({ json: change(await answer.json()) })
  })
}

/** Shows the installed drivers with changes to the first one. */
async function withDriver(page, changes) {
  await changing(page, installed, ({ plugins: [first, ...rest] }) => ({ plugins: [{ ...first, ...changes }, ...rest] }))
  await reopen(page, 'Installed')
}

async function reopen(page, list) {
  if (await role(page, 'button', 'Done').isVisible()) await press(page, 'Done')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Plugins' }).click()
  await role(page, 'radio', list).click()
}

/** A question; if something would be lost, it has a separate role. */
const asked = (page, name) => page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
const question = (page, name) => asked(page, name).waitFor()
const answered = async (page, name) => {
  await page.keyboard.press('Escape')
  await asked(page, name).waitFor({ state: 'detached' })
}
const use = { session: 's', connection: 'c', name: 'weblogs', version: '0.1.0' }

export const settings = {
  name: 'the settings',
  open: async ({ page, openApp }) => {
    const app = await openApp()
    await page.goto(app.url)
    await page.getByText('No connections yet').waitFor()
    await page.keyboard.press('Control+,')
  },
  screens: [
    ['General', ({ page }) => page.getByText('Quarry connects only to your clusters').waitFor()],
    [
      'drivers that are installed',
      async ({ page }) => {
        await reopen(page, 'Installed')
        await page.getByRole('region', { name: 'Typesense' }).waitFor()
      },
    ],
    [
      'a driver with an update',
      async ({ page }) => {
        await withDriver(page, { update: '9.0.0' })
        await page.getByText('Update available').waitFor()
      },
    ],
    [
      'a driver whose update waits',
      async ({ page }) => {
        await withDriver(page, { staged: '9.0.0', inUse: true, uses: [use] })
        await page.getByText('Update waiting').waitFor()
      },
    ],
    [
      'an update is activated',
      async ({ page }) => {
        await press(page, 'Activate Now…')
        await question(page, /^Activate /)
      },
    ],
    [
      'a driver that is off',
      async ({ page }) => {
        await answered(page, /^Activate /)
        await withDriver(page, { enabled: false, inUse: true, uses: [use] })
        await page.getByText('Open connections stay open.').waitFor()
      },
    ],
    [
      'a driver that was changed',
      async ({ page }) => {
        await withDriver(page, {
          problem: 'The file driver.wasm of the installed driver is not the one that was signed.',
        })
        await page.getByText('is not the one that was signed').waitFor()
      },
    ],
    [
      'a driver is removed',
      async ({ page }) => {
        await page.unroute(installed)
        await reopen(page, 'Installed')
        await page.getByRole('button', { name: /^Uninstall Elasticsearch/ }).click()
        await question(page, /^Uninstall /)
      },
    ],
    [
      'what failed with a driver',
      async ({ page }) => {
        const json = { kind: 'registry', message: 'The folder of the driver could not be removed.' }
        const mend = await failing(page, '**/call/Plugins.Uninstall', json)
        await press(page, 'Uninstall Driver')
        await page.getByRole('alert').waitFor()
        await mend()
      },
    ],
    [
      'a package from disk',
      async ({ page }) => {
        await press(page, 'Install from File…')
        await page.getByLabel('Package path').waitFor()
      },
    ],
    [
      'a package that was refused',
      async ({ page }) => {
        await page.getByLabel('Package path').fill('/nowhere/driver.qdrv')
        await page.keyboard.press('Enter')
        await page.getByText('Nothing was installed.').waitFor()
      },
    ],
    [
      'what the registry offers',
      async ({ page }) => {
        await role(page, 'radio', 'Browse').click()
        await page.getByText(/signed, checked/).waitFor()
      },
    ],
    [
      'a search without a hit',
      async ({ page }) => {
        await page.getByLabel('Search the registry').fill('nothing')
        await page.getByText('No driver matches “nothing”.').waitFor()
      },
    ],
    [
      'a driver is installed',
      async ({ page }) => {
        await changing(page, registry, (all) => ({
          ...all,
          databases: all.databases.map((d) => ({ ...d, installed: false })),
        }))
        const steps = [{ title: 'Download', state: 'running', note: '' }]
        const json = { running: true, done: '400000', total: '837197', rate: '', steps }
        await page.route('**/call/Plugins.Progress', (r) => r.fulfill({ json }))
        await page.route('**/call/Plugins.Install', () => undefined)
        await reopen(page, 'Browse')
        await page.getByRole('button', { name: 'Install: Elasticsearch' }).click()
        await page.getByRole('progressbar').waitFor()
      },
    ],
    [
      'a registry that is not reached',
      async ({ page }) => {
        await changing(page, registry, (all) => ({
          ...all,
          fixed: '',
          notice: 'Quarry cannot reach the registry: no route. This list is from 14 November.',
        }))
        await reopen(page, 'Browse')
        await press(page, 'Check for Updates')
        await page.getByText('Quarry cannot reach the registry').waitFor()
      },
    ],
    [
      'the address of the registry',
      async ({ page }) => {
        await press(page, 'Change Registry…')
        await question(page, 'Driver Registry')
      },
    ],
    [
      'an address that is refused',
      async ({ page }) => {
        await page.getByLabel('Registry address').fill('/nowhere/index.json')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog', { name: 'Driver Registry' }).getByRole('alert').waitFor()
      },
    ],
    [
      'no registry and no driver',
      async ({ page }) => {
        await answered(page, 'Driver Registry')
        await page.route(installed, (r) => r.fulfill({ json: { plugins: [] } }))
        await changing(page, registry, (all) => ({
          ...all,
          databases: [],
          address: '',
          checked: '',
          notice: 'No driver registry is set',
        }))
        await reopen(page, 'Installed')
        await page.getByRole('heading', { name: 'No driver registry is set' }).waitFor()
      },
    ],
  ],
}

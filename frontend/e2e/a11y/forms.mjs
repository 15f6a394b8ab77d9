// The screens of a connection's form.
import { failing, press, role } from './ways.mjs'

const modes = ['Disabled', 'Preferred', 'Required (skip verify)', 'Verify CA', 'Verify Identity']
const tab = (page, name) => role(page, 'tab', name).click()
const note = (page) => page.locator('[data-part=form-frame] [data-part=notice]').waitFor()

async function testIt(page) {
  await press(page, 'Test Connection')
  await note(page)
}

/** Opens the form of a database whose driver is installed. */
async function form(page, title) {
  await page.getByText('No connections yet').waitFor()
  await page.keyboard.press('Control+n')
  await page.getByRole('option', { name: title }).click()
  await press(page, 'Continue')
  await page.getByLabel('Host').waitFor()
}

/** The General and the Network tab under each SSL mode. */
const underEachMode = modes.flatMap((mode) => [
  [
    `General under ${mode}`,
    async ({ page }) => {
      await tab(page, 'General')
      await page.getByLabel('SSL Mode').selectOption({ label: mode })
    },
  ],
  [`Network under ${mode}`, ({ page }) => tab(page, 'Network')],
])

export const elasticsearch = {
  name: 'the form of Elasticsearch',
  open: async ({ page, openApp }) => {
    const app = await openApp()
    await page.goto(app.url)
    await form(page, /Elasticsearch/)
  },
  screens: [
    [
      'an empty form',
      ({ page }) => page.getByText('Enter Username (General) to save, or set Auth Method to None').waitFor(),
    ],
    [
      'by API key',
      async ({ page }) => {
        await page.getByLabel('Name', { exact: true }).fill('weblogs')
        await page.getByLabel('Auth Method').selectOption({ label: 'API Key' })
      },
    ],
    ['without credentials', ({ page }) => page.getByLabel('Auth Method').selectOption({ label: 'None' })],
    ...underEachMode,
    [
      'Options with what is advanced, any certificate accepted',
      async ({ page }) => {
        await tab(page, 'Options')
        await press(page, 'Advanced')
        await page.getByRole('switch', { name: 'Skip TLS Verification' }).click()
        await page.getByText('Any certificate is accepted').waitFor()
      },
    ],
    ['Appearance', ({ page }) => tab(page, 'Appearance')],
    [
      'a connection that is refused',
      async ({ page }) => {
        await tab(page, 'Options')
        await page.getByRole('switch', { name: 'Skip TLS Verification' }).click()
        await tab(page, 'General')
        await page.getByLabel('Port').fill('9')
        await testIt(page)
      },
    ],
    [
      'a connection that answers',
      async ({ page }) => {
        const json = {
          title: 'Connected',
          text: 'Elasticsearch 8.16.1, cluster c, 3 indices, 8 ms.',
          notices: [],
          tls: null,
        }
        await page.route('**/call/Connections.Test', (r) =>
          r.fulfill({ json: { ...json, warning: { title: '', text: '' } } }),
        )
        await press(page, 'Test Connection')
        await page.getByText('Connected.').waitFor()
        await page.unroute('**/call/Connections.Test')
      },
    ],
    [
      'no credential store',
      async ({ page }) => {
        await page.getByLabel('Auth Method').selectOption({ label: 'API Key' })
        await role(page, 'textbox', 'API Key').fill('abc')
        const json = { kind: 'keyring', message: 'No credential store was found' }
        const mend = await failing(page, '**/call/Connections.Save', json)
        await page.keyboard.press('Control+s')
        await page.getByRole('dialog', { name: 'No credential store was found' }).waitFor()
        await mend()
      },
    ],
    [
      'a stored secret',
      async ({ page }) => {
        await page.keyboard.press('Escape')
        await press(page, 'Save')
        await page.getByRole('option', { name: /weblogs/ }).click()
        await page.keyboard.press('Control+e')
        await role(page, 'button', 'Replace… API Key').waitFor()
      },
    ],
  ],
}

export const typesense = {
  name: 'the form of Typesense',
  open: async ({ page, openApp }) => {
    const app = await openApp()
    await page.goto(app.url)
    await form(page, /Typesense/)
  },
  screens: [
    ['an empty form', ({ page }) => page.getByText('Enter API Key (General) to save').waitFor()],
    ['Network', ({ page }) => tab(page, 'Network')],
    [
      'Network under Verify CA',
      async ({ page }) => {
        await tab(page, 'General')
        await page.getByLabel('SSL Mode').selectOption({ label: 'Verify CA' })
        await tab(page, 'Network')
      },
    ],
    ['Options', ({ page }) => tab(page, 'Options')],
    [
      'a connection that is refused',
      async ({ page }) => {
        await tab(page, 'General')
        await page.getByLabel('Name', { exact: true }).fill('shop')
        await page.getByLabel('API Key').fill('xyz')
        await page.getByLabel('Port').fill('9')
        await testIt(page)
      },
    ],
  ],
}

export const certificates = {
  name: 'the certificates of a server',
  open: async (t) => {
    const { page, openApp, openServers } = t
    t.tls = await openServers()
    const app = await openApp()
    await page.goto(app.url)
    await form(page, /Elasticsearch/)
    const [host, port] = t.tls.servers.good.split(':')
    await page.getByLabel('Name', { exact: true }).fill('weblogs')
    await page.getByLabel('Host').fill(host)
    await page.getByLabel('Port').fill(port)
    await page.getByLabel('Auth Method').selectOption({ label: 'None' })
  },
  screens: [
    [
      'a certificate that is refused',
      async ({ page }) => {
        await page.getByLabel('SSL Mode').selectOption({ label: 'Verify Identity' })
        await testIt(page)
      },
    ],
    [
      'the chain that was refused',
      async ({ page }) => {
        await press(page, 'Show Certificates')
        await page.locator('[data-part=chain]').waitFor()
      },
    ],
    [
      'a chain that is trusted',
      async ({ page, tls }) => {
        await page.getByLabel('CA Certificate').fill(`${tls.folder}/ca.pem`)
        await testIt(page)
        await page.getByText('The chain ends at an authority in the CA file.').waitFor()
      },
    ],
  ],
}

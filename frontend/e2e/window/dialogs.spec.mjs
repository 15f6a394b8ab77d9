// SPEC: APP-01, CON-21, PLG-08
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newHome } from './app.mjs'
import { openRegistry } from './servers.mjs'
import { choose, chooseDatabase, menus } from './steps.mjs'
import { filesWith } from './traces.mjs'
import { until } from './until.mjs'
import { keys } from './webdriver.mjs'

const packages = resolve(import.meta.dirname, '../../../build/out/registry')

export const tests = [
  {
    name: 'a CA file, an export and an import go by files that the dialogs of the system give',
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const home = newHome()
      const app = await open({ home, registry: registry.url })
      const { page, desktop } = app

      const ca = join(home, 'not a certificate.crt')
      writeFileSync(ca, 'nothing of the kind')
      await chooseDatabase(app)
      await page.fill('Name', 'Dialogs')
      await page.fill('Host', '127.0.0.1')
      await page.fill('Port', '9')
      await page.fill('Username', 'someone')
      await page.fill('Password', 'a word that no file holds')
      await page.choose('SSL Mode', 'Verify CA')
      await page.click('tab', 'Network')
      await page.click('button', 'Choose…')
      await desktop.pickFile('CA Certificate', ca, 'Open', 'dialog-certificate')
      await until('the form has the path', async () => (await heldBy(page, 'CA Certificate')) === ca)
      await page.click('button', 'Test Connection')
      await page.reads('contains no PEM certificate')
      await page.click('button', 'Save')

      const file = join(home, 'exported connections.json')
      await page.find('option', /Dialogs/)
      await choose(desktop, menus.file, 5)
      await page.find('heading', 'Export Connections')
      await page.click('button', 'Choose…')
      await desktop.pickFile('Export Connections', file, 'Save', 'dialog-export')
      await until('the sheet has the path', async () => (await heldBy(page, 'File')) === file)
      await page.click('button', /^Export 1 Connection/)
      await page.reads('1 Connection exported.')
      const exported = JSON.parse(readFileSync(file, 'utf8'))
      assert.deepEqual(filesWith(home, 'someone', 'a word that no file holds'), [])
      assert.deepEqual(
        exported.connections.map((c) => c.name),
        ['Dialogs'],
      )
      await page.click('button', /^Done/)

      exported.connections[0].name = 'Imported'
      exported.connections[0].id = 'another'
      writeFileSync(file, JSON.stringify(exported))
      await choose(desktop, menus.file, 4)
      await page.find('heading', 'Import Connections')
      await page.upload('Connections file', file) // a page that is driven shows no dialog of its own
      await page.click('button', /^Import 1 Connection/)
      await page.find('option', /Imported/)
    },
  },
  {
    name: 'a driver package is chosen in the dialog of the system and installed; a dialog that is cancelled changes nothing',
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url })
      const { page, desktop } = app
      const [name] = readdirSync(packages).filter((file) => file.endsWith('.qdrv'))
      await desktop.key('ctrl+comma')
      await page.click('tab', 'Plugins')
      await page.click('button', 'Install from File…')
      await page.click('button', 'Choose…')
      await desktop.answerDialog('Choose a driver package', 'Escape')
      assert.equal(await heldBy(page, 'Package path'), '')
      await page.click('button', 'Choose…')
      await desktop.pickFile('Choose a driver package', join(packages, name), 'Open', 'dialog-package')
      await until('the path is there', async () => (await heldBy(page, 'Package path')) === join(packages, name))
      await page.click('textbox', 'Package path')
      await page.press(keys.Enter)
      const [driver] = name.split('-')
      await until('the driver is installed', () => readdirSync(join(app.profile, 'drivers')).includes(driver))
      await page.press(keys.Escape)
    },
  },
]

/** The value of a field, found by its label. */
function heldBy(page, label) {
  return page.run((name) => {
    const fields = [...document.querySelectorAll('input')]
    return fields.find((e) => (e.getAttribute('aria-label') ?? e.labels[0]?.textContent.trim()) === name)?.value
  }, label)
}

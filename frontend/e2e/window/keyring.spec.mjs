// SPEC: CON-08
import { newHome } from './app.mjs'
import { openKeyring } from './keyring.mjs'
import { openRegistry } from './servers.mjs'
import { chooseDatabase, fillForm, openIndex } from './steps.mjs'
import { filesWith } from './traces.mjs'

export const tests = [
  {
    name: 'a password kept in the system keychain opens the connection after a restart and is in no file',
    needsEngine: true,
    run: async ({ open, after, assert, engine }) => {
      const registry = await openRegistry()
      after(registry.close)
      const home = newHome()
      const keyring = await openKeyring(home)
      after(keyring.close)
      const options = { home, registry: registry.url, secrets: 'system', env: keyring.env }

      const first = await open(options)
      await chooseDatabase(first)
      await fillForm(first, engine)
      await first.page.click('button', 'Save')
      await first.page.find('option', /Window walk/)
      assert.deepEqual(await first.quit(), { code: 0, left: [] })

      const second = await open(options)
      await second.page.click('button', 'Edit…')
      await second.page.reads('A stored password is never shown again.')
      await second.desktop.shot(second.page, 'keyring-stored')
      await second.page.click('button', 'Save & Connect')
      await openIndex(second, engine)
      assert.deepEqual(await second.quit(), { code: 0, left: [] })
      assert.deepEqual(filesWith(home, engine.user, engine.password), [])
    },
  },
  {
    name: 'without a credential store the user is asked, and the password is kept for this run only',
    needsEngine: true,
    run: async ({ open, after, assert, engine }) => {
      const registry = await openRegistry()
      after(registry.close)
      const home = newHome()
      const options = { home, registry: registry.url, secrets: 'system' }
      const first = await open(options)
      await chooseDatabase(first)
      await fillForm(first, engine)
      await first.page.click('button', 'Save & Connect')
      await first.page.find('heading', 'No credential store was found')
      await first.desktop.shot(first.page, 'keyring-none')
      await first.page.click('button', 'Keep for This Run')
      await openIndex(first, engine)
      assert.deepEqual(await first.quit(), { code: 0, left: [] })
      assert.deepEqual(filesWith(home, engine.user, engine.password), [])

      const second = await open(options)
      await second.page.click('button', /^Connect/)
      await second.page.reads('Enter the password: it is not stored.')
      await second.desktop.shot(second.page, 'keyring-forgotten')
      assert.deepEqual(await second.quit(), { code: 0, left: [] })
    },
  },
]

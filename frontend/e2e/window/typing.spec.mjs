// SPEC: APP-20
import { openRegistry } from './servers.mjs'
import { openSample } from './steps.mjs'
import { until } from './until.mjs'

/** What the editor of a cell holds, null while none is open. */
const edited = (page) => page.run(() => document.querySelector('.qg-editcell textarea')?.value)

export const tests = [
  {
    name: 'a cell is edited by keys and by what an input method composes of several',
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url })
      const { page, desktop } = app
      await openSample(app, true)
      await page.click('gridcell', /^title, .*, row 2$/)
      await desktop.key('a')
      await desktop.key('b')
      await until('the editor has both letters', async () => (await edited(page)) === 'ab')
      await desktop.key('Return')
      await page.find('gridcell', /^title, ab, row 2, edited/)
      await desktop.key('dead_acute')
      await desktop.key('e')
      await until(
        'the editor has the composed letter',
        async () => (await edited(page)) === 'é',
        () => edited(page),
      )
      await desktop.shot(page, 'composed')
      await desktop.key('t')
      await desktop.key('Return')
      await page.find('gridcell', /^title, ét, row 3, edited/)
      await desktop.key('ctrl+z')
      await desktop.key('ctrl+z')
      await page.find('gridcell', /^title, .*, row 2$/)
      assert.equal(await edited(page), null, 'no editor is left open')
    },
  },
]

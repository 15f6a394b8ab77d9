// SPEC: APP-17, APP-20
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHome } from './app.mjs'
import { openRegistry } from './servers.mjs'
import { openSample } from './steps.mjs'
import { until } from './until.mjs'

/** The text of a cell's editor, null while none is open. */
const edited = (page) => page.run(() => document.querySelector('.qg-editcell textarea')?.value)

/** The heights of the grid's rows and head, and whether the first head is aligned with its cells. */
const drawn = (page) =>
  page.run(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect()
    const [head, cell] = [box('.qg-th[data-column="1"]'), box('.qg-row .qg-cell[aria-colindex="3"]')]
    return [box('.qg-row').height, box('.qg-head').height, head.left === cell.left && head.right === cell.right].join()
  })

export const tests = [
  {
    name: 'the keys of the text size draw everything larger and smaller, and are kept',
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const home = newHome()
      const app = await open({ home, registry: registry.url })
      const { page, desktop } = app
      await openSample(app, true)
      await page.click('gridcell', /^title, .*, row 2$/)
      const becomes = (wanted) =>
        until(
          wanted,
          async () => (await drawn(page)) === wanted,
          () => drawn(page),
        )
      await becomes('24,28,true')
      await desktop.key('ctrl+equal')
      await becomes('26,31,true')
      await desktop.key('ctrl+KP_Add')
      await becomes('30,35,true')
      await desktop.key('ctrl+plus')
      await becomes('36,42,true')
      await desktop.shot(page, 'text-150')
      for (let i = 0; i < 5; i++) await desktop.key('ctrl+minus')
      await becomes('19,22,true')
      await desktop.shot(page, 'text-80')
      await desktop.key('ctrl+0')
      await becomes('24,28,true')
      await desktop.key('ctrl+minus')
      await becomes('22,25,true')
      const settings = JSON.parse(readFileSync(join(app.profile, 'settings.json'), 'utf8'))
      assert.equal(settings.textSize, 90)
    },
  },
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

// SPEC: APP-20
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { folder } from './app.mjs'
import { openRegistry } from './servers.mjs'
import { chooseDatabase, fillForm } from './steps.mjs'

/** The text of the clipboard, as another application gets it. */
function clipboard() {
  const { status, stdout } = spawnSync(join(folder, 'clipboard'), {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: 30_000,
  })
  return status === 0 ? stdout : ''
}

/** A 5 MB text whose lines all differ. */
function longText() {
  const lines = []
  for (let length = 0; length < 5e6; length += lines.at(-1).length + 1)
    lines.push(`line ${lines.length}: ${'äbc '.repeat(24)}`)
  return lines.join('\n')
}

export const tests = [
  {
    name: 'a value of 5 MB arrives whole in the clipboard, and small values after it',
    needsEngine: true,
    run: async ({ open, after, assert, engine }) => {
      const registry = await openRegistry()
      after(registry.close)
      const text = longText()
      const index = `${engine.index}-long`
      const mappings = { properties: { text: { type: 'text' }, word: { type: 'keyword' } } }
      await engine.ask('PUT', `/${index}`, JSON.stringify({ settings: { number_of_replicas: 0 }, mappings }))
      after(() => engine.ask('DELETE', `/${index}`))
      await engine.ask('PUT', `/${index}/_doc/1?refresh=true`, JSON.stringify({ text, word: 'short' }))

      const app = await open({ registry: registry.url })
      const { page, desktop } = app
      await chooseDatabase(app)
      await fillForm(app, engine)
      await page.click('button', 'Save & Connect')
      await page.click('treeitem', new RegExp(`^${index}, index`))
      await page.click('gridcell', /^text, /)
      await desktop.key('ctrl+c')
      await page.reads('1 cell copied')
      const copied = clipboard()
      assert.equal(copied.length, text.length)
      assert.ok(copied === text, 'every character is the same')

      await page.click('gridcell', /^word, /)
      await desktop.key('ctrl+c')
      await page.reads('1 cell copied')
      assert.equal(clipboard(), 'short')
    },
  },
]

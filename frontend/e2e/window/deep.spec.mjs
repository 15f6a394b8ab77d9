// SPEC: A-BRO-11, A-BRO-13, A-BRO-15, A-SRT-04, APP-14
import { fill, idOf, levelOf } from '../deep-index.mjs'
import { drag, goToPage, searches, showColumn, sortBy } from './deep.mjs'
import { openRegistry } from './servers.mjs'
import { chooseDatabase, fillForm, rowsFrom } from './steps.mjs'
import { until } from './until.mjs'

const documents = 60_000
const size = 1000

/** Opens the large index in a new window. */
async function openDeep({ open, after, engine }) {
  const index = `window-deep-${process.pid}`
  after(() => engine.ask('DELETE', `/${index}?ignore_unavailable=true`))
  await fill((...request) => engine.ask(...request), index, documents)
  const registry = await openRegistry()
  after(registry.close)
  const app = await open({ registry: registry.url })
  await chooseDatabase(app)
  await fillForm(app, engine)
  await app.page.click('button', 'Save & Connect')
  await app.page.click('treeitem', new RegExp(`^${index}, index`))
  await app.page.reads('of 60,000')
  await rowsFrom(app.page, (first) => first === 1)
  return { app, index }
}

export const tests = [
  {
    name: 'the scroll bar is dragged far through the pages: nothing is read until it is let go',
    needsEngine: true,
    run: async (stage) => {
      const { assert, engine } = stage
      const { app, index } = await openDeep(stage)
      const before = await searches(engine, index)
      await drag(app, 0.6, size, async (held) => {
        assert.ok(held.length > 15 && held.every((row) => !row.cells._id))
        await app.desktop.shot(app.page, 'deep-held')
        assert.equal((await searches(engine, index)).run, before.run)
      })
      const rows = await rowsFrom(app.page, (first) => first > 10_000)
      const page = await app.page.run(() => document.querySelector('[data-part=page]').value)
      assert.equal(page, String(Math.floor((rows[0].number - 1) / size) + 1))
      await app.desktop.shot(app.page, 'deep-dragged')
    },
  },
  {
    name: 'far rows are gone to in an order with ties and missing values, and a closed tab leaves nothing open',
    needsEngine: true,
    run: async (stage) => {
      const { assert, engine } = stage
      const { app, index } = await openDeep(stage)
      const { page, desktop } = app
      await showColumn(app, 'serial')
      await sortBy(app, 'serial')
      await goToPage(app, 31, size)
      const rows = await rowsFrom(page, (first) => first === 30_001)
      for (const row of rows) assert.equal(row.cells._id, idOf(row.number - 1))

      await sortBy(app, 'level')
      await page.click('gridcell', /^_id, .*row 1(,|$)/)
      await desktop.key('ctrl+End')
      const last = await rowsFrom(page, (_, end) => end === documents)
      for (const row of last) assert.equal(levelOf(Number(row.cells._id.slice(1))), '', row.cells._id)
      await desktop.key('ctrl+Home')
      await rowsFrom(page, (first) => first === 1)
      assert.ok((await searches(engine, index)).open > 0)

      await desktop.key('ctrl+w')
      await until('nothing is left open on the engine', async () => (await searches(engine, index)).open === 0)
    },
  },
  {
    name: 'the snapshot ends while a far row is in sight: it is said, and one goes on from there',
    needsEngine: true,
    run: async (stage) => {
      const { assert, engine } = stage
      const { app, index } = await openDeep(stage)
      const { page, desktop } = app
      await goToPage(app, 31, size)
      await engine.ask('POST', `/${index}/_close`)
      await engine.ask('POST', `/${index}/_open?wait_for_active_shards=1`)
      await engine.ask('GET', `/_cluster/health/${index}?wait_for_status=green&timeout=30s`)
      await goToPage(app, 41, size)
      await page.reads('The snapshot has ended on the server. From here on, rows come from a new one.')
      await desktop.shot(page, 'deep-ended')
      await desktop.key('alt+Page_Down')
      const rows = await rowsFrom(page, (first) => first === 41_001)
      assert.ok(rows.length > 15)
    },
  },
]

// SPEC: APP-01, CON-02, CON-03, CON-07, CON-08, CON-09, CON-17, PLG-03, A-BRO-01, A-BRO-03, A-BRO-06, A-BRO-11, A-SRT-01
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences } from './exact.mjs'
import { openRegistry } from './servers.mjs'
import { chooseDatabase, fillForm, openIndex, rowsFrom } from './steps.mjs'
import { filesWith, holds } from './traces.mjs'
import { until } from './until.mjs'

const left = ['amount', 'at', 'open', 'serial', 'reader.age']
const right = ['reader.name', 'parts']

/** Compares visible rows with what the engine returns for their ids. */
async function checkRows(assert, engine, rows, columns) {
  for (const row of rows) {
    assert.deepEqual(differences(row.cells, await engine.source(row.cells._id), columns), [])
  }
}

export const tests = [
  {
    name: 'from an empty window to the rows of a real engine, scrolled, sorted and exact, and to an ended process',
    needsEngine: true,
    run: async ({ open, after, assert, engine }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url })
      const { page, desktop } = app
      const picture = (name) => desktop.shot(page, `walk-${name}`)
      await page.reads('No connections yet')
      await picture('1-empty')

      await chooseDatabase(app, (name) => picture(name === 'choose' ? '2-choose' : '3-offer'))
      assert.deepEqual(
        ['index.json', 'index.json.sig'].filter((name) => !registry.fetched.includes(name)),
        [],
      )
      assert.equal(registry.fetched.filter((name) => name.endsWith('.qdrv')).length, 1)
      assert.ok(existsSync(join(app.profile, 'drivers', 'elasticsearch')))

      await fillForm(app, engine, 'not the password')
      await page.click('button', 'Test Connection')
      await page.reads('Authentication failed:')
      await picture('4-form-refused')
      await page.fill('Password', engine.password)
      await page.click('button', 'Test Connection')
      await page.reads('Connected. ')
      await picture('5-form-tested')
      await page.click('button', 'Save & Connect')
      await page.find('treeitem', new RegExp(`^${engine.index}, index, 3,000 documents`))
      await picture('6-sidebar')

      await openIndex(app, engine)
      await page.reads('of 3,000')
      await picture('7-rows')
      await checkRows(assert, engine, await rowsFrom(page, (first) => first === 1), left)

      await desktop.point(page, await page.find('gridcell', /^at, .*, row 9,?/))
      desktop.wheel(12)
      await checkRows(assert, engine, await rowsFrom(page, (first) => first > 5 && first < 200), left)
      desktop.wheel(-20)
      await rowsFrom(page, (first) => first === 1)
      desktop.wheel(600)
      const deep = await rowsFrom(page, (first) => first > 1000)
      await picture('8-wheel')
      await checkRows(assert, engine, deep, left)

      await page.click('gridcell', new RegExp(`^at, .*, row ${deep[5].number.toLocaleString('en-GB')}$`))
      await desktop.key('ctrl+End')
      const last = await rowsFrom(page, (_, end) => end === engine.documents)
      await picture('9-end')
      await checkRows(assert, engine, last, right)
      await desktop.key('ctrl+Home')
      await rowsFrom(page, (first) => first === 1)
      await desktop.key('Page_Down')
      await desktop.key('Page_Down')
      await rowsFrom(page, (first) => first > 25 && first < 100)

      for (const order of ['asc', 'desc']) {
        await page.click('columnheader', /^serial, long/)
        await page.find('columnheader', new RegExp(`^serial, long, sorted ${order}ending`))
        const ids = await engine.first(15, `serial:${order}`)
        const sorted = await until(`the rows are in the order ${order}`, async () => {
          const rows = await rowsFrom(page, (first) => first === 1)
          return rows.slice(0, 15).every((row, i) => row.cells._id === ids[i]) && rows
        })
        await checkRows(assert, engine, sorted, left)
      }
      await picture('10-sorted')
      await engine.addOne()
      await desktop.key('ctrl+r')
      await page.reads('of 3,001')

      assert.ok(!holds(app.commandLine(), engine.user, engine.password))
      const stored = await page.run(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
      assert.ok(!holds(stored, engine.user, engine.password))
      const ending = await app.quit()
      assert.deepEqual(ending, { code: 0, left: [] })
      assert.deepEqual(readdirSync(app.profile).sort(), [
        '.locks',
        'WebKit',
        'connections.json',
        'drivers',
        'registry-seen.json',
        'registry.json',
        'tabs.json',
        'window.json',
      ])
      assert.ok(holds(readFileSync(join(app.profile, 'connections.json')), '', engine.user))
      assert.deepEqual(filesWith(app.home, engine.user, engine.password), [])
      assert.ok(!holds(app.log, engine.user, engine.password))
    },
  },
]

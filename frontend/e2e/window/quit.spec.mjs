// SPEC: APP-03
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHome } from './app.mjs'
import { openRegistry, openSampleEngine } from './servers.mjs'
import { chooseDatabase, fillForm } from './steps.mjs'
import { until } from './until.mjs'
import { keys } from './webdriver.mjs'

const edited = /, 77, row 1, edited/

/** A window with a writable connection, and a number typed into a cell whose editor is still open. */
async function typing({ open, after, home = newHome() }) {
  const registry = await openRegistry()
  after(registry.close)
  const sample = await openSampleEngine()
  after(sample.close)
  const app = await open({ home, registry: registry.url })
  const { page } = app
  await chooseDatabase(app)
  await fillForm(app, { url: new URL(sample.url), user: 'ada', password: 'lovelace' })
  await page.click('button', 'Save & Connect')
  await page.click('treeitem', /^books/)
  await page.click('gridcell', /^(title|pages|price|isbn), .*, row 1$/)
  await page.press('7')
  await page.find('textbox', /^(title|pages|price|isbn) of /)
  await page.press('7')
  return { app, sample, registry }
}

export const tests = [
  {
    name: 'quitting asks before edits are lost, keeps them, or discards them',
    run: async ({ open, after, assert }) => {
      const { app } = await typing({ open, after })
      const { page, desktop } = app
      const question = '1 staged change in books is not saved'
      await desktop.key('ctrl+q')
      await page.find('alertdialog', question)
      await desktop.shot(page, 'quit-question')
      await page.press(keys.Escape)
      await page.readsNoMore(question)
      await page.find('gridcell', edited)
      const ended = app.quit()
      await page.clickToClose('button', 'Discard and Quit')
      assert.deepEqual(await ended, { code: 0, left: [] })
    },
  },
  {
    name: 'what is staged survives a crash of the page, and of the process: it is offered, restored and saved',
    run: async ({ open, after, assert }) => {
      const home = newHome()
      const { app, sample, registry } = await typing({ open, after, home })
      await app.page.press(keys.Enter)
      await app.page.find('gridcell', edited)
      const file = join(home, 'profile', 'unsaved.json')
      await until('the edit is stored', () => existsSync(file) && readFileSync(file, 'utf8').includes('77'))
      const dead = await app.webProcess()
      process.kill(dead.pid, 'SIGKILL')
      await until('there is another web process', async () => (await app.webProcess()).pid !== dead.pid)
      await app.enter()
      await app.page.click('option', /^Window walk/)
      await app.desktop.key('Return')
      await app.page.find('gridcell', edited) // without asking: the window is the same
      await app.kill()
      const { page, desktop } = await open({ home, registry: registry.url })
      await page.click('option', /^Window walk/)
      await desktop.key('Return')
      await page.click('button', 'Edit Connection…') // its password was in memory
      await page.click('button', /^Replace/)
      await page.fill('Password', 'lovelace')
      await page.click('button', 'Save & Connect')
      await page.reads('1 unsaved change from')
      await desktop.shot(page, 'unsaved-offered')
      await page.click('button', 'Restore')
      await page.find('gridcell', edited)
      await desktop.key('ctrl+s')
      await page.reads('Saved 1 change')
      const { origin } = new URL(sample.url)
      const headers = { authorization: `Basic ${btoa('ada:lovelace')}` }
      const found = await fetch(`${origin}/books/_search?q=77`, { headers })
      assert.match(await found.text(), /"77"|:77[,}]/)
      await until('nothing is stored any more', () => !existsSync(file))
    },
  },
  {
    name: 'quitting asks about a connection that was filled in and not saved',
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url })
      const { page, desktop } = app
      await chooseDatabase(app)
      await page.fill('Name', 'Shop')
      const question = 'Discard what you filled in for Shop?'
      await desktop.key('ctrl+q')
      await page.find('alertdialog', question)
      await desktop.shot(page, 'quit-form')
      await page.press(keys.Escape)
      await page.readsNoMore(question)
      await page.find('textbox', 'Name')
      const ended = app.quit()
      await page.clickToClose('button', 'Discard and Quit')
      assert.deepEqual(await ended, { code: 0, left: [] })
    },
  },
  {
    name: 'a page that hangs does not keep the window from quitting',
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url })
      const web = await app.webProcess()
      process.kill(web.pid, 'SIGSTOP')
      const ended = app.quit()
      await until('the application has ended', () => !existsSync(`/proc/${web.parent}`))
      process.kill(web.pid, 'SIGCONT')
      assert.deepEqual(await ended, { code: 0, left: [] })
    },
  },
  {
    name: 'a toolkit that hangs does not keep the process from ending',
    hangs: true,
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url, env: { QUARRY_HANG: '1' } })
      assert.deepEqual(await app.quit(), { code: 0, left: [] })
      assert.match(app.log, /Quarry did not end in time/)
    },
  },
  {
    name: 'the end of the session quits without a question, also with edits that were not saved',
    run: async ({ open, after, assert }) => {
      const { app } = await typing({ open, after })
      await app.page.press(keys.Enter)
      await app.page.find('gridcell', edited)
      const ended = app.ended()
      app.terminate()
      assert.deepEqual(await ended, { code: 0, left: [] })
    },
  },
]

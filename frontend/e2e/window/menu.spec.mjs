// SPEC: APP-01, APP-13
import { openRegistry, openSampleEngine } from './servers.mjs'
import { choose, chooseDatabase, fillForm, menus, openSample } from './steps.mjs'
import { until } from './until.mjs'
import { keys } from './webdriver.mjs'

const { file, edit, view, database, help } = menus

export const tests = [
  {
    name: 'the menus and their keys do in the page what they say',
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url })
      const { page, desktop } = app
      const found = (text) => until(`the search is "${text}"`, async () => (await search(page)) === text)

      await choose(desktop, file, 1)
      await page.find('heading', 'Choose a Database')
      await page.press(keys.Escape)
      await page.readsNoMore('Choose a Database')

      await page.fill('Search connections', 'some words')
      await choose(desktop, edit, 7)
      await choose(desktop, edit, 3)
      await found('')
      await choose(desktop, edit, 6)
      await choose(desktop, edit, 6)
      await found('some wordssome words')
      await page.fill('Search connections', '')

      await openSample(app, true)
      await choose(desktop, view, 1)
      await page.readsNoMore('Indices whose names begin with a dot')
      await desktop.key('ctrl+b')
      await page.reads('Indices whose names begin with a dot')
      await page.click('gridcell', /^_id, book-0003/)
      await choose(desktop, edit, 4)
      const small = desktop.size()
      await desktop.key('F11')
      await until('the window fills the screen', () => desktop.size().width > small.width)
      await desktop.shot(page, 'menu-full-screen')
      await desktop.key('F11')
      await until('the window is as before', () => desktop.size().width === small.width)
      await desktop.key('ctrl+w')
      await page.reads('No index is open')
      await choose(desktop, database, 6) // the items of rows above it are dimmed
      await page.find('heading', 'Connections')
      await page.click('textbox', 'Search connections')
      await choose(desktop, edit, 6)
      await found('book-0003')

      await choose(desktop, help, 1)
      await page.find('dialog', 'Keyboard Shortcuts')
      await page.reads('Filter Sidebar')
      await page.press(keys.Escape)
      await page.readsNoMore('Filter Sidebar')
      await choose(desktop, help, 2)
      await page.find('dialog', 'About Quarry')
      await page.press(keys.Escape)
      await page.readsNoMore('Third-party notices')
      const ended = app.ended()
      await desktop.key('ctrl+q')
      assert.deepEqual(await ended, { code: 0, left: [] })
    },
  },
  {
    name: 'rows are pasted into with the key and the menu, added and deleted, and undone from the menu',
    run: async ({ open, after }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url })
      const { page, desktop } = app

      await openSample(app, true)
      await page.click('gridcell', /^title, .*row 1$/)
      await desktop.key('ctrl+c')
      await page.click('gridcell', /^title, .*row 2$/)
      await desktop.key('ctrl+v')
      await page.reads('1 change to save')
      await page.click('gridcell', /^title, .*row 3$/)
      await choose(desktop, edit, 6)
      await page.reads('2 changes to save')
      await choose(desktop, edit, 8)
      await page.reads('3 changes to save')
      await page.click('gridcell', /^title, .*row 4$/)
      await desktop.key('Delete')
      await page.reads('4 changes to save')
      await desktop.shot(page, 'menu-staged')
      await choose(desktop, edit, 1)
      await page.reads('3 changes to save')
    },
  },
  {
    name: 'the menus hold the commands of the rows, and dim what nothing can carry out',
    run: async ({ open, after }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url })
      const { page, desktop } = app

      await choose(desktop, file, 6, 0, 'menu-file')
      await page.find('dialog', 'Settings')
      await page.press(keys.Escape)
      await desktop.key('ctrl+shift+t')
      await page.reads('Open a connection first.')
      await desktop.shot(page, 'menu-why')
      await choose(desktop, edit, 8)
      await until('the search has the focus', async () => (await page.focused()).name === 'Search connections')

      await openSample(app, true)
      await page.run(() => document.querySelector('[role=treeitem][aria-label^=books]').focus())
      await desktop.key('shift+F10')
      await page.find('menuitem', 'Show Structure')
      await page.press(keys.Escape)
      await choose(desktop, view, 2, 0, 'menu-view')
      await until('the inspector is there', () => inspected(page))
      await desktop.key('alt+Return')
      await until('the inspector is away', async () => !(await inspected(page)))
      await choose(desktop, view, 9)
      await page.find('textbox', 'Find a column')
      await page.press(keys.Escape)
      await choose(desktop, view, 7)
      await page.find('textbox', 'Filter fields')
      await desktop.key('ctrl+shift+f')
      await page.reads('Switch to Data to use this command.')
      await desktop.key('alt+1')
      await page.find('gridcell', /^_id, book-0001/)
      await choose(desktop, view, 17, 3, 'menu-appearance')
      await until('the window is dark', () => page.run(() => document.documentElement.dataset.theme === 'dark'))
      await until('the menu bar is dark', () => desktop.brightness(400, 10, 'menu-dark') < 0.4)
      await choose(desktop, database, 6, 3, 'menu-refresh-every')
      await page.find('button', 'Auto-refresh: every 30 s')
      await choose(desktop, database, 6, 5)
      await page.find('button', 'Auto-refresh: off')

      await choose(desktop, database, 7)
      await page.reads('Collecting data…')
      await page.click('button', 'Refresh Now')
      await until('the curves are drawn', () =>
        page.run(() => document.querySelectorAll('[role=img] canvas').length === 2),
      )
      await desktop.shot(page, 'menu-dashboard')
      await desktop.key('ctrl+w')

      await page.click('gridcell', /^_id, book-0003/)
      await choose(desktop, edit, 5, 2, 'menu-copy-as')
      await desktop.key('ctrl+f')
      await page.find('textbox', 'Find in loaded rows')
      await choose(desktop, edit, 6)
      await until('the copied line is searched for', () =>
        page.run(() => document.querySelector('[data-part=find-bar] input').value.includes('book-0003')),
      )
      await page.press(keys.Escape)

      await desktop.key('ctrl+w')
      await page.reads('No index is open')
      await desktop.key('ctrl+shift+t')
      await page.find('gridcell', /^_id, book-0001/)
      await desktop.key('ctrl+shift+o')
      await page.find('dialog', 'Open by Name')
      await desktop.key('ctrl+r')
      await page.reads('Close the open dialog first.')
      await page.press(keys.Escape)
      await choose(desktop, file, 3)
      await page.find('heading', 'Connections')
    },
  },
  {
    name: 'Enter connects at once where a form has closed, and where the menu bar disconnected',
    run: async ({ open, after }) => {
      const registry = await openRegistry()
      after(registry.close)
      const sample = await openSampleEngine()
      after(sample.close)
      const app = await open({ registry: registry.url })
      const { page, desktop } = app
      await chooseDatabase(app)
      await fillForm(app, { url: new URL(sample.url), user: 'ada', password: 'lovelace' })
      await desktop.key('ctrl+s')
      for (const leave of [() => undefined, () => choose(desktop, database, 6)]) {
        await leave()
        await page.find('option', /^Window walk/)
        await desktop.key('Return')
        await page.find('treeitem', /^books/)
      }
    },
  },
]

const search = (page) => page.run(() => document.querySelector('[aria-label="Search connections"]').value)
const inspected = (page) => page.run(() => document.querySelector('[data-part=side-pane]') !== null)

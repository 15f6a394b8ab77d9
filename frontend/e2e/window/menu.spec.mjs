// SPEC: APP-01, APP-13
import { openRegistry } from './servers.mjs'
import { openSample } from './steps.mjs'
import { until } from './until.mjs'
import { keys } from './webdriver.mjs'

/** Chooses from the menu bar with the keys: the menu's place in the bar and the item's place in the menu, from 1. */
async function choose(desktop, menu, item) {
  await desktop.key('F10')
  for (let i = 1; i < menu; i++) await desktop.key('Right')
  for (let i = 0; i < item; i++) await desktop.key('Down')
  await desktop.key('Return')
}

const [file, edit, view, database, help] = [1, 2, 3, 4, 5]

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
      await choose(desktop, edit, 4)
      await choose(desktop, edit, 1)
      await found('')
      await choose(desktop, edit, 3)
      await choose(desktop, edit, 3)
      await found('some wordssome words')
      await page.fill('Search connections', '')

      await openSample(app, true)
      await choose(desktop, view, 1)
      await page.readsNoMore('Indices whose name begins with a dot')
      await desktop.key('ctrl+b')
      await page.reads('Indices whose name begins with a dot')
      await page.click('gridcell', /^_id, book-0003/)
      await choose(desktop, edit, 2)
      const small = desktop.size()
      await desktop.key('F11')
      await until('the window fills the screen', () => desktop.size().width > small.width)
      await desktop.shot(page, 'menu-full-screen')
      await desktop.key('F11')
      await until('the window is as before', () => desktop.size().width === small.width)
      await desktop.key('ctrl+w')
      await page.reads('No index is open')
      await choose(desktop, database, 3)
      await page.find('heading', 'Connections')
      await page.click('textbox', 'Search connections')
      await choose(desktop, edit, 3)
      await found('book-0003')

      await choose(desktop, help, 1)
      await desktop.answerDialog('About Quarry', 'Return')
      const ended = app.ended()
      await desktop.key('ctrl+q')
      assert.deepEqual(await ended, { code: 0, left: [] })
    },
  },
]

const search = (page) => page.run(() => document.querySelector('[aria-label="Search connections"]').value)

// What a user does in the window, step by step; each step ends when the window shows its result.
import { until } from './until.mjs'

/** The places of the menus in the bar. */
export const menus = { file: 1, edit: 2, view: 3, database: 4, console: 5, help: 6 }

/**
 * Chooses from the menu bar by keyboard: the positions of the menu, of the item and of the submenu's item, all from 1.
 * Saves a screenshot of the menu before the last key.
 */
export async function choose(desktop, menu, item, sub = 0, picture = '') {
  await desktop.key('F10')
  for (let i = 1; i < menu; i++) await desktop.key('Right')
  for (let i = 0; i < item; i++) await desktop.key('Down')
  if (sub > 0) await desktop.key('Right')
  for (let i = 1; i < sub; i++) await desktop.key('Down')
  if (picture !== '') desktop.screen(picture)
  await desktop.key('Return')
}

/** From any screen to the form of a new connection; downloads and installs the driver first. */
export async function chooseDatabase(app, picture = () => undefined) {
  await app.desktop.key('ctrl+n')
  await app.page.find('heading', 'Choose a Database')
  await app.page.click('option', /Elasticsearch/)
  await picture('choose')
  await app.page.click('button', 'Continue')
  await app.page.reads('driver is not installed')
  await picture('offer')
  await app.page.click('button', 'Install')
  await app.page.find('heading', 'New Connection')
}

/** Fills in the form for the engine. */
export async function fillForm(app, engine, password = engine.password) {
  await app.page.fill('Name', 'Window walk')
  await app.page.fill('Host', engine.url.hostname)
  await app.page.fill('Port', engine.url.port)
  await app.page.fill('Username', engine.user)
  await app.page.fill('Password', password)
}

/** Opens the engine's index from the sidebar. */
export async function openIndex(app, engine) {
  await app.page.click('treeitem', new RegExp(`^${engine.index}, index`))
  await app.page.find('gridcell', /^_id, /)
}

/** Opens the sample data and shows its books; installs the driver first if it is missing. */
export async function openSample(app, installs = false) {
  await app.page.click('button', 'Try with Sample Data')
  if (installs) await app.page.click('button', 'Install')
  await app.page.click('treeitem', /^books/)
  await app.page.find('gridcell', /^_id, book-0001/)
}

/** The visible rows from top to bottom: each with its number and its cells' texts by column. */
export function seenRows(page) {
  return page.run(() => {
    const heads = new Map()
    for (const head of document.querySelectorAll('[role=columnheader]')) {
      heads.set(head.getAttribute('aria-colindex'), head.querySelector('.qg-title')?.textContent ?? '')
    }
    const grid = document.querySelector('[role=grid]').getBoundingClientRect()
    const drawn = (e) => e.checkVisibility({ visibilityProperty: true })
    const seen = [...document.querySelectorAll('[role=row]:not([aria-rowindex="1"])')].filter((row) => {
      const { top, height } = row.getBoundingClientRect()
      return drawn(row) && top >= grid.top + height && top + height <= grid.bottom
    })
    const rows = seen.map((row) => {
      const cells = [...row.querySelectorAll('[role=gridcell]')].filter(drawn)
      const texts = cells.map((cell) => [heads.get(cell.getAttribute('aria-colindex')), cell.textContent])
      return { number: Number(row.getAttribute('aria-rowindex')) - 1, cells: Object.fromEntries(texts) }
    })
    return rows.sort((a, b) => a.number - b.number)
  })
}

/** Waits until the rows are at rest, all visible ones have their values, and the first and last are as expected. */
export function rowsFrom(page, wanted) {
  let rows = []
  return until(
    'the rows are there',
    async () => {
      const before = rows[0]?.number
      rows = await seenRows(page)
      const rest = rows.length > 15 && rows[0].number === before && rows.every((row) => row.cells._id)
      return rest && wanted(rows[0].number, rows.at(-1).number) && rows
    },
    () => JSON.stringify(rows.slice(0, 2)),
  )
}

// What a user does and sees, in words that the tests share.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// A row of the sidebar is named in words, in which its figures stand apart from each other.
const exceptions = { 'label-content-name-mismatch': { enabled: false } }

// What keeps the focus inside of a menu is hidden from a screen reader and can take the focus for a moment.
const guards = '[data-base-ui-focus-guard]'

/** The faults that axe finds on the page, by the rules that are given or by all. */
export async function faults(page, only = []) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const found = await page.evaluate(
    ([rules, exclude, runOnly]) => {
      // A menu or a tooltip is over the page, outside of its landmarks.
      const overPage = document.querySelector('[role=menu], [role=tooltip]:not([hidden])')
        ? { region: { enabled: false } }
        : {}
      const options = { resultTypes: ['violations'], rules: { ...rules, ...overPage } }
      if (runOnly.length > 0) Object.assign(options, { runOnly, rules: {} })
      return window.axe.run({ exclude: [exclude] }, options)
    },
    [exceptions, guards, only],
  )
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target} ${n.failureSummary}`).join(' | ')}`)
}

/** Chooses how the window is drawn, 'light' or 'dark', and waits until it is and the menu has gone. */
export async function chooseLook(page, theme) {
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: theme, exact: false }).click()
  await page.locator(`html[data-theme=${theme}]`).waitFor()
  await page.getByRole('menuitemradio').first().waitFor({ state: 'detached' })
}

/** Fills in a new form up to its first page: the driver is installed where it is offered. */
export async function newForm(page, title) {
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByRole('option', { name: title }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const install = page.getByRole('button', { name: 'Install', exact: true })
  await install.or(page.getByLabel('Host')).first().waitFor()
  if (await install.isVisible()) await install.click()
  await page.getByLabel('Host').waitFor()
}

/** Presses Test Connection and gives what is said: the tone and the text of its parts. */
export async function testConnection(page) {
  await page.getByRole('button', { name: 'Test Connection' }).click()
  const note = page.locator('.connform .note')
  await note.waitFor()
  const said = note.locator('.sel-text')
  const hint = said.locator('> .t2')
  const hints = await hint.allTextContents()
  const whole = await said.textContent()
  return {
    failed: (await note.getAttribute('role')) === 'alert',
    message: hints.length > 0 ? whole.slice(0, whole.length - hints.join('').length) : whole,
    hint: hints.join('\n'),
  }
}

/** The fields of a saved connection to a URL, with the method that the secrets need. */
export function draft(name, url, auth, more = {}) {
  const { hostname, port } = new URL(url)
  const { secrets = {}, ...fields } = auth
  const values = { host: hostname, port, ...fields, ...more }
  return {
    id: '',
    name,
    driver: 'elasticsearch',
    colour: 'grey',
    fields: Object.entries(values).map(([id, value]) => ({ id, value })),
    secrets: Object.entries(secrets).map(([id, value]) => ({ id, value, replace: true })),
    keepForThisRun: false,
  }
}

/** The credentials of a corner of an engine. */
export const keyOf = ({ key }) => (key === '' ? { auth: 'none' } : { auth: 'apiKey', secrets: { apiKey: key } })

/** Saves a connection, opens the page on it and connects as a user does. */
export async function connect({ page, app }, saved) {
  await app.call('Connections.Save', { call: '', draft: saved })
  await page.goto(app.url)
  await page.getByRole('option', { name: saved.name }).dblclick()
  await page.getByRole('button', { name: 'Refresh' }).waitFor()
}

/** Opens an index from the sidebar in a tab that stays, and waits until its rows are on the screen. */
export async function openIndex(page, name) {
  await page.getByRole('treeitem', { name: new RegExp(`^${name},`) }).dblclick()
  await page.getByRole('grid', { name, exact: true }).waitFor()
  await settled(page)
}

/** The text of the status bar. */
export const status = (page) => page.locator('.status').textContent()

/**
 * Waits until nothing that is in sight is still awaited: every place shows a row, and none is a skeleton. The cell that has
 * the keyboard is kept wherever it stands, and counts only where it is seen.
 */
export async function settled(page) {
  await page.waitForFunction(() => {
    const grid = document.querySelector('[role=grid]')
    if (!grid || grid.getAttribute('aria-busy') === 'true') return false
    const { top, bottom } = grid.getBoundingClientRect()
    const inSight = (cell) => {
      const box = cell.getBoundingClientRect()
      return box.bottom > top && box.top < bottom && getComputedStyle(cell).visibility !== 'hidden'
    }
    const cells = [...grid.querySelectorAll('[role=gridcell]')].filter(inSight)
    return cells.length > 0 && cells.every((cell) => !cell.classList.contains('wait'))
  })
}

/** The row numbers in sight from top to bottom, 0 for a place where a row should be and none is drawn. */
export function rowsInSight(page) {
  return page.evaluate(() => {
    const grid = document.querySelector('[role=grid]').getBoundingClientRect()
    const head = document.querySelector('[role=columnheader]').getBoundingClientRect()
    const found = new Set()
    for (let y = head.bottom + 4; y < grid.bottom; y += 12) {
      const row = document.elementFromPoint(grid.left + 10, y)?.closest('[role=row]')
      found.add(row ? Number(row.getAttribute('aria-rowindex')) - 1 : 0)
    }
    return [...found]
  })
}

/** The cells in sight: row from 1, column's name, the text that is drawn, and the classes. */
export function cellsInSight(page) {
  return page.evaluate(() => {
    const shown = (one) => getComputedStyle(one).visibility !== 'hidden'
    const names = new Map()
    for (const head of document.querySelectorAll('[role=columnheader]')) {
      const title = head.querySelector('.qg-title')
      if (title && shown(head)) names.set(head.getAttribute('aria-colindex'), title.textContent)
    }
    const cells = []
    for (const cell of document.querySelectorAll('[role=gridcell]')) {
      const row = cell.closest('[role=row]')
      const column = names.get(cell.getAttribute('aria-colindex'))
      if (column === undefined || !shown(cell) || !shown(row)) continue
      cells.push({
        row: Number(row.getAttribute('aria-rowindex')) - 1,
        column,
        text: cell.textContent,
        look: cell.className.split(' '),
      })
    }
    return cells
  })
}

/** The texts of one column of the rows in sight, from the top. */
export async function columnInSight(page, column) {
  const cells = (await cellsInSight(page)).filter((cell) => cell.column === column)
  return cells.sort((a, b) => a.row - b.row).map((cell) => cell.text)
}

/** Gives the grid the focus at its first cell. */
export async function focusGrid(page) {
  await page.locator('[role=gridcell][tabindex="0"]').focus()
  await page.keyboard.press('Control+Home')
}

/** Presses the keys that copy and gives what lies in the clipboard then. */
export const copied = (page, keys) => copiedBy(page, () => page.keyboard.press(keys))

/** Does what copies and gives what lies in the clipboard then: whole values can have to be read before. */
export async function copiedBy(page, act) {
  const nothing = 'nothing was copied'
  await page.evaluate((text) => navigator.clipboard.writeText(text), nothing)
  await act()
  return page.evaluate(async (before) => {
    for (let tries = 0; tries < 500; tries += 1) {
      const text = await navigator.clipboard.readText()
      if (text !== before) return text
      await new Promise((next) => setTimeout(next, 20))
    }
    throw new Error('nothing was copied')
  }, nothing)
}

/** A regular expression that finds a text and nothing else. */
export const literally = (text) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))

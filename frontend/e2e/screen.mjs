// What a user does and sees: functions that the tests share.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// A sidebar row's accessible name is words, with its figures separated.
const exceptions = { 'label-content-name-mismatch': { enabled: false } }

// The focus guards of a menu are hidden from screen readers and can have the focus for a moment.
const guards = '[data-base-ui-focus-guard]'

/** The faults that axe finds on the page, with the given rules or all. */
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

/** Chooses the theme, 'light' or 'dark', and waits until it is applied and the menu has closed. */
export async function chooseLook(page, theme) {
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: theme, exact: false }).click()
  await page.locator(`html[data-theme=${theme}]`).waitFor()
  await page.getByRole('menuitemradio').first().waitFor({ state: 'detached' })
}

/** Opens a new form and fills in its first page; installs the driver if offered. */
export async function newForm(page, title) {
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByRole('option', { name: title }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const install = page.getByRole('button', { name: 'Install', exact: true })
  await install.or(page.getByLabel('Host')).first().waitFor()
  if (await install.isVisible()) await install.click()
  await page.getByLabel('Host').waitFor()
}

/** Presses Test Connection and returns the message: its tone and the text of its parts. */
export async function testConnection(page) {
  await page.getByRole('button', { name: 'Test Connection' }).click()
  const note = page.locator('[data-part=form-frame] [data-part=notice]')
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

/** The fields of a saved connection to a URL, with the authentication method of its secrets. */
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

/** Opens an index from the sidebar in a permanent tab, and waits until its rows are visible. */
export async function openIndex(page, name) {
  await page.getByRole('treeitem', { name: new RegExp(`^${name},`) }).dblclick()
  await page.getByRole('grid', { name, exact: true }).waitFor()
  await settled(page)
}

/** The text of the status bar. */
export const status = (page) => page.locator('[data-part=status]').textContent()

/**
 * Waits until everything visible is loaded: every position shows a row, and none is a skeleton. The focused cell is
 * kept wherever it is, and counts only if it is visible.
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

/** The visible row numbers from top to bottom, 0 for a position whose row is not drawn. */
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

/** The visible cells: row from 1, column name, drawn text, and classes. */
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

/** The texts of one column in the visible rows, from the top. */
export async function columnInSight(page, column) {
  const cells = (await cellsInSight(page)).filter((cell) => cell.column === column)
  return cells.sort((a, b) => a.row - b.row).map((cell) => cell.text)
}

/** Focuses the first cell of the grid. */
export async function focusGrid(page) {
  await page.locator('[role=gridcell][tabindex="0"]').focus()
  await page.keyboard.press('Control+Home')
}

/** Presses the copy keys and returns the content of the clipboard. */
export const copied = (page, keys) => copiedBy(page, () => page.keyboard.press(keys))

/** Runs a function that copies, and returns the content of the clipboard: whole values may have to be loaded first. */
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

/** A regular expression that matches exactly a text. */
export const literally = (text) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))

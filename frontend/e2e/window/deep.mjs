// What a user does in an index far longer than a screen, step by step. Each step returns the milliseconds from the
// input to the frame in which every row in sight has its values.
import { seenRows } from './steps.mjs'
import { until } from './until.mjs'

/** The key that ends typing, as WebDriver names it. */
const enter = '\uE007'

/**
 * Starts watching for rows: the page records when the input arrived and when every visible row has its values, with the
 * first row number from `from` to `to`.
 */
async function watch(page, from, to) {
  await page.run(
    (least, most) => {
      const watched = { begun: 0, took: 0 }
      window.watched = watched
      const input = ['keydown', 'pointerup', 'wheel', 'click']
      const note = (event) => {
        if (event.type !== 'keydown' || !['Control', 'Alt'].includes(event.key)) watched.begun = performance.now()
      }
      for (const name of input) window.addEventListener(name, note, true)
      const look = () => {
        if (window.watched !== watched) return
        const grid = document.querySelector('[role=grid]')
        const box = grid?.getBoundingClientRect()
        const rows = [...(grid?.querySelectorAll('[role=row]:not([aria-rowindex="1"])') ?? [])].filter((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return row.style.visibility !== 'hidden' && top >= box.top + 28 && bottom <= box.bottom
        })
        const numbers = rows.map((row) => Number(row.getAttribute('aria-rowindex')) - 1)
        const there = rows.length > 15 && rows.every((row) => row.querySelector('[role=gridcell]').textContent !== '')
        const first = Math.min(...numbers)
        if (watched.begun > 0 && there && first >= least && first <= most) {
          watched.took = performance.now() - watched.begun
          for (const name of input) window.removeEventListener(name, note, true)
        } else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    from,
    to,
  )
}

/** Waits for the watched rows and returns how long they took. */
const watched = (page) => until('the rows are there', () => page.run(() => window.watched.took))

/** Does something that makes rows visible, with the first row number from `from` to `to`. */
export async function timed(page, from, to, act) {
  await watch(page, from, to)
  await act()
  return watched(page)
}

/** Goes to a page by its number in the status bar. */
export async function goToPage({ page }, number, size) {
  const first = (number - 1) * size + 1
  await page.fill(/^Page of /, String(number))
  return timed(page, first, first, () => page.press(enter))
}

/** The grid's vertical scroll bar: the point at a fraction of its length. */
async function spotOf(page, part) {
  const { right, top, height } = await page.run(() => {
    const { right, top, height } = document.querySelector('[role=grid]').getBoundingClientRect()
    return { right, top, height }
  })
  return { x: right - 5, y: top + 20 + (height - 40) * part }
}

/**
 * Drags the scroll bar from the top to a fraction of its length and releases it; before that, `held` is called with the
 * visible rows.
 */
export async function drag({ page, desktop }, part, size, held) {
  await desktop.move(page, await spotOf(page, 0))
  await page.drawn()
  desktop.hold()
  try {
    for (let step = 1; step <= 12; step += 1) {
      await desktop.move(page, await spotOf(page, (part * step) / 12))
      await page.drawn()
    }
    const rows = await seenRows(page)
    await held(rows)
    await watch(page, rows[0].number - size, rows[0].number + size)
  } finally {
    desktop.letGo()
  }
  return watched(page)
}

/** Scrolls to a column through the column list, which shows the first match of the typed text. */
export async function showColumn({ page }, name) {
  await page.click('button', 'Columns')
  await page.fill('Find a column', name)
  await page.click('button', new RegExp(`^${name} `))
  await page.find('columnheader', new RegExp(`^${name},`))
}

/** Sorts by a visible column; `title` is the complete beginning of its head's name. */
export async function sortBy({ page }, title, order = 'ascending') {
  await page.click('columnheader', new RegExp(`^${title},`))
  await page.find('columnheader', new RegExp(`^${title},.*sorted ${order}`))
}

/** How many searches the engine has run on an index, and how many search contexts are open. */
export async function searches(engine, index) {
  const stats = JSON.parse(await engine.ask('GET', `/${index}/_stats/search`))._all.total.search
  return { run: stats.query_total, open: stats.open_contexts }
}

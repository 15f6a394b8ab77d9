// SPEC: APP-02

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { photograph, test } from './fixtures.mjs'
import { openBrowser } from './harness.mjs'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const million = 'rows=1000000&columns=30'
const wide = 'rows=1000&columns=500'

/** Opens the demo page and waits until its first cell is drawn. */
async function openDemo({ browser, url }, query, work, size = { width: 1040, height: 520 }) {
  const context = await browser.newContext({ viewport: size, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(error.message))
  try {
    await page.goto(`${url}/bench/demo.html?${query}`, { timeout: 60_000 }) // the first one has every source transformed
    await page.waitForFunction(() => document.querySelectorAll('[role=columnheader]').length > 5)
    await work(page)
    if (errors.length > 0) throw new Error(`the page failed: ${errors.join('; ')}`)
  } finally {
    await context.close()
  }
}

/** The focused element: its role, position and name. */
const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const row = Number(at.closest('[role=row]')?.getAttribute('aria-rowindex'))
    const column = Number(at.getAttribute('aria-colindex'))
    return { role: at.getAttribute('role'), row, column, name: at.getAttribute('aria-label') }
  })

/** The focused cell's position in the window. */
const focusedBox = (page) =>
  page.evaluate(() => {
    const { top, bottom, left, right } = document.activeElement.getBoundingClientRect()
    return { top, bottom, left, right }
  })

/** Every fully visible row number, from top to bottom, read where the rows are drawn. */
const seenRows = (page) =>
  page.evaluate(() => {
    const found = []
    for (let y = 29; y < innerHeight - 30; y += 24) {
      const row = document.elementFromPoint(20, y)?.closest('[role=row]')
      found.push(Number(row?.getAttribute('aria-rowindex')))
    }
    return found
  })

const log = (page) => page.evaluate(() => window.demo.log)
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText())
const said = async (page, text) => page.waitForFunction((wanted) => window.demo.log.includes(`say ${wanted}`), text)
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focusGrid = (page) => page.evaluate(() => window.demo.grid.focus())
const settled = (page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.qg-cell[role=gridcell]')].every(
      (cell) => getComputedStyle(cell).visibility === 'hidden' || cell.hasAttribute('aria-label'),
    ),
  )

/** Exactly twenty rows fit, so that the very last rows are drawn at the same positions as the others. */
async function fitRows(page) {
  await page.evaluate(() => {
    const scroller = document.querySelector('.qg-scroll')
    const bar = scroller.offsetHeight - scroller.clientHeight
    document.getElementById('grid').style.cssText = `position: absolute; width: 1000px; height: ${28 + 20 * 24 + bar}px`
  })
  await page.waitForFunction(() => document.querySelector('.qg-scroll').clientHeight === 28 + 20 * 24)
}

/**
 * Draws rows at far positions, with and without horizontal scrolling, and compares each screenshot with that of near
 * rows.
 */
async function compareDepths(assert, page, what) {
  const devtools = await page.context().newCDPSession(page)
  // Row numbers and scroll bars differ, so the screenshot has only the pinned and scrolling cells. A fast one is as
  // exact.
  const picture = async (row) => {
    await page.evaluate((to) => window.demo.grid.scrollTo(to), row)
    await settled(page)
    const clip = await page.evaluate(() => {
      const { left } = document.querySelector('.qg-row .qg-cell').getBoundingClientRect()
      const { clientWidth, clientHeight } = document.querySelector('.qg-scroll')
      return { x: left, y: 28, width: clientWidth - left, height: clientHeight - 28, scale: 1 }
    })
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip })
    return data
  }
  for (const aside of [0, 137]) {
    await page.mouse.move(500, 300)
    await page.mouse.wheel(aside - (await page.evaluate(() => document.querySelector('.qg-scroll').scrollLeft)), 0)
    await page.waitForFunction((left) => Math.abs(document.querySelector('.qg-scroll').scrollLeft - left) < 1, aside)
    const near = await picture(40) // clear of the first row, which is selected
    await differingPx(page, near, true)
    for (const row of [46, 300_000, 699_060, 899_000, 1_200_000]) {
      const far = await picture(row)
      const differing = far === near ? 0 : await differingPx(page, far)
      assert.ok(differing < 0.0005, `${what}, ${aside} px aside: ${differing} of row ${row} is not drawn like row 40`)
    }
  }
}

/**
 * Which fraction of a screenshot differs from the first one, which the page keeps. Some letters always do, where the
 * browser's tiles meet; a lost line or an edge that is a px off is more than a thousandth.
 */
const differingPx = (page, picture, first = false) =>
  page.evaluate(
    async ({ picture, first }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context.drawImage(image, 0, 0)
      const px = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)
      if (first) window.near = px
      const { near } = window
      return near.length === px.length ? px.filter((colour, i) => colour !== near[i]).length / px.length : 1
    },
    { picture, first },
  )

async function violations(page) {
  await settled(page)
  await page.evaluate(axeSource)
  // A cell draws the beginning of a text that does not fit, which can end inside a word; its name has the whole text.
  const rules = { 'label-content-name-mismatch': { enabled: false } }
  const result = await page.evaluate((rules) => window.axe.run(document, { resultTypes: ['violations'], rules }), rules)
  return result.violations.map(
    (found) => `${found.id}: ${found.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
  )
}

// One worker serves the demo page for all of them.
test.describe.configure({ mode: 'default' })

test('a million rows and a thousand by five hundred are drawn with a few hundred cells', async ({ setting }) => {
  for (const query of [million, wide]) {
    await openDemo(setting, query, async (page) => {
      const cells = await page.locator('[role=gridcell]').count()
      setting.assert.ok(cells > 100 && cells < 600, `${cells} cells`)
    })
  }
})

test('axe finds nothing in light, dark, regular height, loading and empty grids', async ({ setting }) => {
  const views = {
    light: million,
    dark: `${million}&theme=dark`,
    regular: `${wide}&height=28`,
    loading: `${million}&loaded=8`,
    empty: 'rows=0&columns=30',
  }
  for (const [name, query] of Object.entries(views)) {
    await openDemo(setting, query, async (page) => {
      await focusGrid(page)
      await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Shift+ArrowDown')
      setting.assert.deepEqual(await violations(page), [], query)
      await photograph(page, `grid-page-${name}`)
    })
  }
})

test('the wheel draws in its own task: after each turn every place shows its row', async ({ setting }) => {
  for (const query of [million, 'rows=20000000&columns=12']) {
    await openDemo(setting, query, async (page) => {
      await page.mouse.move(400, 300)
      let last = 0
      for (const turn of [100, 400, 1500, 6000, 97001, -400, -60000]) {
        const before = await page.evaluate(() =>
          Number(document.elementFromPoint(20, 60).closest('[role=row]').getAttribute('aria-rowindex')),
        )
        await page.mouse.wheel(0, turn)
        await page.waitForFunction(
          (row) =>
            Number(document.elementFromPoint(20, 60)?.closest('[role=row]')?.getAttribute('aria-rowindex')) !== row,
          before,
        )
        const rows = await seenRows(page)
        for (let i = 1; i < rows.length; i++) setting.assert.ok(rows[i] - rows[i - 1] <= 1, `${query}: ${rows}`)
        setting.assert.equal(
          Math.sign(rows[0] - last) || Math.sign(turn),
          Math.sign(turn),
          `${query}: ${last} to ${rows[0]} by ${turn}`,
        )
        last = rows[0]
      }
    })
  }
})

test('under a scaled scroll bar the wheel leaves rows where they are drawn, and at rest the bar is at its place', async ({
  setting: { assert, ...setting },
}) => {
  await openDemo(setting, million, async (page) => {
    await page.evaluate(() => window.demo.grid.scrollTo(500_000))
    await settled(page)
    const turned = await page.evaluate(() => {
      const drawn = () =>
        new Map([...document.querySelectorAll('.qg-row')].map((row) => [row.ariaRowIndex, row.style.top]))
      const before = drawn()
      const notch = { deltaY: 96, bubbles: true, cancelable: true }
      for (let i = 0; i < 4; i++) document.querySelector('.qg-scroll').dispatchEvent(new WheelEvent('wheel', notch))
      const stayed = [...drawn()].filter(([row]) => before.has(row))
      return { stayed: stayed.length, moved: stayed.filter(([row, top]) => top !== before.get(row)).length }
    })
    assert.ok(turned.stayed > 4, `${turned.stayed} rows stayed`)
    assert.equal(turned.moved, 0)
    const rows = await seenRows(page)
    await page.waitForFunction(() => {
      const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.qg-scroll')
      const most = 24_000_000 - (clientHeight - 28)
      const at = scrollTop / (scrollHeight - clientHeight)
      return Math.abs(at - (12_000_000 + 384) / most) < 0.00001 // it was seven times as far off before it was at rest
    })
    assert.deepEqual(await seenRows(page), rows)
  })
})

test('one wheel event is drawn before it has been handled', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    const row = await page.evaluate(() => {
      const cell = document.elementFromPoint(400, 300)
      cell.dispatchEvent(new WheelEvent('wheel', { deltaY: 240000, bubbles: true, cancelable: true }))
      return document.elementFromPoint(20, 40)?.closest('[role=row]')?.getAttribute('aria-rowindex')
    })
    setting.assert.equal(row, '10002')
  })
})

test('turning the wheel with Shift scrolls sideways, and the first column stays', async ({ setting }) => {
  await openDemo(setting, wide, async (page) => {
    await page.mouse.move(400, 300)
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, 9000)
    await page.keyboard.up('Shift')
    await page.waitForFunction(
      () => Number(document.elementFromPoint(600, 100)?.closest('[role=gridcell]')?.getAttribute('aria-colindex')) > 60,
    )
    const first = await page.evaluate(() => document.elementFromPoint(80, 100).getAttribute('aria-colindex'))
    setting.assert.equal(first, '2')
    const columns = await page.evaluate(() => {
      const found = []
      for (let x = 150; x < 1000; x += 20)
        found.push(Number(document.elementFromPoint(x, 100)?.closest('[role=gridcell]')?.getAttribute('aria-colindex')))
      return found
    })
    setting.assert.ok(
      columns.every((column) => column > 60),
      `${columns}`,
    )
  })
})

test('every key of the grid moves the focus to the cell that it should', async ({ setting }) => {
  const steps = [
    ['ArrowDown', 3, 2],
    ['ArrowRight', 3, 3],
    ['End', 3, 31],
    ['Home', 3, 2],
    ['Control+End', 1000001, 31],
    ['Control+Home', 2, 2],
    ['Control+ArrowDown', 1000001, 2],
    ['Control+ArrowRight', 1000001, 31],
    ['Control+ArrowUp', 2, 31],
    ['Control+ArrowLeft', 2, 2],
    ['PageDown', 22, 2],
    ['PageUp', 2, 2],
    ['F2', 2, 2],
  ]
  await openDemo(setting, million, async (page) => {
    await focusGrid(page)
    for (const [key, row, column] of steps) {
      await page.keyboard.press(key)
      const at = await focused(page)
      setting.assert.deepEqual([key, at.role, at.row, at.column], [key, 'gridcell', row, column])
      const box = await focusedBox(page)
      setting.assert.ok(
        box.top >= 28 && box.bottom <= 520 && box.left >= 0 && box.right <= 1040,
        `${key}: ${JSON.stringify(box)}`,
      )
    }
    setting.assert.ok((await log(page)).includes('open 0 _id'))
  })
})

test('the last of twenty million rows can be reached and is whole, though the scroll bar is scaled', async ({
  setting,
}) => {
  await openDemo(setting, 'rows=20000000&columns=12', async (page) => {
    await focusGrid(page)
    await press(page, 'Control+End')
    const at = await focused(page)
    setting.assert.deepEqual([at.row, at.column], [20000001, 13])
    const box = await focusedBox(page)
    setting.assert.ok(box.bottom <= 520 && box.bottom > 480, JSON.stringify(box))
    await press(page, 'ArrowUp', 'ArrowUp')
    setting.assert.equal((await focused(page)).row, 19999999)
  })
})

// SPEC: APP-14
for (const scale of [1, 1.25, 1.5, 2, 3]) {
  test(`far rows of 1.2 million are drawn like the first ones, pixel by pixel, at a device scale of ${scale}`, async ({
    setting: { assert, url },
  }) => {
    const browser = await openBrowser({ deviceScale: scale, size: [1020, 680] }) // drawn px cost time
    try {
      const inBoth = async (page) => {
        await fitRows(page)
        for (const theme of ['light', 'dark']) {
          await page.evaluate((to) => {
            document.documentElement.dataset.theme = to
          }, theme)
          await compareDepths(assert, page, theme)
        }
      }
      await openDemo({ browser, url }, 'rows=1200000&columns=30&alike', inBoth, null)
    } finally {
      await browser.close()
    }
  })
}

test('the last row stays in sight when the device scale changes under the grid', async ({ setting }) => {
  await openDemo(setting, 'rows=1200000&columns=12', async (page) => {
    await focusGrid(page)
    await press(page, 'Control+End')
    const devtools = await page.context().newCDPSession(page)
    let width = 1040
    for (const deviceScaleFactor of [2, 1.5, 3, 1]) {
      width -= 1 // the browser reports a new scale only with a new size
      const screen = { width, height: 520, mobile: false, deviceScaleFactor }
      await devtools.send('Emulation.setDeviceMetricsOverride', screen)
      await page.waitForFunction((ratio) => {
        const height = document.querySelector('.qg-body').getBoundingClientRect().height * ratio
        return height <= 2 ** 22 && height > 2 ** 21
      }, deviceScaleFactor)
      const box = await focusedBox(page)
      setting.assert.ok(box.bottom <= 520 && box.bottom > 480, `${deviceScaleFactor}: ${JSON.stringify(box)}`)
    }
  })
})

test('a cell is named by column, value, row and state', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    await focusGrid(page)
    setting.assert.equal((await focused(page)).name, '_id, bk-10442, row 1, read-only')
    await press(page, 'ArrowDown', 'End', 'Home', ...Array(6).fill('ArrowRight'))
    setting.assert.equal((await focused(page)).name, 'price, 1.30, row 2, edited, was 18.50')
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight')
    setting.assert.match((await focused(page)).name, /^chapters, .*, row 3, cut, 48,213 characters$/)
  })
})

test('Up from the first row reaches the heads, which sort, explain and resize by keyboard', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    await focusGrid(page)
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp')
    const head = await focused(page)
    setting.assert.equal(head.role, 'columnheader')
    setting.assert.match(head.name, /^title, text, cannot be sorted: Text without a keyword subfield/)
    setting.assert.equal(
      await page.locator('[role=tooltip] [data-part=heading]').textContent(),
      'title cannot be sorted',
    )
    await press(page, 'Escape')
    setting.assert.equal(await page.locator('[role=tooltip]').isVisible(), false)
    await press(page, 'Enter', 'ArrowRight', 'Enter', 'Shift+Enter')
    setting.assert.equal((await focused(page)).name, 'published, date, sorted descending, first of 2')
    await press(page, 'ArrowRight', 'ArrowRight', 'Alt+ArrowRight', 'ArrowDown')
    setting.assert.deepEqual([(await focused(page)).role, (await focused(page)).column], ['gridcell', 8])
    const lines = (await log(page)).filter((line) => /^(sort|resize)/.test(line))
    setting.assert.deepEqual(lines, ['sort published false', 'sort published true', 'resize price 88'])
  })
})

test('the focus stays on its cell while the wheel takes it out of sight', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    await focusGrid(page)
    await press(page, 'ArrowDown', 'ArrowRight')
    await page.mouse.move(400, 300)
    await page.mouse.wheel(0, 500000)
    await page.waitForFunction(
      () => Number(document.elementFromPoint(20, 60)?.closest('[role=row]')?.getAttribute('aria-rowindex')) > 20000,
    )
    setting.assert.equal((await focused(page)).name, '_index, books, row 2, read-only')
    await press(page, 'ArrowDown')
    setting.assert.equal((await focused(page)).row, 4)
    const box = await focusedBox(page)
    setting.assert.ok(box.top >= 28 && box.bottom <= 520, JSON.stringify(box))
  })
})

test('dragging selects a range and scrolls on at the edge, the gutter selects rows', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    await page.mouse.move(300, 100)
    await page.mouse.down()
    await page.mouse.move(500, 200, { steps: 4 })
    await page.mouse.up()
    setting.assert.equal(
      (await log(page)).findLast((line) => line.startsWith('select')),
      'select 3,3 to 7,4',
    )
    setting.assert.equal(await page.locator('.qg-range:visible').count(), 1)
    await page.mouse.move(300, 100)
    await page.mouse.down()
    await page.mouse.move(300, 560, { steps: 3 })
    await page.waitForFunction(() => window.demo.grid.selection.range.bottom > 60)
    await page.mouse.up()
    await page.evaluate(() => window.demo.grid.scrollToRow(0))
    await page.mouse.click(20, 100)
    await page.keyboard.down('Shift')
    await page.mouse.click(20, 172)
    await page.keyboard.up('Shift')
    setting.assert.equal(
      (await log(page)).findLast((line) => line.startsWith('select')),
      'select 3,0 to 6,29',
    )
    setting.assert.equal((await page.locator('[role=gridcell][aria-selected=true]').count()) > 20, true)
  })
})

test('a cell that is partly out of sight is the one that is clicked, opened and given a menu', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    // Half a column sideways and half a row down: every edge cuts cells.
    await page.mouse.move(500, 300)
    await page.mouse.wheel(70, 4812)
    await page.waitForFunction(() => document.querySelector('.qg-scroll').scrollLeft === 70)
    const at = (x, y) =>
      page.evaluate(
        ([x, y]) => {
          const cell = document.elementFromPoint(x, y).closest('[role=gridcell]')
          const column = Number(cell.getAttribute('aria-colindex')) - 2
          return { row: Number(cell.closest('[role=row]').getAttribute('aria-rowindex')) - 2, column }
        },
        [x, y],
      )
    const edges = await page.evaluate(() => {
      const { left, top } = document.querySelector('.qg-scroll').getBoundingClientRect()
      const { clientWidth, clientHeight } = document.querySelector('.qg-scroll')
      const { children } = document.elementFromPoint(20, 200).closest('.qg-pin')
      const pinned = Math.max(...[...children].map((child) => child.getBoundingClientRect().right))
      return { left: pinned + 6, right: left + clientWidth - 6, top: top + 28 + 3, bottom: top + clientHeight - 3 }
    })
    const places = [
      [edges.left, 200],
      [edges.right, 200],
      [400, edges.top],
      [400, edges.bottom],
      [edges.right, edges.bottom],
    ]
    for (const [x, y] of places) {
      const pressed = await at(x, y)
      const where = `${JSON.stringify(pressed)} at ${x}, ${y}`
      const selected = () => page.evaluate(() => window.demo.grid.selection)
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x - 1, y - 1) // a hand is never perfectly still
      await page.mouse.up()
      setting.assert.deepEqual((await selected()).focus, pressed, where)
      setting.assert.equal((await selected()).range.left, (await selected()).range.right, where)
      await page.mouse.dblclick(x, y)
      setting.assert.deepEqual((await selected()).focus, pressed, `twice: ${where}`)
      const opened = (await log(page)).findLast((line) => line.startsWith('open'))
      const name = await page.evaluate((column) => window.demo.columns[column].id, pressed.column)
      setting.assert.equal(opened, `open ${pressed.row} ${name}`, where)
      await page.mouse.click(x, y, { button: 'right' })
      setting.assert.equal(
        (await log(page)).findLast((line) => line.startsWith('menu')),
        `menu ${pressed.row} ${pressed.column}`,
      )
    }
  })
})

test('a click right after the scroller was moved by others is on the cell that is seen there', async ({ setting }) => {
  await openDemo(setting, wide, async (page) => {
    const places = await page.evaluate(() => {
      const scroller = document.querySelector('.qg-scroll')
      return [0, 1, 2].map((turn) => {
        scroller.scrollTop += 241
        scroller.scrollLeft += 130
        // The scroll event arrives with the next frame, after the click.
        const [clientX, clientY] = [500, 200 + turn * 60]
        const cell = document.elementFromPoint(clientX, clientY).closest('[role=gridcell]')
        const row = Number(cell.closest('[role=row]').getAttribute('aria-rowindex')) - 2
        const id = window.demo.columns[Number(cell.getAttribute('aria-colindex')) - 2].id
        cell.dispatchEvent(new MouseEvent('dblclick', { clientX, clientY, bubbles: true }))
        return [window.demo.log.at(-1), `open ${row} ${id}`]
      })
    })
    for (const [opened, seen] of places) setting.assert.equal(opened, seen)
  })
})

test('rows that are apart are selected with Ctrl, extended with Shift, copied, and left by Escape', async ({
  setting,
}) => {
  await openDemo(setting, million, async (page) => {
    const row = (number) => 28 + (number - 1) * 24 + 12
    const marked = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.qg-row.sel')]
          .map((row) => Number(row.getAttribute('aria-rowindex')) - 1)
          .sort((a, b) => a - b),
      )
    await page.mouse.click(20, row(2))
    await page.keyboard.down('Control')
    await page.mouse.click(20, row(5))
    await page.mouse.click(20, row(9))
    await page.keyboard.up('Control')
    await page.keyboard.down('Shift')
    await page.mouse.click(20, row(10))
    await page.keyboard.up('Shift')
    setting.assert.deepEqual(await marked(), [2, 5, 9, 10])
    await page.keyboard.down('Control')
    await page.mouse.click(20, row(5))
    await page.keyboard.up('Control')
    setting.assert.deepEqual(await marked(), [2, 9, 10])
    await said(page, '3 rows selected')
    await press(page, 'Control+Shift+c')
    await said(page, '3 rows copied')
    const ids = JSON.parse(await clipboard(page)).map((record) => record._id)
    setting.assert.deepEqual(ids, ['bk-10449', 'bk-10498', 'bk-10505'])
    setting.assert.deepEqual(await violations(page), [])
    await photograph(page, 'grid-rows-apart')
    await press(page, 'Alt+ArrowDown', 'Alt+ArrowDown', 'Space')
    setting.assert.deepEqual(await marked(), [2, 7, 9, 10])
    await press(page, 'Escape')
    setting.assert.deepEqual(await marked(), [7])
  })
})

test('a range is copied as TSV and as JSON with exact numbers, and too much is refused', async ({ setting }) => {
  await openDemo(setting, `${million}&loaded=50`, async (page) => {
    await focusGrid(page)
    await press(page, ...Array(5).fill('ArrowRight'), 'Shift+ArrowRight', 'Shift+ArrowDown', 'Control+c')
    await said(page, '4 cells copied')
    setting.assert.equal(await clipboard(page), '120\t0.00\n157\t1.30')
    await press(page, 'Control+Shift+c')
    await page.waitForFunction(() => window.demo.log.filter((line) => line === 'say 4 cells copied').length === 2)
    setting.assert.equal(
      await clipboard(page),
      '[\n  {"pages": 120, "price": 0.00},\n  {"pages": 157, "price": 1.30}\n]',
    )
    await press(page, 'Control+a', 'Control+c')
    await said(page, 'Not copied: 30,000,000 cells selected, limit 100,000.')
  })
})

test('a copy that reaches rows not loaded loads them first', async ({ setting }) => {
  await openDemo(setting, `${million}&loaded=50`, async (page) => {
    await focusGrid(page)
    await press(page, 'Space', ...Array(4).fill('Shift+PageDown'), 'Control+c')
    await said(page, '81 rows copied, 16 values truncated')
    setting.assert.equal((await clipboard(page)).split('\n').length, 81)
  })
})

test('rows that are not loaded are skeletons, and the grid says that it is busy until they arrive', async ({
  setting,
}) => {
  await openDemo(setting, `${million}&loaded=5`, async (page) => {
    setting.assert.equal(await page.getAttribute('[role=grid]', 'aria-busy'), 'true')
    setting.assert.ok((await page.locator('.qg-cell.wait').count()) > 50)
    await page.evaluate(() => window.demo.load(1000000))
    setting.assert.equal(await page.getAttribute('[role=grid]', 'aria-busy'), 'false')
    setting.assert.equal(await page.locator('.qg-cell.wait').count(), 0)
    setting.assert.deepEqual(await page.evaluate(() => window.demo.prefetched[0]), 0)
  })
})

test('dragging the edge of a head resizes its column, and a double click fits it', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    const edge = async (title) => {
      const box = await page.locator(`[role=columnheader]:has(.qg-title:text-is("${title}"))`).boundingBox()
      return { x: box.x + box.width - 3, y: box.y + 14, width: box.width }
    }
    const before = await edge('title')
    await page.mouse.move(before.x, before.y)
    await page.mouse.down()
    await page.mouse.move(before.x + 60, before.y, { steps: 3 })
    await page.mouse.up()
    setting.assert.equal((await edge('title')).width, before.width + 60)
    setting.assert.ok((await log(page)).includes('resize title 210'))
    const wide = await edge('authors')
    await page.mouse.dblclick(wide.x, wide.y)
    setting.assert.ok((await edge('authors')).width > 500)
    const clipped = await page.evaluate(
      () =>
        [...document.querySelectorAll('[role=gridcell][aria-colindex="9"]')].filter(
          (cell) => cell.scrollWidth > cell.clientWidth,
        ).length,
    )
    setting.assert.equal(clipped, 0)
  })
})

test('Home and Ctrl+Home show the first columns beside the pinned ones', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    await focusGrid(page)
    for (const key of ['Home', 'Control+Home', 'Control+ArrowLeft']) {
      await press(page, 'End')
      await page.waitForFunction(() => document.querySelector('.qg-scroll').scrollLeft > 1000)
      await press(page, key)
      setting.assert.equal(await page.evaluate(() => document.querySelector('.qg-scroll').scrollLeft), 0, key)
      setting.assert.equal((await focused(page)).column, 2, key)
    }
  })
})

test('the line between two heads, and some px on either side of it, resize the column before it', async ({
  setting,
}) => {
  await openDemo(setting, million, async (page) => {
    const head = page.locator('[role=columnheader]:has(.qg-title:text-is("title"))')
    for (const beside of [-4, -1, 0, 2]) {
      const before = await head.boundingBox()
      const x = before.x + before.width + beside
      await page.mouse.move(x, before.y + 14)
      await page.mouse.down()
      await page.mouse.move(x + 20, before.y + 14, { steps: 3 })
      await page.mouse.up()
      setting.assert.equal((await head.boundingBox()).width, before.width + 20, `${beside} px from the line`)
    }
    setting.assert.equal((await log(page)).filter((line) => line.startsWith('sort')).length, 0)
  })
})

test('a head that is dragged to the edge scrolls the columns', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    const box = await page.locator('[role=columnheader]:has(.qg-title:text-is("price"))').boundingBox()
    await page.mouse.move(box.x + 20, box.y + 14)
    await page.mouse.down()
    await page.mouse.move(1030, box.y + 14, { steps: 5 })
    await page.waitForFunction(() => document.querySelector('.qg-scroll').scrollLeft > 300)
    await page.mouse.move(170, box.y + 14, { steps: 5 })
    await page.waitForFunction(() => document.querySelector('.qg-scroll').scrollLeft === 0)
    await page.keyboard.press('Escape')
    await page.mouse.up()
  })
})

test('the heads explain themselves after the pointer has rested, and clicking sorts', async ({ setting }) => {
  await openDemo(
    setting,
    million,
    async (page) => {
      await page.getByRole('columnheader', { name: /^bytes/ }).hover()
      await page.getByRole('tooltip').getByText('bytes has different types').waitFor()
      await page.getByRole('tooltip').hover()
      setting.assert.equal(await page.getByRole('tooltip').isVisible(), true)
      await page.getByRole('columnheader', { name: /^pages/ }).click({ modifiers: ['Shift'] })
      setting.assert.ok((await log(page)).includes('sort pages true'))
      await page.getByRole('columnheader', { name: /^title/ }).click()
      setting.assert.equal((await log(page)).filter((line) => line.startsWith('sort title')).length, 0)
    },
    { width: 1280, height: 520 },
  )
})

test('at rest rows and cells stand in the page in the order in which they are seen', async ({ setting }) => {
  await openDemo(setting, wide, async (page) => {
    await focusGrid(page)
    await page.mouse.move(400, 300)
    await page.mouse.wheel(700, 1300)
    await page.waitForFunction(
      () => Number(document.elementFromPoint(600, 100)?.closest('[role=gridcell]')?.getAttribute('aria-colindex')) > 8,
    )
    await settled(page)
    const order = await page.evaluate(() => {
      const shown = (list) => [...list].filter((one) => getComputedStyle(one).visibility !== 'hidden')
      const sorted = (list) => list.every((value, i) => i === 0 || list[i - 1] < value)
      const rows = shown(document.querySelectorAll('.qg-rows > [role=row]'))
      const index = (one, name) => Number(one.getAttribute(name))
      return {
        rows: sorted(rows.map((row) => index(row, 'aria-rowindex'))),
        cells: rows.every((row) =>
          sorted(shown(row.querySelectorAll('[role=gridcell]')).map((cell) => index(cell, 'aria-colindex'))),
        ),
      }
    })
    setting.assert.deepEqual(order, { rows: true, cells: true })
    setting.assert.equal((await focused(page)).row, 2)
  })
})

test('the menu is asked for by key and by pointer at the cell that it is about', async ({ setting }) => {
  await openDemo(setting, million, async (page) => {
    await focusGrid(page)
    await press(page, 'ArrowDown', 'Shift+F10')
    await page.mouse.click(300, 200, { button: 'right' })
    await page.mouse.click(20, 200, { button: 'right' })
    const lines = (await log(page)).filter((line) => line.startsWith('menu'))
    setting.assert.deepEqual(lines, ['menu 1 0', 'menu 7 3', 'menu 7 -1'])
  })
})

test('an editor lies exactly over its cell wherever the rows are scrolled to, pinned or not, and is accessible', async ({
  setting,
}) => {
  const boxes = (page) =>
    page.evaluate(() => {
      const { grid } = window.demo
      const { row, column } = grid.selection.focus
      const around = (element) => {
        const { top, left, width, height } = element
        return [top, left, width, height].map((at) => Math.round(at))
      }
      return {
        cell: around(grid.cellRect(row, column)),
        editor: around(grid.editorCell.getBoundingClientRect()),
      }
    })
  for (const query of [million, 'rows=20000000&columns=30']) {
    await openDemo(setting, query, async (page) => {
      await focusGrid(page)
      for (const column of [0, 4]) {
        await page.evaluate((at) => {
          const { grid } = window.demo
          grid.scrollToRow(700_000)
          grid.goTo(700_000, at)
          grid.openEditor()
          const input = grid.editorCell.appendChild(document.createElement('input'))
          input.setAttribute('aria-label', 'value')
          input.focus()
        }, column)
        const before = await boxes(page)
        setting.assert.deepEqual(before.editor, before.cell)
        await page.mouse.move(400, 300)
        await page.mouse.wheel(60, 48)
        await page.waitForFunction(
          (top) => Math.round(window.demo.grid.editorCell.getBoundingClientRect().top) !== top,
          before.editor[0],
        )
        const after = await boxes(page)
        setting.assert.deepEqual(after.editor, after.cell)
        setting.assert.equal(after.cell[1] === before.cell[1], column === 0)
        setting.assert.deepEqual(await violations(page), [])
        await page.keyboard.type('12')
        setting.assert.equal(await page.evaluate(() => document.activeElement.value), '12')
        await page.evaluate(() => {
          window.demo.grid.closeEditor()
          window.demo.grid.editorCell.replaceChildren()
        })
        setting.assert.equal((await focused(page)).row, 700_002)
      }
    })
  }
})

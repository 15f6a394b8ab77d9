// SPEC: APP-14
import { openDemo } from '../harness.mjs'
import { openRegistry } from './servers.mjs'

/** How many rows are compared, and the far rows that are drawn in the same position. */
const rows = 10
const far = [699_060, 899_000, 1_200_000]

/** Draws the rows from a position on, and returns what the grid shows of their cells. */
async function drawn(page, row) {
  await page.run((to) => window.demo.grid.scrollTo(to), row)
  await page.drawn()
  return page.picture('grid')
}

/**
 * Which fraction of a screenshot of the grid differs inside the cells from the first one, which the page keeps; scroll
 * bars overlap the edges of the cells.
 */
const differing = (page, picture, first = false) =>
  page.run(
    async (picture, first) => {
      const image = new Image()
      image.src = `data:image/png;base64,${picture}`
      await image.decode()
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: image.width, height: image.height })
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      const { left } = document
        .elementFromPoint(20, 60)
        .closest('.qg-row')
        .querySelector('.qg-cell')
        .getBoundingClientRect()
      const { clientWidth, clientHeight } = document.querySelector('.qg-scroll')
      const box = [left, 28, clientWidth - left - 12, clientHeight - 28 - 12]
      const px = context.getImageData(...box.map((at) => Math.round(at * devicePixelRatio)))
      const colours = new Uint32Array(px.data.buffer)
      if (first) window.near = colours
      return colours.filter((colour, i) => colour !== window.near[i]).length / colours.length
    },
    picture,
    first,
  )

/** Compares far rows with near ones in the grid of the page, in a theme. */
async function compare(page, theme, assert) {
  await page.run((theme) => {
    document.documentElement.dataset.theme = theme
  }, theme)
  for (const aside of [0, 137]) {
    await page.run((left) => {
      document.querySelector('.qg-scroll').scrollLeft = left
    }, aside)
    await differing(page, await drawn(page, 40), true)
    for (const row of far) {
      const part = await differing(page, await drawn(page, row))
      assert.ok(part < 0.0005, `${theme}, ${aside} px aside: ${part} of row ${row} is not drawn like row 40`)
    }
  }
}

export const tests = [
  {
    name: 'far rows of 1.2 million are drawn like the first ones in the window, at scales of 1, 2 and 3',
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const demo = await openDemo()
      after(demo.close)
      for (const scale of [1, 2, 3]) {
        const app = await open({ registry: registry.url, env: { GDK_SCALE: String(scale) } })
        const { page } = app
        await page.visit(`${demo.url}/bench/demo.html?rows=1200000&columns=30&alike`)
        await page.find('columnheader', /^title/)
        assert.equal(await page.run(() => devicePixelRatio), scale)
        await page.run((fit) => {
          const scroller = document.querySelector('.qg-scroll')
          const height = 28 + fit * 24 + scroller.offsetHeight - scroller.clientHeight
          document.getElementById('grid').style.cssText = `position: absolute; width: 560px; height: ${height}px`
        }, rows)
        for (const theme of ['light', 'dark']) await compare(page, theme, assert)
        await app.kill()
      }
    },
  },
]

// SPEC: APP-14
import { openDemo } from '../harness.mjs'
import { openRegistry } from './servers.mjs'

/** How many rows are compared, and the far ones that are drawn in their place. */
const rows = 10
const far = [699_060, 899_000, 1_200_000]

/** Draws the rows from a place on, and gives what the window shows of their cells. */
async function drawn(page, row) {
  await page.run((to) => window.demo.grid.scrollTo(to), row)
  await page.drawn()
  return page.picture()
}

/** Which part of two pictures of the page, from 0 to 1, differs within the cells; scroll bars lie over their edges. */
const differing = (page, one, other) =>
  page.run(
    async (pictures) => {
      const { left } = document
        .elementFromPoint(20, 60)
        .closest('.qg-row')
        .querySelector('.qg-cell')
        .getBoundingClientRect()
      const { clientWidth, clientHeight } = document.querySelector('.qg-scroll')
      const [one, other] = await Promise.all(
        pictures.map(async (picture) => {
          const image = new Image()
          image.src = `data:image/png;base64,${picture}`
          await image.decode()
          const canvas = document.createElement('canvas')
          Object.assign(canvas, { width: image.width, height: image.height })
          const context = canvas.getContext('2d')
          context.drawImage(image, 0, 0)
          const px = image.width / innerWidth
          const box = [left, 28, clientWidth - left - 12, clientHeight - 28 - 12].map((at) => Math.round(at * px))
          return new Uint32Array(context.getImageData(...box).data.buffer)
        }),
      )
      return one.filter((px, i) => px !== other[i]).length / one.length
    },
    [one, other],
  )

export const tests = [1, 2].map((scale) => ({
  name: `far rows of 1.2 million are drawn like the first ones in the window, at a scale of ${scale}`,
  run: async ({ open, after, assert }) => {
    const registry = await openRegistry()
    after(registry.close)
    const demo = await openDemo()
    after(demo.close)
    const { page } = await open({ registry: registry.url, env: { GDK_SCALE: String(scale) } })
    for (const theme of ['light', 'dark']) {
      await page.visit(`${demo.url}/src/grid/demo.html?rows=1200000&columns=30&alike&theme=${theme}`)
      await page.find('columnheader', /^title/)
      assert.equal(await page.run(() => devicePixelRatio), scale)
      await page.run((fit) => {
        const scroller = document.querySelector('.qg-scroll')
        const height = 28 + fit * 24 + scroller.offsetHeight - scroller.clientHeight
        document.getElementById('grid').style.cssText = `position: absolute; width: 560px; height: ${height}px`
      }, rows)
      for (const aside of [0, 137]) {
        await page.run((left) => {
          document.querySelector('.qg-scroll').scrollLeft = left
        }, aside)
        const near = await drawn(page, 40)
        for (const row of far) {
          const part = await differing(page, near, await drawn(page, row))
          assert.ok(part < 0.0005, `${theme}, ${aside} px aside: ${part} of row ${row} is not drawn like row 40`)
        }
      }
    }
  },
}))

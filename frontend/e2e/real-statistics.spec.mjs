// SPEC: APP-15
import { again, test } from './fixtures.mjs'
import { connect, copiedBy, draft, faults, focusGrid, keyOf, openIndex, settled } from './screen.mjs'

const mapping = `{"properties":{"genre":{"type":"keyword"},"sold":{"type":"long"},"published":{"type":"date"},
  "offers":{"type":"nested","properties":{"price":{"type":"double"}}}}}`
const documents = [...Array(40).keys()].map((i) => {
  const sold = 9007199254740993n + BigInt(i)
  const more =
    i % 4 === 0 ? '' : `,"published":"20${String(i % 20).padStart(2, '0')}-05-06","offers":[{"price":${i}.5},{}]`
  return { action: `{"_id":"${i}"}`, source: `{"genre":"genre ${i % 3}","sold":${sold}${more}}` }
})

const pane = (page, column) => page.getByRole('complementary', { name: `Statistics of ${column}` })

/** The figures in the pane, with their names and marks. */
const figuresOf = (page) =>
  page
    .getByRole('region', { name: 'Figures' })
    .evaluate((section) =>
      [...section.querySelectorAll('dt')].map((name) => `${name.textContent} ${name.nextElementSibling.textContent}`),
    )

for (const engineName of ['es8']) {
  const on = again[engineName]
  test.describe(engineName, () => {
    test.use({ engineName })

    test(`statistics of a column are shown, filtered by and left with the keyboard alone${on}`, async ({
      stage: t,
    }) => {
      const { page, assert, shot } = t
      const app = await t.openApp()
      const index = await t.corner.index('books', mapping, documents, { number_of_shards: 2 })
      await connect({ page, app }, draft('shelf', t.engine.url, keyOf(t.corner)))
      await openIndex(page, index)
      await settled(page)
      await focusGrid(page)
      for (const column of ['published', 'genre', 'sold']) {
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Control+Shift+U')
        await pane(page, column).getByRole('region', { name: 'Figures' }).waitFor()
        await shot(`statistics-${column}-light`)
        if (column !== 'sold') await page.keyboard.press('Escape')
      }
      const figures = await figuresOf(page)
      assert.deepEqual(figures.slice(1, 3), ['Min 9007199254740993', 'Max 9007199254741032'])
      assert.match(figures[0], /^Distinct (estimated)?40$/)
      assert.match(figures[3], /^Sum rounded3\.6/)
      await page.getByText('The values are too close together for a histogram').waitFor()
      assert.deepEqual(await faults(page), [])
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark'
      })
      await shot('statistics-sold-dark')
      assert.deepEqual(await faults(page), [])
      await page
        .getByRole('button', { name: /^Filter by This Value/ })
        .first()
        .press('Enter')
      await page.getByRole('img', { name: '1 of 1 documents have a value' }).waitFor()
      await page.getByText('All values are the same.').waitFor()
      await page.keyboard.press('Escape')
      await pane(page, 'sold').waitFor({ state: 'detached' })
      assert.equal(await page.evaluate(() => document.activeElement.closest('[role=grid]') !== null), true)
    })

    test(`the newest rows come first by one command, and selected cells are summed up exactly${on}`, async ({
      stage: t,
    }) => {
      const { page, assert, shot } = t
      const app = await t.openApp()
      const index = await t.corner.index('books', mapping, documents)
      await connect({ page, app }, draft('shelf', t.engine.url, keyOf(t.corner)))
      await openIndex(page, index)
      await settled(page)
      await page.getByRole('button', { name: 'Newest First' }).press('Enter')
      await page.getByText('sorted by published, newest first').waitFor()
      await settled(page)
      await focusGrid(page)
      for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight')
      for (const _ of [1, 2]) await page.keyboard.press('Shift+ArrowDown')
      const figures = page.getByRole('button', { name: /^Selection summary: Count 3, / })
      await figures.waitFor()
      const said = await figures.getAttribute('aria-label')
      assert.match(said, /Sum 270215977642230\d\d, Average 90071992547410\d\d/)
      assert.match(said, /Distinct 3$/)
      await figures.press('Enter')
      await page.getByRole('dialog', { name: 'Selection summary' }).waitFor()
      await shot('selection-figures')
      assert.deepEqual(await faults(page), [])
      assert.match(
        await copiedBy(page, () => page.getByRole('button', { name: 'Copy', exact: true }).press('Enter')),
        /^Count\t3\nSum\t2702/,
      )
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Newest First', pressed: true }).press('Enter')
      await page.getByText('sorted by published, newest first').waitFor({ state: 'detached' })
    })
  })
}

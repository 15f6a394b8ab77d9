// SPEC: APP-15
import { again, test } from './fixtures.mjs'
import { connect, draft, faults, focusGrid, keyOf, openIndex, settled } from './screen.mjs'

const mapping = `{"properties":{"genre":{"type":"keyword"},"sold":{"type":"long"},"published":{"type":"date"},
  "offers":{"type":"nested","properties":{"price":{"type":"double"}}}}}`
const documents = [...Array(40).keys()].map((i) => {
  const sold = 9007199254740993n + BigInt(i)
  const more =
    i % 4 === 0 ? '' : `,"published":"20${String(i % 20).padStart(2, '0')}-05-06","offers":[{"price":${i}.5},{}]`
  return { action: `{"_id":"${i}"}`, source: `{"genre":"genre ${i % 3}","sold":${sold}${more}}` }
})

const pane = (page, column) => page.getByRole('complementary', { name: `Statistics of ${column}` })

/** The figures of the pane, each with its name and marks. */
const figuresOf = (page) =>
  page
    .getByRole('region', { name: 'Figures' })
    .evaluate((section) =>
      [...section.querySelectorAll('dt')].map((name) => `${name.textContent} ${name.nextElementSibling.textContent}`),
    )

for (const engineName of ['es8']) {
  const { on, tag } = again[engineName]
  test.describe(engineName, { tag }, () => {
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
        .getByRole('button', { name: /^Filter with This Value/ })
        .first()
        .press('Enter')
      await page.getByRole('img', { name: '1 of 1 documents have a value' }).waitFor()
      await page.getByText('All values are the same.').waitFor()
      await page.keyboard.press('Escape')
      await pane(page, 'sold').waitFor({ state: 'detached' })
      assert.equal(await page.evaluate(() => document.activeElement.closest('[role=grid]') !== null), true)
    })
  })
}

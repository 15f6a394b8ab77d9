// Measures what saving costs the page, in a real browser on the sample data: node frontend/e2e/bench-saving.mjs <rounds>
// <rows>. A round stages rows one by one with the keyboard, saves them and undoes the save. Prints one JSON line for each
// round: {"save", "heap"}, the processor time of the save in the page in milliseconds, and after the round the bytes in
// the heap of the page.
import { installedProfile, openApp, openBrowser } from './harness.mjs'

const [rounds, rows] = process.argv.slice(2).map(Number)

const { folder, remove } = await installedProfile('elasticsearch')
const app = await openApp({ like: folder })
const browser = await openBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(60_000)
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).dblclick()
  await page.getByText('of 1,200').waitFor()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metric = async (wanted) =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === wanted).value
  const says = (text) =>
    page.getByRole('region', { name: 'Staged changes' }).getByRole('status').getByText(text).waitFor()
  for (let round = 0; round < rounds; round += 1) {
    await page.keyboard.press('Control+Home')
    await page.getByRole('gridcell', { name: /^title, .*row 1(,|$)/ }).click()
    for (let row = 0; row < rows; row += 1) {
      await page.keyboard.press(String.fromCharCode(97 + (round % 26)))
      await page.keyboard.press('Enter')
    }
    await says(`${rows} changes to save`)
    const before = await metric('TaskDuration')
    await page.keyboard.press('Control+s')
    await says(`Saved ${rows} changes`)
    const save = ((await metric('TaskDuration')) - before) * 1000
    await page.getByRole('button', { name: 'Undo Save…' }).click()
    await page.getByRole('button', { name: `Send ${rows} Requests` }).click()
    await page.getByText(`Undid ${rows} changes`).first().waitFor()
    await cdp.send('HeapProfiler.collectGarbage')
    const heap = (await cdp.send('Runtime.getHeapUsage')).usedSize
    console.log(JSON.stringify({ save, heap }))
  }
} finally {
  await browser.close()
  await app.close()
  remove()
}

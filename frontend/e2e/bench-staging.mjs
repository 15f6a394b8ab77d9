// Measures the time from a key to the screen while many rows are staged, and while none are, in a real browser on the
// sample data: node frontend/e2e/bench-staging.mjs <rounds>. A round types a letter into a cell, which opens its
// editor, and presses Enter, which stages it. Prints one JSON line for each number of staged rows: {"rows", "open",
// "commit"}, both in milliseconds from the key to the end of the frame that shows the result.
import { installedProfile, openApp, openBrowser } from './harness.mjs'

const rounds = Number(process.argv[2])
const warmUp = 3
const most = 1000

/** Presses a key and returns the milliseconds until a condition in the page is true and painted. */
async function press(page, key, holds, wanted) {
  await page.evaluate(
    ([test, argument]) => {
      const is = new Function('argument', `return ${test}`)
      window.taken = new Promise((done) => {
        const pressed = () => {
          const begin = performance.now()
          const look = () => {
            if (!is(argument)) return requestAnimationFrame(look)
            const painted = new MessageChannel()
            painted.port1.onmessage = () => done(performance.now() - begin)
            painted.port2.postMessage(null)
          }
          requestAnimationFrame(look)
        }
        window.addEventListener('keydown', pressed, { capture: true, once: true })
      })
    },
    [holds, wanted],
  )
  await page.keyboard.press(key)
  return page.evaluate(() => window.taken)
}

const editorOpen = 'document.querySelector(".qg-editor textarea")?.value === argument'
const staged =
  '!document.querySelector(".qg-editor") && [...document.querySelectorAll(".qg-cell.edited")].some((cell) => cell.textContent === argument)'

/** Types into one cell in every round. */
async function measure(page) {
  const taken = { open: [], commit: [] }
  for (let round = 0; round < warmUp + rounds; round += 1) {
    await page.getByRole('gridcell', { name: /^title, .*row 2(,|$)/ }).click()
    const letter = String.fromCharCode(97 + (round % 26))
    const open = await press(page, letter, editorOpen, letter)
    const commit = await press(page, 'Enter', staged, letter)
    if (round < warmUp) continue
    taken.open.push(open)
    taken.commit.push(commit)
  }
  return taken
}

const { folder, remove } = await installedProfile('elasticsearch')
const app = await openApp({ like: folder })
const browser = await openBrowser()
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page.setDefaultTimeout(30_000)
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).dblclick()
  await page.getByText('of 1,200').waitFor()
  console.log(JSON.stringify({ rows: 0, ...(await measure(page)) }))
  await page.getByRole('gridcell', { name: /^title, .*row 1(,|$)/ }).click()
  await page.keyboard.press('Control+a')
  await page.evaluate(() => navigator.clipboard.writeText('staged'))
  await page.keyboard.press('Control+v')
  await page.getByText('1,000 changes to save', { exact: true }).waitFor()
  console.log(JSON.stringify({ rows: most, ...(await measure(page)) }))
} finally {
  await browser.close()
  await app.close()
  remove()
}

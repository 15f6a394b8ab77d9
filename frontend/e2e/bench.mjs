// Measures how long it takes to show the first page of an index, on a real engine and in a real browser: node
// frontend/e2e/bench.mjs <engine's URL> <rounds> <index>... Prints one JSON line per index: {"object", "millis"}.
import { openApp, openBrowser } from './harness.mjs'

const [engine, rounds, ...objects] = process.argv.slice(2)
const { hostname, port } = new URL(engine)
const warmUp = 3

/** Saves a connection to the engine, as the form does. */
async function save(app) {
  const url = new URL(app.url)
  const fields = Object.entries({ host: hostname, port, auth: 'none', ssl: 'disabled' })
  const draft = {
    name: 'bench',
    driver: 'elasticsearch',
    fields: fields.map(([id, value]) => ({ id, value })),
    secrets: [],
  }
  const answer = await fetch(`${url.origin}/call/Connections.Save`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Quarry-Token': url.searchParams.get('token') },
    body: JSON.stringify([{ call: 'save', draft }]),
  })
  if (!answer.ok) throw new Error(`save the connection: ${await answer.text()}`)
}

/**
 * Clicks an object in the sidebar and returns the milliseconds from the click to the end of the frame that shows its
 * first rows.
 */
function open(page, object) {
  return page.evaluate(
    (name) =>
      new Promise((done) => {
        const shown = () => {
          const grid = document.querySelector('[role="grid"]')
          if (grid?.getAttribute('aria-label') !== name) return false
          const cells = [...grid.querySelectorAll('[role="gridcell"]')]
          return cells.length > 0 && cells[0].textContent !== ''
        }
        const entry = [...document.querySelectorAll('[role="treeitem"]')].find((e) =>
          e.querySelector(`[data-full="${name}"]`),
        )
        const begin = performance.now()
        const look = () => {
          if (!shown()) return requestAnimationFrame(look)
          const painted = new MessageChannel()
          painted.port1.onmessage = () => done(performance.now() - begin)
          painted.port2.postMessage(null)
        }
        requestAnimationFrame(look)
        entry.click()
      }),
    object,
  )
}

/** Closes the visible tab, so that the next click opens its object again. */
async function closeTab(page) {
  await page.locator('[data-on] button[data-tip=Close]').click()
  await page.locator('[role="grid"]').waitFor({ state: 'detached' })
}

const app = await openApp()
const browser = await openBrowser()
try {
  await save(app)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(30_000)
  await page.goto(app.url)
  await page.getByRole('option', { name: /bench/ }).dblclick()
  await page.getByRole('treeitem').first().waitFor()
  await page.locator('#sidebar-filter').fill('quarry-bench')
  const taken = Object.fromEntries(objects.map((object) => [object, []]))
  for (let round = 0; round < warmUp + Number(rounds); round += 1) {
    for (const object of objects) {
      const millis = await open(page, object)
      if (round >= warmUp) taken[object].push(millis)
      await closeTab(page)
    }
  }
  for (const object of objects) console.log(JSON.stringify({ object, millis: taken[object] }))
} finally {
  await browser.close()
  await app.close()
}

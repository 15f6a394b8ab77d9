// Measures how long a console takes to show the first rows of a response, on an engine whose searches return a long
// one: node frontend/e2e/bench-response.mjs <engine's URL> <rounds>. Prints one JSON line: {"millis", "host", "page"}:
// milliseconds from the key to the end of the frame with the rows, one per round, and how many bytes the host process
// (at its peak) and the page's heap grew.
import { readFileSync } from 'node:fs'
import { openApp, openBrowser } from './harness.mjs'

const [engine, rounds] = process.argv.slice(2)
const { hostname, port } = new URL(engine)
const warmUp = 1

/** Runs the editor's request and returns the milliseconds to the end of the frame that shows its first rows. */
function firstRows(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const before = document.querySelector('[aria-label="Response"] [role=grid]')
        const shown = () => {
          const grid = document.querySelector('[aria-label="Response"] [role=grid]')
          return grid !== null && grid !== before && grid.querySelector('[role=gridcell]')?.textContent
        }
        const begin = performance.now()
        const look = () => {
          if (!shown()) return requestAnimationFrame(look)
          const painted = new MessageChannel()
          painted.port1.onmessage = () => done(performance.now() - begin)
          painted.port2.postMessage(null)
        }
        requestAnimationFrame(look)
        const init = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
        document.querySelector('.cm-content').dispatchEvent(new KeyboardEvent('keydown', init))
      }),
  )
}

/** The peak memory of a process, in bytes (proc(5): VmHWM). */
function peak(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024
}

const app = await openApp()
const browser = await openBrowser()
try {
  const fields = Object.entries({ host: hostname, port, auth: 'none', ssl: 'disabled' })
  const draft = {
    name: 'bench',
    driver: 'elasticsearch',
    fields: fields.map(([id, value]) => ({ id, value })),
    secrets: [],
  }
  await app.call('Connections.Save', { call: 'save', draft })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(60_000)
  await page.goto(app.url)
  await page.getByRole('option', { name: /bench/ }).dblclick()
  await page.getByRole('button', { name: 'New Console' }).click()
  const editor = page.getByRole('textbox', { name: 'Console 1, request' })
  await editor.fill('GET bench/_search')
  const cdp = await page.context().newCDPSession(page)
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize
  }
  const before = { host: peak(app.pid), page: await heap() }
  const millis = []
  for (let round = 0; round < warmUp + Number(rounds); round += 1) millis.push(await firstRows(page))
  console.log(
    JSON.stringify({
      millis: millis.slice(warmUp),
      host: peak(app.pid) - before.host,
      page: (await heap()) - before.page,
    }),
  )
} finally {
  await browser.close()
  await app.close()
}

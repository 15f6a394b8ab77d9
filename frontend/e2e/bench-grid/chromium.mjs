// A page in Chromium, scrolled by wheel events that take the same path as those of a mouse.
import { openBrowser } from '../harness.mjs'

/** How far a wheel event scrolls, in px, and how many there are per second. */
const notch = 100
const rate = 60

/** Opens the page on a display. */
export async function openChromium(url, display) {
  const browser = await openBrowser({ display: display.name })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(url)
  const input = await page.context().newCDPSession(page)
  const processes = await browser.newBrowserCDPSession()
  return {
    run: (body) => page.evaluate(`(async () => {${body}})()`),
    wheel: (legs) => wheel(input, legs),
    cpu: () => rendererTime(processes),
    close: () => browser.close(),
  }
}

async function wheel(input, legs) {
  const at = { x: 640, y: 400 }
  await input.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at })
  const begun = performance.now()
  const sent = []
  for (const { right = 0, down = 0 } of legs) {
    const deltas = { deltaX: Math.sign(right) * notch, deltaY: Math.sign(down) * notch }
    for (let n = 0; n < Math.abs(right + down); n += 1) {
      const wait = begun + (sent.length * 1000) / rate - performance.now()
      await new Promise((done) => setTimeout(done, wait))
      sent.push(input.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, ...deltas }))
    }
  }
  await Promise.all(sent)
}

/** The processor time of all renderers, in seconds; the page is the only one. */
async function rendererTime(processes) {
  const { processInfo } = await processes.send('SystemInfo.getProcessInfo')
  return processInfo.filter((p) => p.type === 'renderer').reduce((sum, p) => sum + p.cpuTime, 0)
}

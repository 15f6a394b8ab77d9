// The suites of browser tests: where each runs, and what it needs.
import * as app from './app.spec.mjs'
import * as grid from './grid.spec.mjs'
import { openApp, openDemo } from './harness.mjs'

/** How long a test waits for what it expects on the page, in milliseconds. */
const patience = 20_000

async function newPage(context) {
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  return page
}

/** The grid's demo page, one for all tests; each opens its own page on it. */
async function onDemo({ browser, pictures }) {
  const { url, close } = await openDemo()
  return {
    run: (test, { assert }) => test.run({ browser, assert, url }),
    pictures: () => grid.takePictures({ browser, url }, pictures),
    close,
  }
}

/** The application, a fresh one for each test. */
async function onApp() {
  return {
    run: async (test, { assert, context, ends, shot }) => {
      const served = await openApp()
      ends.push(served.close)
      const page = await newPage(context)
      await page.goto(served.url)
      await test.run({ page, assert, shot: (name) => shot(page, name) })
    },
    close: async () => undefined,
  }
}

const nothing = () => ''

export const suites = [
  { tests: grid.tests, round: 1, lacking: nothing, open: onDemo },
  { tests: app.tests, round: 1, lacking: nothing, open: onApp },
]

// The suites of browser tests: where each runs, and what it needs.
import * as a11y from './a11y.spec.mjs'
import * as app from './app.spec.mjs'
import * as cells from './cells.spec.mjs'
import { lacking, openCorner, openEngine } from './engine.mjs'
import * as grid from './grid.spec.mjs'
import { installedProfile, openApp, openDemo } from './harness.mjs'
import * as keyboard from './keyboard.spec.mjs'
import * as library from './library.spec.mjs'
import { lackingOwn, openOwnEngine } from './own-engine.mjs'
import * as panes from './panes.spec.mjs'
import * as plugins from './plugins.spec.mjs'
import { openProxy } from './proxy.mjs'
import * as reader from './reader.spec.mjs'
import * as realCells from './real-cells.spec.mjs'
import * as connect from './real-connect.spec.mjs'
import * as drivers from './real-drivers.spec.mjs'
import * as faults from './real-faults.spec.mjs'
import * as restart from './real-restart.spec.mjs'
import * as scroll from './real-scroll.spec.mjs'
import * as structure from './real-structure.spec.mjs'
import * as tls from './real-tls.spec.mjs'
import * as values from './real-values.spec.mjs'
import * as wire from './real-wire.spec.mjs'
import { openRegistry, openVersions } from './registry.mjs'
import * as requests from './requests.spec.mjs'
import * as tabs from './tabs.spec.mjs'
import * as panel from './tls-panel.spec.mjs'
import { openServers } from './tls-servers.mjs'

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

/** The application, a fresh one for each test, beside servers with certificates of every fault. */
async function onServers() {
  const { close, ...given } = await openServers()
  return {
    run: async (test, { assert, context, ends, shot }) => {
      const app = await openApp()
      ends.push(app.close)
      const page = await newPage(context)
      await page.goto(app.url)
      await test.run({ page, assert, app, ...given, shot: (name) => shot(page, name) })
    },
    close,
  }
}

/** The application as a test opens it, with a profile in which drivers are installed. */
async function onProfiles() {
  const ready = await installedProfile('elasticsearch', 'typesense')
  return {
    run: async (test, { assert, context, ends, shot }) => {
      const page = await newPage(context)
      const broken = []
      page.on('pageerror', (error) => broken.push(error.message))
      const openOne = async () => {
        const app = await openApp({ like: ready.folder })
        ends.push(app.close)
        return app
      }
      await test.run({ page, assert, openApp: openOne, shot: (name) => shot(page, name) })
      assert.deepEqual(broken, [], 'the page failed')
    },
    close: async () => ready.remove(),
  }
}

/** The application as a walk through screens opens it, fresh or with drivers installed, and servers of certificates. */
async function onScreens() {
  const ready = await installedProfile('elasticsearch', 'typesense')
  return {
    run: async (test, { assert, context, ends, shot }) => {
      const page = await newPage(context)
      const ending = async (opening) => {
        const opened = await opening
        ends.push(opened.close)
        return opened
      }
      await test.run({
        page,
        assert,
        openApp: () => ending(openApp({ like: ready.folder })),
        openFresh: () => ending(openApp()),
        openServers: () => ending(openServers()),
        shot: (picture) => shot(page, picture),
      })
    },
    close: async () => ready.remove(),
  }
}

/** Two versions of a driver in registries of their own; a test starts applications on them as it needs them. */
async function onPlugins() {
  const versions = await openVersions()
  return {
    run: async (test, { assert, context, ends, shot }) => {
      const page = await newPage(context)
      const broken = []
      page.on('pageerror', (error) => broken.push(error.message))
      const ending = async (opening) => {
        const opened = await opening
        ends.push(opened.close)
        return opened
      }
      await test.run({
        page,
        assert,
        openRegistry: () => ending(openRegistry(versions)),
        openFresh: (registry) => ending(openApp({ registry })),
        shot: (picture) => shot(page, picture),
      })
      assert.deepEqual(broken, [], 'the page failed')
    },
    close: versions.close,
  }
}

/**
 * The application and a corner of a real engine. A test starts applications (with the driver installed, or fresh ones)
 * and proxies as it needs them; they end with it, and so do its indices. A page that fails on its own makes the test
 * fail.
 */
const onEngine = (name) => async () => {
  const engine = openEngine(name)
  const corner = await openCorner(engine)
  const ready = await installedProfile('elasticsearch')
  return {
    run: async (test, { assert, context, ends, shot }) => {
      const page = await newPage(context)
      const broken = []
      page.on('pageerror', (error) => broken.push(error.message))
      ends.push(corner.clear)
      const ending = async (opening) => {
        const opened = await opening
        ends.push(opened.close)
        return opened
      }
      await test.run({
        page,
        assert,
        engine,
        corner,
        ending,
        openApp: () => ending(openApp({ like: ready.folder })),
        openFresh: (registry) => ending(openApp({ registry })),
        openProxy: () => ending(openProxy(engine.url)),
        shot: (picture) => shot(page, picture),
      })
      assert.deepEqual(broken, [], 'the page failed')
    },
    close: async () => {
      ready.remove()
      await corner.close()
    },
  }
}

/** The application and an engine that the tests may end and begin again. */
async function onOwnEngine() {
  const engine = await openOwnEngine('8.16')
  const ready = await installedProfile('elasticsearch')
  return {
    run: async (test, { assert, context, ends, shot }) => {
      const page = await newPage(context)
      const broken = []
      page.on('pageerror', (error) => broken.push(error.message))
      const openOne = async () => {
        const app = await openApp({ like: ready.folder })
        ends.push(app.close)
        return app
      }
      await test.run({ page, assert, engine, openApp: openOne, shot: (name) => shot(page, name) })
      assert.deepEqual(broken, [], 'the page failed')
    },
    close: async () => {
      ready.remove()
      await engine.close()
    },
  }
}

const nothing = () => ''
/** The same tests with the engine in their names. */
const on = (engine, tests) => tests.map((test) => ({ ...test, name: `${test.name}, on ${engine}` }))
const es8 = { round: 1, lacking: () => lacking('es8'), open: onEngine('es8') }

export const suites = [
  { tests: grid.tests, round: 1, lacking: nothing, open: onDemo },
  { tests: a11y.tests, round: 1, lacking: nothing, open: onScreens },
  { tests: [...panes.tests, ...reader.tests], round: 1, lacking: nothing, open: onScreens },
  { tests: a11y.real, ...es8 },
  { tests: keyboard.tests, ...es8 },
  { tests: app.tests, round: 1, lacking: nothing, open: onApp },
  { tests: cells.tests, round: 1, lacking: nothing, open: onApp },
  { tests: requests.tests, round: 1, lacking: nothing, open: onApp },
  { tests: panel.tests, round: 1, lacking: nothing, open: onServers },
  { tests: plugins.tests, round: 1, lacking: nothing, open: onPlugins },
  { tests: library.tests, round: 1, lacking: nothing, open: onProfiles },
  { tests: connect.tests, ...es8 },
  { tests: realCells.tests, ...es8 },
  { tests: values.tests, ...es8 },
  { tests: on('7.17', values.tests), round: 1, lacking: () => lacking('es7'), open: onEngine('es7') },
  { tests: scroll.tests, ...es8 },
  { tests: wire.tests, ...es8 },
  { tests: [...structure.tests, ...structure.limited], ...es8 },
  { tests: on('7.17', structure.tests), round: 1, lacking: () => lacking('es7'), open: onEngine('es7') },
  { tests: requests.real, ...es8 },
  { tests: tabs.tests, ...es8 },
  { tests: faults.tests, ...es8 },
  { tests: drivers.tests, ...es8 },
  { tests: restart.tests, round: 2, lacking: lackingOwn, open: onOwnEngine },
  { tests: on('9.4', values.tests), round: 3, lacking: () => lacking('es9'), open: onEngine('es9') },
  { tests: tls.tests, round: 2, lacking: () => lacking('tls'), open: onEngine('tls') },
]

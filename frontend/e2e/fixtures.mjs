// The fixtures of the browser tests. Expensive ones are opened by the first test of a worker that needs them and shared
// with its other tests; the rest belong to one test and end with it.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test as base } from '@playwright/test'
import { lacking, openCorner, openEngine } from './engine.mjs'
import { installedProfile, openApp, openBrowser, openDemo } from './harness.mjs'
import { lackingOwn, openOwnEngine } from './own-engine.mjs'
import { openProxy } from './proxy.mjs'
import { openRegistry, openVersions } from './registry.mjs'
import { openServers } from './tls-servers.mjs'

const pictures = resolve(import.meta.dirname, '../../build/out/test/pictures')

/** Saves a screenshot of a page for review. */
export const photograph = (page, name) => page.screenshot({ path: `${pictures}/${name}.png` })

/** The engines that tests are repeated on, with the suffix of the tests' names. */
export const again = { es8: '', es7: ', on 7.17', es9: ', on 9.4' }

/** A worker fixture. An engine takes a while to start. */
const shared = (open, close) => [
  async ({}, use) => {
    const opened = await open()
    await use(opened)
    await close(opened)
  },
  { scope: 'worker', timeout: 180_000 },
]

const closed = (opened) => opened.close()

/** Skips the test if its engine is missing, or fails it if there must be one. */
function need(lack) {
  if (lack === '') return
  const why = `no real engine: ${lack} is missing`
  if (process.env.QUARRY_REQUIRE_ENGINES === '1') throw new Error(why)
  base.skip(true, why)
}

const shares = {
  browser: [
    async ({ headless }, use) => {
      const browser = await openBrowser({ display: headless ? '' : process.env.DISPLAY })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  /** The profile that others are copied from: drivers are installed in it. */
  installed: shared(
    () => installedProfile('elasticsearch', 'typesense'),
    ({ remove }) => remove(),
  ),
  /** The grid's demo page; each test opens its own page on it. */
  demo: shared(openDemo, closed),
  /** Servers with every kind of certificate fault. */
  certificates: shared(openServers, closed),
  /** Two versions of a driver. */
  driverVersions: shared(() => openVersions(), closed),
  /** The opened corners, by the names of their engines. */
  corners: shared(
    () => new Map(),
    async (corners) => {
      for (const corner of corners.values()) await corner.close()
    },
  ),
  startedEngine: shared(
    async () => (lackingOwn() === '' ? openOwnEngine('8.16') : undefined),
    async (engine) => engine?.close(),
  ),
}

/** The fixtures of one test. An uncaught error in the page fails the test. */
const given = {
  assert: async ({}, use) => use(assert),
  /** Waits for something to open; everything is closed when the test ends, in reverse order. */
  ending: async ({}, use) => {
    const opened = []
    await use(async (opening) => {
      const one = await opening
      opened.unshift(one)
      return one
    })
    for (const { close } of opened) await close()
  },
  // A page must be closed before its application, so it is registered after it.
  context: async ({ ending: _, context }, use) => use(context),
  page: async ({ page }, use) => {
    const broken = []
    page.on('pageerror', (error) => broken.push(error.message))
    await use(page)
    assert.deepEqual(broken, [], 'the page failed')
  },
  shot: async ({ page }, use) => use((name) => photograph(page, name)),

  /** Opens the application with drivers installed. */
  openApp: async ({ ending, installed }, use) =>
    use((policy = '') => ending(openApp({ like: installed.folder, policy }))),
  /** Opens the application as on its very first start. */
  openFresh: async ({ ending }, use) => use((registry) => ending(openApp({ registry }))),
  /** The application at its first start. */
  app: async ({ openFresh }, use) => use(await openFresh()),
  openServers: async ({ ending }, use) => use(() => ending(openServers())),
  openRegistry: async ({ ending, driverVersions }, use) => use(() => ending(openRegistry(driverVersions))),

  engineName: ['es8', { option: true }],
  engine: async ({ engineName }, use) => {
    need(lacking(engineName))
    await use(openEngine(engineName))
  },
  /** A corner of the engine; its indices are deleted after the test. */
  corner: async ({ engine, corners, ending }, use) => {
    const corner = corners.get(engine.name) ?? (await openCorner(engine))
    corners.set(engine.name, corner)
    await ending({ close: corner.clear })
    await use(corner)
  },
  openProxy: async ({ ending, engine }, use) => use(() => ending(openProxy(engine.url))),
  /** An engine that the test may stop and restart. */
  ownEngine: async ({ startedEngine }, use) => {
    need(lackingOwn())
    await use(startedEngine)
  },
}

/** All fixtures of a test as one object, to pass on. */
const stages = {
  /** The grid's demo page. */
  setting: async ({ browser, assert, demo }, use) => use({ browser, assert, url: demo.url }),
  /** The application without an engine. */
  screens: async ({ page, assert, openApp, openFresh, openServers, shot }, use) =>
    use({ page, assert, openApp, openFresh, openServers, shot }),
  /** The application with registries of drivers. */
  registries: async ({ page, assert, openFresh, openRegistry, shot }, use) =>
    use({ page, assert, openFresh, openRegistry, shot }),
  /** The application and a corner of a real engine. */
  stage: async ({ engine, corner, page, assert, ending, openApp, openFresh, openProxy, shot }, use) =>
    use({ engine, corner, page, assert, ending, openApp, openFresh, openProxy, shot }),
}

export const test = base.extend(shares).extend(given).extend(stages)

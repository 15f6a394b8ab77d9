// SPEC: APP-02, APP-05

import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as connections from './a11y/connections.mjs'
import { filter } from './a11y/filter.mjs'
import * as forms from './a11y/forms.mjs'
import * as settings from './a11y/settings.mjs'
import * as workspace from './a11y/workspace.mjs'
import { readTree } from './axtree.mjs'
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

/** Every screen, each reached from the previous one. A new screen is a new line in these lists. */
const walks = [
  connections.firstStart,
  connections.list,
  forms.elasticsearch,
  forms.typesense,
  forms.certificates,
  settings.settings,
  workspace.frame,
  workspace.rows,
  workspace.work,
  workspace.beside,
  filter,
]

const trees = resolve(import.meta.dirname, '../../build/out/test/trees')
const sizes = { usual: { width: 1280, height: 800 }, smallest: { width: 900, height: 600 } }

/** Walks through screens and checks each in light and dark and in the smallest window. */
async function walk(t, { name, open, screens }) {
  const found = []
  // While there is no route, requests are not intercepted at all, and one that is sent as the next route starts can
  // slip through.
  await t.page.route('**/nothing', (r) => r.continue())
  await open(t)
  for (const [screen, reach] of screens) {
    try {
      await reach(t)
    } catch (cause) {
      throw new Error(`${screen} was not reached: ${cause.message}`, { cause })
    }
    keep(`${name}, ${screen}`, await readTree(t.page))
    const all = [
      ...(await faults(t.page)),
      ...(await inTheDark(t, `${name}, ${screen}`)),
      ...(await inTheSmallest(t.page)),
    ]
    found.push(...all.map((fault) => `${screen}: ${fault}`))
  }
  t.assert.deepEqual(found, [])
}

const fileName = (words) => words.replaceAll(/[^\w]+/g, '-').toLowerCase()

/** Saves the accessibility tree of a screen for reading. */
function keep(screen, lines) {
  mkdirSync(trees, { recursive: true })
  writeFileSync(join(trees, `${fileName(screen)}.txt`), `${lines.join('\n')}\n`)
}

async function inTheDark({ page, shot }, picture) {
  await draw(page, 'dark')
  const found = await faults(page, ['color-contrast'])
  await shot(`a11y-${fileName(picture)}`)
  await draw(page, 'light')
  return found.map((fault) => `in the dark: ${fault}`)
}

const draw = (page, theme) =>
  page.evaluate((to) => {
    document.documentElement.dataset.theme = to
  }, theme)

/** The controls that cannot be reached by scrolling in the smallest window. */
async function inTheSmallest(page) {
  await page.setViewportSize(sizes.smallest)
  const lost = await page.evaluate(async () => {
    // Popups are repositioned one frame after the first redraw.
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
    const modal = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].at(-1)
    const within = modal ?? document
    const controls = [...within.querySelectorAll('button, input, select, [tabindex="0"]')].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        !one.matches('.vh, [data-base-ui-focus-guard], [aria-hidden=true]'),
    )
    const outside = (one) => {
      one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const box = one.getBoundingClientRect()
      if (box.width === 0) return false
      return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
    }
    const name = (one) => one.ariaLabel ?? (one.textContent || one.className)
    const scrolls = document.scrollingElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : []
    return [...scrolls, ...controls.filter(outside).map((one) => `out of the smallest window: ${name(one)}`)]
  })
  await page.setViewportSize(sizes.usual)
  return lost
}

const promise = (one) => `axe finds nothing on any screen of ${one.name}`

for (const one of walks) test(promise(one), ({ screens }) => walk(screens, one))
test(promise(workspace.engine), ({ stage }) => walk(stage, workspace.engine))

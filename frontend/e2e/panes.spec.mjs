// SPEC: APP-01, APP-02, APP-05
import { test } from './fixtures.mjs'
import { focused, Hands } from './focus.mjs'
import { settled } from './screen.mjs'

const notice = 'You can see 3 indices, but not their sizes.'
const rowsOfPage = '**/data/page?*'
const tree = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) })

/** Opens the books and focuses their rows; any notices are in a dismissible banner above them. */
async function openBooks({ page, openApp }, notices = []) {
  const app = await openApp()
  await page.route('**/call/Grid.Objects', async (r) => {
    const answer = await r.fetch()
    await r.fulfill({ json: { ...(await answer.json()), notices } })
  })
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await tree(page, 'books').dblclick()
  await page.getByText('of 1,200').waitFor()
  await settled(page)
  await page.locator('[role=gridcell][tabindex="0"]').focus()
  return new Hands(page)
}

/** The panes in the order in which a key visits them, until it returns to the first. */
async function round(page, key) {
  const panes = []
  for (let steps = 0; steps < 20; steps += 1) {
    await page.keyboard.press(key)
    const { pane } = await focused(page)
    if (pane === panes[0]) return panes
    panes.push(pane)
  }
  throw new Error(`${key} never came round: ${panes}`)
}

const everywhere = ['banner', 'toolbar', 'sidebar', 'tabs', 'grid', 'find', 'viewer', 'status', 'inspector', 'requests']

test('F6 goes through every pane that is open, banners first, and Shift+F6 the other way round', async ({
  screens: t,
}) => {
  const { page, assert } = t
  const hands = await openBooks(t, [notice])
  await hands.press('Control+f')
  await page.getByRole('search').waitFor()
  await hands.goTo({ role: 'gridcell', name: /row 1(,|$)/ }, 'F6')
  await hands.press('Enter')
  await page.getByRole('dialog', { name: /^Cell / }).waitFor()
  await hands.press('Alt+Enter', 'Control+Shift+L')
  await hands.reaches({ pane: 'requests' })
  assert.deepEqual(await round(page, 'F6'), everywhere)
  await hands.reaches({ pane: 'banner' })
  await hands.press('Shift+F6')
  await hands.reaches({ pane: 'requests' })
  const back = everywhere.toReversed()
  assert.deepEqual(await round(page, 'Shift+F6'), [...back.slice(1), back[0]])
})

test('a button that goes with what it mended leaves the keyboard where the rows are', async ({ screens: t }) => {
  const { page } = t
  const hands = await openBooks(t, [notice])
  await hands.goTo({ role: 'button', name: /Hide this notice/ }, 'F6')
  await hands.press('Enter')
  await page.getByText(notice).waitFor({ state: 'detached' })
  await hands.reaches({ role: 'gridcell' })

  const json = { kind: 'engine', status: 400, message: 'Result window is too large.', op: 'POST /' }
  await page.route(rowsOfPage, (r) => r.fulfill({ status: 422, json }))
  await hands.press('Alt+PageDown')
  await page.getByRole('alert').waitFor()
  await hands.goTo({ role: 'button', name: /^Try Again/ })
  await page.unroute(rowsOfPage)
  await hands.press('Enter')
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await hands.reaches({ role: 'gridcell' })
})

test('panes that are hidden with the keyboard in them give it to the rows, and a dialog gives it back', async ({
  screens: t,
}) => {
  const { page } = t
  const hands = await openBooks(t)
  await hands.goTo({ role: 'input', name: /Filter indices/ }, 'F6')
  await hands.press('Control+b')
  await hands.reaches({ role: 'gridcell' })
  await hands.press('Control+l')
  await hands.reaches({ role: 'input', name: /Filter indices/ })
  await hands.press('Control+n')
  await hands.reaches({ role: 'combobox', name: /Search databases/ })
  await hands.press('Escape')
  await hands.reaches({ role: 'input', name: /Filter indices/ })
  await hands.press('Control+,')
  await page.getByRole('tab', { name: 'Plugins' }).waitFor()
  await hands.goTo({ role: 'tab', name: /General/ })
  await hands.press('ArrowDown')
  await hands.goTo({ role: 'button', name: /^Install from File/ })
  await hands.press('Enter')
  await hands.reaches({ role: 'input', name: /Package path/ })
  await hands.press('Escape')
  await hands.reaches({ role: 'button', name: /^Install from File/ })
  await hands.press('Escape')
  await hands.reaches({ role: 'input', name: /Filter indices/ })
})

test('in the system’s own colours, which draw no shadows, the focus is an outline', async ({ screens: t }) => {
  const { page, assert } = t
  const hands = await openBooks(t)
  await page.emulateMedia({ forcedColors: 'active' })
  const outlined = () =>
    page.evaluate(() => {
      const at = document.activeElement
      return [at, at.closest('[data-part=field]')].some((one) => one && getComputedStyle(one).outlineStyle === 'solid')
    })
  const without = []
  for (let steps = 0; steps < 60; steps += 1) {
    const at = await focused(page)
    if (!(await outlined())) without.push(`${at.role} ${at.name}`)
    await hands.press(steps % 6 === 5 ? 'F6' : 'Tab')
  }
  assert.deepEqual(without, [])
})

test('where less motion is asked for, nothing moves while rows are awaited', async ({ screens: t }) => {
  const { page, assert } = t
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openBooks(t)
  await page.route(rowsOfPage, () => undefined)
  await tree(page, 'products').click()
  await page.getByText('Loading rows 1 to ').waitFor()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().activeDuration > 0)
      .map((one) => one.animationName ?? one.transitionProperty),
  )
  assert.deepEqual(moving, [])
})

test('A search and a dismissed notice stay with their tab', async ({ page, openApp, assert }) => {
  const app = await openApp()
  const warned = { text: 'One shard did not answer.', detail: '', snapshot: '' }
  await page.route(rowsOfPage, async (route) => {
    const answer = await route.fetch()
    const headers = answer.headers()
    const about = JSON.parse(decodeURIComponent(headers['x-quarry-about']))
    const warning = encodeURIComponent(JSON.stringify({ ...about, notices: [warned] }))
    await route.fulfill({ response: answer, headers: { ...headers, 'x-quarry-about': warning } })
  })
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await tree(page, 'books').dblclick()
  await page.getByText('of 1,200').waitFor()
  await settled(page)
  const banner = page.locator('[data-part=banner]', { hasText: warned.text })
  await banner.getByRole('button').click()
  await page.keyboard.press('Control+f')
  const field = page.getByRole('search').getByRole('textbox')
  await field.fill('quarry')
  await tree(page, 'products').dblclick()
  await page.getByText('of 600').waitFor()
  await settled(page)
  assert.equal(await field.count(), 0, 'the search is of the other tab')
  await banner.waitFor()
  await page.keyboard.press('Control+1')
  await page.getByText('of 1,200').waitFor()
  assert.equal(await field.inputValue(), 'quarry')
  assert.equal(await banner.count(), 0, 'it was dismissed here')
})

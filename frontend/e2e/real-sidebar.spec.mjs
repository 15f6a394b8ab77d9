// SPEC: A-BRO-01
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { openApp as openAppOn } from './harness.mjs'
import { connect, draft, faults, keyOf, openIndex, settled } from './screen.mjs'
import { textOf, until } from './until.mjs'

const mapping = '{"properties":{"n":{"type":"long"}}}'
const also = 'Also list aliases and data streams'

/** A number of documents, each of about that many random bytes, which do not compress. */
const documents = (many, bytes = 1) =>
  Array.from({ length: many }, (_, n) => {
    const noise = Array.from({ length: bytes }, () => Math.random().toString(36).slice(2, 3)).join('')
    return { action: `{"_id":"d${n}"}`, source: `{"n":${n},"noise":"${noise}"}` }
  })

/** A list of names in which an alias is presented as a data stream: the tests' engine has none. */
function asStream(name) {
  return (text) => {
    const { indices, aliases, data_streams } = JSON.parse(text)
    const stream = { name, backing_indices: ['.ds-1', '.ds-2'], timestamp_field: '@timestamp' }
    return JSON.stringify({
      indices,
      aliases: aliases.filter((alias) => alias.name !== name),
      data_streams: [...data_streams, stream],
    })
  }
}

const item = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) })

/** Waits until there are that many favourites. */
const favourites = (page, many) =>
  page
    .getByRole('group', { name: `Favourites, ${many}` })
    .getByRole('treeitem')
    .nth(many - 1)
    .waitFor()

/** The sections of the sidebar with their names from the top, without the names' prefix. */
async function sections(page, prefix) {
  const groups = await page.getByRole('tree').getByRole('group').all()
  return Promise.all(
    groups.map(async (group) => {
      const names = await group
        .getByRole('treeitem')
        .evaluateAll((rows) => rows.map((row) => row.querySelector('[data-full]').getAttribute('data-full')))
      const own = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
      return `${(await group.getAttribute('aria-label')).replace(/, .*/, '')}: ${own.join(' ')}`
    }),
  )
}

test('aliases and data streams are listed where that is switched on, in sections of their own', async ({
  page,
  assert,
  engine,
  corner,
  openApp,
  openProxy,
  shot,
}) => {
  const books = await corner.index('books', mapping, documents(3))
  for (const name of ['live', 'logs']) await engine.must('PUT', `/${books}/_alias/${corner.prefix}${name}`)
  const proxy = await openProxy()
  proxy.rule = ({ path }) => (path.startsWith('/_resolve/') ? asStream(`${corner.prefix}logs`) : undefined)
  const app = await openApp()
  await connect({ page, app }, draft('corner', proxy.url, keyOf(corner)))
  await item(page, books).waitFor()
  assert.deepEqual(await sections(page, corner.prefix), ['Indices: books'])
  await page.getByRole('button', { name: also }).click()
  await page.getByRole('treeitem', { name: `${corner.prefix}logs, data stream, 3 documents, 2 indices` }).waitFor()
  await page.getByRole('treeitem', { name: `${corner.prefix}live, alias, 3 documents, 1 index` }).waitFor()
  assert.deepEqual(await sections(page, corner.prefix), ['Indices: books', 'Data streams: logs', 'Aliases: live'])
  assert.deepEqual(await faults(page), [])
  await shot('sidebar-also')
  await item(page, `${corner.prefix}live`).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('grid', { name: `${corner.prefix}live`, exact: true }).waitFor()
  await settled(page)
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell')
})

test('a cluster of data streams says so in place of its indices, and offers them', async ({
  page,
  assert,
  engine,
  corner,
  openApp,
  openProxy,
}) => {
  const books = await corner.index('books', mapping, documents(3))
  await engine.must('PUT', `/${books}/_alias/${corner.prefix}logs`)
  const proxy = await openProxy()
  proxy.rule = ({ path }) => {
    if (path === '/_cat/indices') return () => '[]'
    return path.startsWith('/_resolve/') ? asStream(`${corner.prefix}logs`) : undefined
  }
  const app = await openApp()
  await connect({ page, app }, draft('corner', proxy.url, keyOf(corner)))
  await page.getByText('There are no indices to list, but 1 data stream.').waitFor()
  await page.getByRole('button', { name: 'List Them' }).click()
  await openIndex(page, `${corner.prefix}logs`)
  assert.deepEqual(await sections(page, corner.prefix), ['Data streams: logs'])
})

test('favourites are on top and a section is folded, and so they are again after the application was started anew', async ({
  page,
  assert,
  engine,
  corner,
  ending,
  openApp,
}) => {
  const books = await corner.index('books', mapping, documents(3))
  const members = await corner.index('members', mapping)
  const app = await openApp()
  await connect({ page, app }, draft('corner', engine.url, { auth: 'none' }))
  await item(page, members).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add to Favourites' }).click()
  await favourites(page, 1)
  await item(page, books).focus()
  await page.keyboard.press('Control+Shift+B')
  await favourites(page, 2)
  assert.equal((await sections(page, corner.prefix))[0], 'Favourites: books members')
  await page.keyboard.press('Control+Shift+B')
  await favourites(page, 1)
  await page.getByRole('treeitem', { name: /^Indices, / }).click()
  await page.getByRole('treeitem', { name: /^Indices, /, expanded: false }).waitFor()
  await until(() => {
    const saved = textOf(join(app.profile, 'sidebars.json'))
    return !saved.includes(books) && saved.includes('folded')
  })

  const again = await ending(openAppOn({ like: app.profile }))
  await page.goto(again.url)
  await page.getByRole('option', { name: 'corner' }).dblclick()
  await favourites(page, 1)
  assert.deepEqual(await sections(page, corner.prefix), ['Favourites: members'])
  await page.getByRole('treeitem', { name: /^Indices, /, expanded: false }).press('ArrowRight')
  await item(page, books).waitFor()
})

test('the list sorts by size and by documents, and stays so', async ({ page, assert, engine, corner, openApp }) => {
  const fresh = { 'store.stats_refresh_interval': '0s' } // or the size is at times that of ten seconds ago
  const small = await corner.index('small', mapping, documents(40), fresh)
  const large = await corner.index('large', mapping, documents(10, 20_000), fresh)
  await corner.index('hollow', mapping)
  await corner.index('replicated', mapping, documents(2), { number_of_replicas: 1 })
  for (const index of [small, large]) await engine.must('POST', `/${index}/_flush`)
  const app = await openApp()
  await connect({ page, app }, draft('corner', engine.url, keyOf(corner)))
  await item(page, small).waitFor()
  await page.getByRole('treeitem', { name: /replicated, index, .*health yellow$/ }).waitFor()
  assert.deepEqual(await sections(page, corner.prefix), ['Indices: hollow large replicated small'])
  const sortBy = async (order) => {
    await page.getByRole('button', { name: 'Sort by' }).click()
    await page.getByRole('menuitemradio', { name: order }).click()
  }
  await sortBy('Size')
  const first = page.getByRole('tree').locator('[aria-posinset="1"]')
  await first.and(item(page, large)).waitFor()
  await sortBy('Documents')
  await first.and(item(page, small)).waitFor()
  assert.deepEqual(await sections(page, corner.prefix), ['Indices: small large replicated hollow'])
  await page.locator('[data-part=connection]').click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('option', { name: 'corner' }).dblclick()
  await first.and(item(page, small)).waitFor()
})

// SPEC: APP-18
import { expect, it } from 'vitest'
import type { Host, PageInfo, ViewInfo } from '../../../host'
import { Kind } from '../../../lib/block'
import { encodeBlock } from '../../../lib/block.fixture'
import { PageBudget } from './pageBudget'
import { Pages } from './pages'

const view = { id: 's1.1', pageSize: 1, reach: '', notices: [] } as unknown as ViewInfo
const listener = { changed: () => {}, asked: () => {}, arrived: () => {}, failed: () => {} }
const bytes = () => encodeBlock(['_id'], [[{ kind: Kind.string, text: 'a value' }]])
const one = bytes().byteLength

/** A tab's rows, each a separate page. */
function tab(budget: PageBudget): Pages {
  const host = {
    data: async () => ({ about: { rows: 1, end: false, notices: [] } as unknown as PageInfo, bytes: bytes() }),
  } as unknown as Host
  return new Pages(host, view, 0, listener, 0, budget)
}

const kept = (pages: Pages) => pages.ranges.map(({ first }) => first)

it('takes from hidden tabs first, longest unused first, and gives them everything back', async () => {
  const budget = new PageBudget(5 * one)
  const [old, recent, shown] = [tab(budget), tab(budget), tab(budget)]
  await old.load(0, 1)
  old.hide()
  await recent.load(0, 1)
  recent.hide()
  await shown.load(0, 0)
  expect([kept(old), kept(recent), kept(shown)]).toEqual([[0, 1], [0, 1], [0]])
  await shown.load(1, 2)
  expect([kept(old), kept(recent), kept(shown)]).toEqual([[], [0, 1], [0, 1, 2]])
  await shown.load(3, 4)
  expect([kept(old), kept(recent), kept(shown)]).toEqual([[], [], [0, 1, 2, 3, 4]])
})

it('never takes what is on screen, nor the page that just came', async () => {
  const budget = new PageBudget(2 * one)
  const shown = tab(budget)
  await shown.load(0, 3)
  expect(kept(shown)).toEqual([2, 3])
  await shown.load(0, 2)
  shown.prefetch(0, 2)
  await shown.load(5, 5)
  expect(kept(shown)).toEqual([0, 1, 2, 5])
})

it('treats a tab that is shown again as visible', async () => {
  const budget = new PageBudget(2 * one)
  const [first, second] = [tab(budget), tab(budget)]
  await first.load(0, 0)
  first.prefetch(0, 0)
  first.hide()
  first.show()
  await second.load(0, 2)
  expect([kept(first), kept(second)]).toEqual([[0], [2]])
})

it('forgets a tab that was closed', async () => {
  const budget = new PageBudget(2 * one)
  const [closed, open] = [tab(budget), tab(budget)]
  await closed.load(0, 1)
  closed.close()
  await open.load(0, 1)
  expect(kept(open)).toEqual([0, 1])
})

// SPEC: APP-03
import { describe, expect, it, vi } from 'vitest'
import { FakeTab } from './fixture'
import type { TabPorts } from './kinds'
import { type Leaving, UnsavedQuestion } from './unsaved'
import { unsavedTitle, unsavedWords } from './words'

const tabsOf = (...titles: string[]) =>
  titles.map((title) => {
    const tab = new FakeTab({ id: title } as TabPorts, 'console', { state: {} })
    tab.face.setState({ title })
    return tab
  })

describe('the question about unsaved work', () => {
  it('covers the window until it is answered, and there is one at a time', async () => {
    const question = new UnsavedQuestion()
    const changed = vi.fn()
    question.subscribe(changed)
    const first = question.ask({ why: 'close', tabs: tabsOf('books') })
    expect(question.covered).toBe(true)
    expect(await question.ask({ why: 'quit', tabs: tabsOf('books') })).toBe(false)
    question.store.getState().open?.answer(true)
    expect([await first, question.covered, changed.mock.calls.length]).toEqual([true, false, 2])
    const second = question.ask({ why: 'close', tabs: tabsOf('books') })
    question.store.getState().open?.answer(false)
    expect(await second).toBe(false)
  })

  it.each<[Leaving, string[], string, string]>([
    [
      'close',
      ['books'],
      'Discard the unsaved changes in books?',
      'Closing discards what was changed in books and not saved.',
    ],
    [
      'disconnect',
      ['a', 'b', 'c'],
      'Discard the unsaved changes in 3 tabs?',
      'Disconnecting discards what was changed in a, b and c and not saved.',
    ],
    [
      'quit',
      ['a', 'b', 'c', 'd'],
      'Discard the unsaved changes in 4 tabs?',
      'Quitting discards what was changed in a, b and 2 other tabs and not saved.',
    ],
  ])('says what is lost by why: %s of %j', (why, titles, title, words) => {
    const unsaved = { why, tabs: tabsOf(...titles) }
    expect([unsavedTitle(unsaved), unsavedWords(unsaved)]).toEqual([title, words])
  })
})

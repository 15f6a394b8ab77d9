// SPEC: APP-03
import { describe, expect, it, vi } from 'vitest'
import { FakeTab } from './fixture'
import type { TabPorts } from './kinds'
import { type Leaving, type Loss, lossesOf, UnsavedQuestion } from './unsaved'
import { unsavedButton, unsavedTitle, unsavedWords } from './words'

const changes = (...titles: string[]) => titles.map((of): Loss => ({ kind: 'changes', of }))
const exports = (...objects: string[]) => objects.map((of): Loss => ({ kind: 'export', of }))
const sending = (...titles: string[]) => titles.map((of): Loss => ({ kind: 'sending', of }))

describe('what closing tabs would lose', () => {
  it.each([
    ['nothing of one that is clean', { dirty: false, sending: false }, []],
    ['the changes of one that is dirty', { dirty: true, sending: false }, changes('books')],
    ['the outcome of a write that is being sent', { dirty: false, sending: true }, sending('books')],
    ['both', { dirty: true, sending: true }, [...changes('books'), ...sending('books')]],
  ])('is %s', (_, face, losses) => {
    const tab = new FakeTab({ id: 't1' } as TabPorts, 'console', { state: {} })
    tab.face.setState({ title: 'books', ...face })
    expect(lossesOf([tab])).toEqual(losses)
  })
})

describe('the question about unsaved work', () => {
  it('covers the window until it is answered, and there is one at a time', async () => {
    const question = new UnsavedQuestion()
    const changed = vi.fn()
    question.subscribe(changed)
    const first = question.ask({ why: 'close', losses: changes('books') })
    expect(question.covered).toBe(true)
    expect(await question.ask({ why: 'quit', losses: changes('books') })).toBe(false)
    question.store.getState().open?.answer(true)
    expect([await first, question.covered, changed.mock.calls.length]).toEqual([true, false, 2])
    const second = question.ask({ why: 'close', losses: changes('books') })
    question.store.getState().open?.answer(false)
    expect(await second).toBe(false)
  })

  const outcome = 'The server may have received it already, and the outcome will not be shown.'

  it.each<[Leaving, Loss[], string, string[], string]>([
    [
      'quit',
      [...changes('books'), { kind: 'form', of: 'a new connection' }],
      'Discard the unsaved changes in books and discard what you filled in for a new connection?',
      [
        'Quitting discards what was changed in books and not saved.',
        'Quitting discards what you filled in for a new connection. It has not been saved.',
      ],
      'Discard and Quit',
    ],
    [
      'close',
      changes('books'),
      'Discard the unsaved changes in books?',
      ['Closing discards what was changed in books and not saved.'],
      'Discard Changes',
    ],
    [
      'disconnect',
      changes('a', 'b', 'c'),
      'Discard the unsaved changes in 3 tabs?',
      ['Disconnecting discards what was changed in a, b and c and not saved.'],
      'Discard and Disconnect',
    ],
    [
      'quit',
      changes('a', 'b', 'c', 'd'),
      'Discard the unsaved changes in 4 tabs?',
      ['Quitting discards what was changed in a, b and 2 other tabs and not saved.'],
      'Discard and Quit',
    ],
    [
      'disconnect',
      exports('books'),
      'Cancel the export of books?',
      ['Disconnecting cancels the export of books: no file is saved under its name.'],
      'Disconnect Anyway',
    ],
    [
      'quit',
      [...changes('books'), ...exports('a', 'b', 'c', 'd')],
      'Discard the unsaved changes in books and cancel 4 exports?',
      [
        'Quitting discards what was changed in books and not saved.',
        'Quitting cancels the exports of a, b and 2 other objects: no files are saved under their names.',
      ],
      'Discard and Quit',
    ],
    [
      'close',
      sending('Console 1'),
      'Close while a write is being sent?',
      [`A write in Console 1 is being sent. ${outcome}`],
      'Close Anyway',
    ],
    [
      'reopen',
      [...changes('books'), ...sending('books', 'Console 1')],
      'Reconnect while writes are being sent?',
      [
        'Reconnecting discards what was changed in books and not saved.',
        `Writes in books and Console 1 are being sent. ${outcome.replace(' it ', ' them ')}`,
      ],
      'Reconnect Anyway',
    ],
  ])('says what is lost by why: %s of %j', (why, losses, title, words, button) => {
    const unsaved = { why, losses }
    expect([unsavedTitle(unsaved), unsavedWords(unsaved), unsavedButton(unsaved)]).toEqual([title, words, button])
  })
})

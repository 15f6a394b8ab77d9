// SPEC: APP-03
import { describe, expect, it, vi } from 'vitest'
import { FakeTab } from './fixture'
import type { TabPorts } from './kinds'
import type { Loss } from './loss'
import { isKept, type Leaving, lossesOf, UnsavedQuestion } from './unsaved'
import { keptButtons, unsavedButton, unsavedTitle, unsavedWords } from './words'

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
    expect(await question.ask({ why: 'quit', losses: changes('books') })).toBe('stay')
    question.store.getState().open?.answer('leave')
    expect([await first, question.covered, changed.mock.calls.length]).toEqual(['leave', false, 2])
    const second = question.ask({ why: 'close', losses: changes('books') })
    question.store.getState().open?.answer('stay')
    expect(await second).toBe('stay')
  })

  const outcome = 'The server may have received it already, and the outcome will not be shown.'

  it.each<[Leaving, Loss[], string, string[], string]>([
    [
      'quit',
      [...changes('books'), { kind: 'form', of: 'a new connection' }],
      'Discard the unsaved changes in books and discard what you filled in for a new connection?',
      [
        'Quitting discards the unsaved changes in books.',
        'Quitting discards what you filled in for a new connection. It has not been saved.',
      ],
      'Discard and Quit',
    ],
    [
      'close',
      changes('books'),
      'Discard the unsaved changes in books?',
      ['Closing discards the unsaved changes in books.'],
      'Discard Changes',
    ],
    [
      'disconnect',
      changes('a', 'b', 'c'),
      'Discard the unsaved changes in 3 tabs?',
      ['Disconnecting discards the unsaved changes in a, b and c.'],
      'Discard and Disconnect',
    ],
    [
      'quit',
      changes('a', 'b', 'c', 'd'),
      'Discard the unsaved changes in 4 tabs?',
      ['Quitting discards the unsaved changes in a, b and 2 other tabs.'],
      'Discard and Quit',
    ],
    [
      'disconnect',
      exports('books'),
      'Cancel the export of books?',
      ['Disconnecting cancels the export of books.'],
      'Disconnect Anyway',
    ],
    [
      'quit',
      [...changes('books'), ...exports('a', 'b', 'c', 'd')],
      'Discard the unsaved changes in books and cancel 4 exports?',
      ['Quitting discards the unsaved changes in books.', 'Quitting cancels the exports of a, b and 2 other objects.'],
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
        'Reconnecting discards the unsaved changes in books.',
        `Writes in books and Console 1 are being sent. ${outcome.replace(' it ', ' them ')}`,
      ],
      'Reconnect Anyway',
    ],
    [
      'close',
      [{ kind: 'text', of: 'Console 1', reason: 'private' }],
      'Discard the unsaved text in Console 1?',
      ['Closing discards the lines in Console 1 that could contain a credential, which are never saved to disk.'],
      'Discard Changes',
    ],
    [
      'quit',
      [
        { kind: 'text', of: 'Console 1', reason: 'long' },
        { kind: 'text', of: 'Console 2', reason: 'failed' },
      ],
      'Discard the unsaved text in 2 tabs?',
      [
        'Quitting discards the end of the text in Console 1: only the first 8 MB are saved.',
        'Quitting discards the text in Console 2, which could not be saved.',
      ],
      'Discard and Quit',
    ],
  ])('says what is lost by why: %s of %j', (why, losses, title, words, button) => {
    const unsaved = { why, losses }
    expect([unsavedTitle(unsaved), unsavedWords(unsaved), unsavedButton(unsaved)]).toEqual([title, words, button])
  })

  const kept = (of: string, staged: number): Loss => ({ kind: 'changes', of, staged, kept: true })

  it.each<[Leaving, Loss[], string, string[], string[]]>([
    [
      'quit',
      [kept('books', 3)],
      '3 staged changes in books are not saved',
      ['They stay staged and will be restored when you reopen Quarry.'],
      ['Discard and Quit', 'Keep and Quit'],
    ],
    [
      'disconnect',
      [kept('books', 1)],
      '1 staged change in books is not saved',
      ['It stays staged and will be restored when you reopen the connection.'],
      ['Discard and Disconnect', 'Keep and Disconnect'],
    ],
    [
      'quit',
      [kept('books', 1), kept('logs', 2)],
      '3 staged changes in 2 tabs are not saved',
      ['They stay staged and will be restored when you reopen Quarry.'],
      ['Discard and Quit', 'Keep and Quit'],
    ],
  ])('promises that what is kept comes back: %s of %j', (why, losses, title, words, buttons) => {
    const unsaved = { why, losses }
    expect([isKept(unsaved), unsavedTitle(unsaved), unsavedWords(unsaved)]).toEqual([true, title, words])
    const { discard, keep } = keptButtons(unsaved)
    expect([discard, keep]).toEqual(buttons)
  })

  it('asks about what is lost beside changes that are kept, and only says that these come back', () => {
    const unsaved = { why: 'quit' as const, losses: [kept('books', 3), ...exports('logs')] }
    expect([isKept(unsaved), unsavedTitle(unsaved), unsavedButton(unsaved)]).toEqual([
      false,
      'Cancel the export of logs?',
      'Quit Anyway',
    ])
    expect(unsavedWords(unsaved)).toEqual([
      'The changes in books stay staged and will be restored when you reopen Quarry.',
      'Quitting cancels the export of logs.',
    ])
  })
})

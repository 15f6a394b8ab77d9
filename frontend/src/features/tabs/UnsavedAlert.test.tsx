// SPEC: APP-03
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { InWindow } from '../../window/fixture'
import type { Loss } from './loss'
import { UnsavedAlert } from './UnsavedAlert'
import { type Leaving, UnsavedQuestion } from './unsaved'

afterEach(cleanup)

/** The buttons of the question, in order; those that discard work are marked. */
function buttons(why: Leaving, losses: Loss[]) {
  const question = new UnsavedQuestion()
  render(
    <InWindow>
      <UnsavedAlert question={question} />
    </InWindow>,
  )
  act(() => void question.ask({ why, losses }))
  const red = (button: HTMLElement) => (/danger(Text)?/.exec(button.className)?.[0] ?? '').replace(/.$/, '$& ')
  const words = (button: HTMLElement) => (button.textContent ?? '').replace(/(Esc|Enter|⏎|↵).*$/, '').trim()
  return screen.getAllByRole('button').map((button) => red(button) + words(button))
}

const changed: Loss = { kind: 'changes', of: 'books', staged: 1, saves: true }

it.each<[string, Leaving, Loss[], string[]]>([
  ['a tab with changes is closed', 'close', [changed], ['dangerText Discard Changes', 'Cancel', 'Save']],
  [
    'changes that cannot be saved now',
    'close',
    [{ ...changed, saves: false }],
    ['dangerText Discard Changes', 'Cancel'],
  ],
  [
    'quitting keeps the changes',
    'quit',
    [{ ...changed, kept: true }],
    ['dangerText Discard and Quit', 'Cancel', 'Save', 'Keep and Quit'],
  ],
  ['several tabs', 'quit', [changed, { ...changed, of: 'logs' }], ['dangerText Discard and Quit', 'Cancel']],
  ['a running export', 'quit', [{ kind: 'export', of: 'books' }], ['dangerText Quit Anyway', 'Cancel']],
])('the buttons are in one order, with one red: %s', (_, why, losses, want) => {
  expect(buttons(why, losses)).toEqual(want)
})

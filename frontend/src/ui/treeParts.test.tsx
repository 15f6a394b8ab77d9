// SPEC: APP-02
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type TreePlace, treeKeys } from './treeParts'

afterEach(cleanup)

/** Presses a key in the third of five rows; returns what it did. */
function press(key: string, part: Partial<TreePlace> = {}, modifiers = {}): string[] {
  const goTo = vi.fn()
  const toggle = vi.fn()
  const onEnter = vi.fn()
  const place = { row: 2, count: 5, open: undefined, parent: 1, goTo, toggle, onEnter, ...part }
  render(<div role="tree" tabIndex={0} onKeyDown={(event) => treeKeys(event, place)} />)
  fireEvent.keyDown(screen.getByRole('tree'), { key, ...modifiers })
  const went = goTo.mock.calls.map(([row]) => `to ${row}`)
  return [...went, ...toggle.mock.calls.map(() => 'toggles'), ...onEnter.mock.calls.map(() => 'enters')]
}

it.each([
  ['ArrowDown', undefined, 'to 3'],
  ['ArrowUp', undefined, 'to 1'],
  ['Home', undefined, 'to 0'],
  ['End', undefined, 'to 4'],
  ['ArrowRight', false, 'toggles'],
  ['ArrowRight', true, 'to 3'],
  ['ArrowRight', undefined, ''],
  ['ArrowLeft', true, 'toggles'],
  ['ArrowLeft', false, 'to 1'],
  ['ArrowLeft', undefined, 'to 1'],
  ['Enter', false, 'toggles'],
  ['Enter', undefined, 'enters'],
  ['x', undefined, ''],
])('%s in a row that is open: %s does: %s', (key, open, want) => {
  expect(press(key, { open }).join()).toBe(want)
})

it('leaves keys with a modifier, and a row at the top has nothing around it', () => {
  expect(press('ArrowDown', {}, { ctrlKey: true })).toEqual([])
  cleanup()
  expect(press('ArrowLeft', { parent: -1 })).toEqual([])
})

// SPEC: APP-02
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Toolbar } from './Toolbar'

function bar(...names: string[]) {
  return (
    <Toolbar label="Things">
      {names.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
      <input aria-label="Search" />
    </Toolbar>
  )
}

let draw: ReturnType<typeof render>
beforeEach(() => {
  draw = render(bar('a', 'b', 'c'))
})
afterEach(cleanup)

const button = (name: string) => screen.getByRole('button', { name })
const reached = () => screen.getAllByRole('button').filter((b) => b.tabIndex === 0)
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

it('lets Tab reach its first button alone', () => {
  expect(reached()).toEqual([button('a')])
})

it.each([
  ['the next', 'a', 'ArrowRight', 'b'],
  ['the one before', 'b', 'ArrowLeft', 'a'],
  ['from the last to the first', 'c', 'ArrowRight', 'a'],
  ['from the first to the last', 'a', 'ArrowLeft', 'c'],
  ['the first', 'c', 'Home', 'a'],
  ['the last', 'a', 'End', 'c'],
])('%s is come to from %s with %s', (_, from, key, to) => {
  button(from).focus()
  press(key)
  expect(document.activeElement).toBe(button(to))
  expect(reached()).toEqual([button(to)])
})

it('lets Tab reach the button that had the focus last, and the first where that one is gone', () => {
  button('b').focus()
  draw.rerender(bar('z', 'a', 'b'))
  expect(reached()).toEqual([button('b')])
  draw.rerender(bar('z', 'a'))
  expect(reached()).toEqual([button('z')])
})

it('leaves the arrows to a field that stands in it', () => {
  screen.getByLabelText('Search').focus()
  expect(press('ArrowRight')).toBe(true)
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})

// SPEC: A-BRO-01
import { afterEach, expect, it, vi } from 'vitest'
import { type GridHandle, GridLink } from './gridLink'

afterEach(() => document.body.replaceChildren())

function field(): HTMLInputElement {
  const input = document.createElement('input')
  document.body.append(input)
  input.focus()
  return input
}

function attached(link: GridLink) {
  const focus = vi.fn()
  link.attach({ focus } as unknown as GridHandle)
  return focus
}

it('rows that are shown later get the keyboard that was to be theirs', () => {
  field()
  const link = new GridLink()
  link.focus()
  expect(attached(link)).toHaveBeenCalledTimes(1)
  expect(attached(link)).not.toHaveBeenCalled()
})

it('rows take nothing from who went elsewhere while they were read', () => {
  field()
  const link = new GridLink()
  link.focus()
  field()
  expect(attached(link)).not.toHaveBeenCalled()
})

it('rows get the keyboard of a dialog that closed, though another pane got it first, unless it was used there', () => {
  for (const used of [false, true]) {
    const from = field()
    const link = new GridLink()
    link.focus()
    from.remove()
    const tab = field()
    if (used) tab.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
    expect(attached(link)).toHaveBeenCalledTimes(used ? 0 : 1)
  }
})

it('rows get the keyboard where that which had it has gone', () => {
  const from = field()
  const link = new GridLink()
  link.focus()
  from.remove()
  expect(attached(link)).toHaveBeenCalledTimes(1)
})

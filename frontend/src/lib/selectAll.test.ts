// SPEC: APP-18
import { afterEach, beforeEach, expect, it } from 'vitest'
import { followSelectAll } from './selectAll'

let end: () => void
beforeEach(() => {
  document.body.innerHTML = `
    <div data-pane="sidebar"><button type="button" id="object">books</button></div>
    <div role="dialog">
      <h2>Filter query</h2>
      <pre style="user-select: text">POST /books/_search</pre>
      <input value="1">
      <p style="user-select: text">2 rows</p>
      <button type="button" id="close">Close</button>
    </div>`
  end = followSelectAll(document, () => false)
})
afterEach(() => {
  end()
  getSelection()?.removeAllRanges()
})

function press(id: string, part: KeyboardEventInit = {}): boolean {
  document.querySelector<HTMLElement>(id)?.focus()
  const event = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true, ...part })
  document.activeElement?.dispatchEvent(event)
  return event.defaultPrevented
}

it('selects the text of a sheet, from the first to the last that can be selected', () => {
  expect(press('#close')).toBe(true)
  expect(getSelection()?.toString()).toContain('POST /books/_search')
  expect(getSelection()?.toString()).toContain('2 rows')
  expect(getSelection()?.toString()).not.toContain('Close')
  expect(getSelection()?.toString()).not.toContain('Filter query')
})

it('selects nothing of the window where the pane with the focus has no text to select', () => {
  expect(press('#object')).toBe(true)
  expect(getSelection()?.toString()).toBe('')
})

it('leaves the key to a text field, to what used it before, and other keys alone', () => {
  expect(press('input')).toBe(false)
  expect(press('#close', { ctrlKey: false })).toBe(false)
  expect(press('#close', { shiftKey: true })).toBe(false)
  document.querySelector('#close')?.addEventListener('keydown', (event) => event.preventDefault())
  press('#close')
  expect(getSelection()?.toString()).toBe('')
})

// SPEC: CNS-07, APP-02
import { openSearchPanel } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { finding } from './code/find'
import { showFindBar } from './EditorFind'

let view: EditorView

beforeEach(async () => {
  const state = EditorState.create({ doc: 'small\nSMALL\nother small', extensions: finding(showFindBar) })
  view = new EditorView({ state, parent: document.body })
  await act(async () => void openSearchPanel(view))
  await vi.waitFor(() => expect(field('Find')).toBe(document.activeElement))
})
afterEach(() => act(async () => view.destroy()))

const field = (label: string) => view.dom.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
const said = () => view.dom.querySelector('[role="status"]')?.textContent
const button = (name: string) =>
  [...view.dom.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)

async function type(label: string, text: string) {
  const input = field(label)
  if (!input) throw new Error(`no field ${label}`)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const press = (label: string, key: string, shiftKey = false) =>
  act(async () => void field(label)?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })))
const selected = () => [view.state.selection.main.from, view.state.selection.main.to]

it('finds a text by Enter and Shift+Enter, says which match it is, and Escape returns to the text', async () => {
  await type('Find', 'small')
  expect(said()).toBe('3 found')
  await press('Find', 'Enter')
  expect([selected(), said()]).toEqual([[0, 5], '1 of 3'])
  await press('Find', 'Enter', true)
  expect([selected(), said()]).toEqual([[18, 23], '3 of 3'])
  await act(async () => button('Match case')?.click())
  expect(said()).toBe('2 of 2')
  await type('Find', '(')
  await act(async () => button('Regular expression')?.click())
  expect(said()).toBe('Not a valid pattern')
  await press('Find', 'Escape')
  expect(field('Find')).toBeNull()
  expect(document.activeElement).toBe(view.contentDOM)
})

it('replaces one match or all', async () => {
  await type('Find', 'small')
  await type('Replace with', 'big')
  await press('Replace with', 'Enter')
  await press('Replace with', 'Enter')
  expect(view.state.doc.toString()).toBe('big\nSMALL\nother small')
  await act(async () => button('Replace All')?.click())
  expect(view.state.doc.toString()).toBe('big\nbig\nother big')
})

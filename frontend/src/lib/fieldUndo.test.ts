// SPEC: A-EDT-08
import { history } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hasOwnUndo, undoInField } from './fieldUndo'

const execute = vi.fn()

beforeEach(() => {
  document.execCommand = execute
  execute.mockClear()
})
afterEach(() => document.body.replaceChildren())

it('an editor takes back what was typed in it', () => {
  const view = new EditorView({ doc: 'a', extensions: [history()], parent: document.body })
  view.contentDOM.focus()
  view.dispatch({ changes: { from: 1, insert: 'b' } })
  expect(hasOwnUndo(document)).toBe(true)
  undoInField(document, 'undo')
  expect(view.state.doc.toString()).toBe('a')
  undoInField(document, 'redo')
  expect(view.state.doc.toString()).toBe('ab')
  expect(execute).not.toHaveBeenCalled()
  view.destroy()
})

it.each(['input', 'textarea'])('a field is undone by the webview: %s', (name) => {
  document.body.appendChild(document.createElement(name)).focus()
  expect(hasOwnUndo(document)).toBe(true)
  undoInField(document, 'redo')
  expect(execute).toHaveBeenCalledExactlyOnceWith('redo')
})

it('nothing else has an undo of its own', () => {
  expect(hasOwnUndo(document)).toBe(false)
  const cell = document.body.appendChild(document.createElement('div'))
  cell.tabIndex = 0
  cell.focus()
  expect(hasOwnUndo(document)).toBe(false)
})

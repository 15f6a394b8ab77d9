import { closeBracketsKeymap, completionStatus } from '@codemirror/autocomplete'
import { defaultKeymap, historyKeymap, indentLess, insertTab } from '@codemirror/commands'
import { foldKeymap, indentUnit } from '@codemirror/language'
import { searchKeymap } from '@codemirror/search'
import { type EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'

/** Keys of the library that have another meaning in the window. */
const ofTheWindow = new Set([
  'Mod-Enter',
  'Shift-Mod-Enter',
  'Mod-i',
  'Alt-A',
  'Shift-Alt-a',
  'Ctrl-l',
  'Alt-l',
  'Mod-f',
  'Ctrl-m',
  'Shift-Alt-m',
])

const free = (binding: KeyBinding) =>
  ![binding.key, binding.linux, binding.win, binding.mac].some((key) => key !== undefined && ofTheWindow.has(key))

/** Tab indents; after Escape it leaves the editor. */
function leaving(): Extension {
  let leaves = false
  const indent = (view: EditorView) => {
    if (leaves) return false
    const { main } = view.state.selection
    if (main.empty) return insertSpaces(view)
    return insertTab(view)
  }
  return [
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: ({ key }, view) => {
          // Escape closes the suggestions first.
          if (key === 'Escape') leaves = completionStatus(view.state) === null
          else if (key !== 'Tab' && key !== 'Shift') leaves = false
          return false
        },
        blur: () => {
          leaves = false
        },
      }),
    ),
    keymap.of([{ key: 'Tab', run: indent, shift: (view) => !leaves && indentLess(view) }]),
  ]
}

function insertSpaces(view: EditorView): boolean {
  view.dispatch(view.state.replaceSelection(unit(view.state)), { scrollIntoView: true, userEvent: 'input' })
  return true
}

const unit = (state: EditorState) => state.facet(indentUnit)

/** The keys of the editor: text editing, undo, folding and search. */
export const keys = (): Extension => [
  leaving(),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap].filter(free)),
]

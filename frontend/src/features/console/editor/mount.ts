// The editor has a separate file that nothing else imports: what it shares with the window is passed in, or the build
// would move that out of the first screen's file. The viewer's editor has another file. Key presses do not depend on
// the length of the text: requests are counted per group of the syntax tree (requests.ts), and the document becomes a
// string only where necessary.
import { closeCompletion } from '@codemirror/autocomplete'
import { diagnosticCount, setDiagnostics } from '@codemirror/lint'
import { openSearchPanel } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Selected } from '../../../ui/EarlyField'
import type { Mark } from '../state'
import type { ConsoleTab } from '../tab'
import { type EditorWords, extensionsOf, follow } from './extensions'

/** An editor that is shown. */
export interface EditorHandle {
  focus(): void
  /** Marks errors, replacing the previous marks; none if the text has changed since. */
  mark(marks: readonly Mark[]): void
  /** Opens the search in the text. */
  find(): void
  /** Removes the editor. Its state stays with its tab. */
  close(): void
}

/** Shows the editor of a tab in an element; selected is what was selected in its text before it had loaded. */
export function mount(parent: HTMLElement, tab: ConsoleTab, words: EditorWords, selected?: Selected): EditorHandle {
  const state =
    tab.editor ?? EditorState.create({ doc: tab.text, selection: selected, extensions: extensionsOf(tab, words) })
  const view = new EditorView({ state, parent })
  follow(tab, state)
  const detach = tab.attach({
    replace: (from, to, insert) => {
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        scrollIntoView: true,
      })
      view.focus()
    },
    change: (changes) => view.dispatch({ changes: [...changes], userEvent: 'format' }),
    endSuggestions: () => void closeCompletion(view),
  })
  return {
    focus: () => view.focus(),
    mark: (marks) => mark(view, marks),
    find: () => void openSearchPanel(view),
    close: () => {
      tab.editor = view.state
      detach()
      view.destroy()
    },
  }
}

function mark(view: EditorView, marks: readonly Mark[]): void {
  const { state } = view
  const [first] = marks
  if (first ? first.text !== state.doc.toString() : diagnosticCount(state) === 0) return
  const within = (at: number) => Math.min(at, state.doc.length)
  const found = marks.map(({ from, to, message }) => ({
    from: within(from),
    to: within(to),
    message,
    severity: 'error' as const,
  }))
  view.dispatch(setDiagnostics(state, found))
}

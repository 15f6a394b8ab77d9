import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { openSearchPanel, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { finding } from '../../../ui/code/find'
import type { ShowFindBar } from '../../../ui/code/finding'
import { look } from '../../../ui/code/look'
import type { Selected } from '../../../ui/EarlyField'
import { json } from './json'

/** An editor that is shown. */
export interface EditorHandle {
  focus(): void
  /** Shows a text that was changed elsewhere. */
  show(text: string): void
  /** Marks an error; undefined for none. */
  mark(fault: { from: number; to: number; message: string } | undefined): void
  wrap(on: boolean): void
  /** Opens the search in the text. */
  find(): void
  close(): void
}

export interface EditorOf {
  text: string
  selected: Selected
  json: boolean
  wrap: boolean
  label: string
  findBar: ShowFindBar
  onText(text: string): void
  /** The cursor's position, counted from 1. */
  onCursor(line: number, column: number): void
}

/** Keys of the library that the viewer or the window handles. */
const taken = new Set(['Mod-Enter', 'Escape', 'Mod-/', 'Mod-i', 'Alt-A', 'Shift-Alt-a', 'Ctrl-l', 'Alt-l'])

/** Shows an editor for one value in an element. */
export function mount(parent: HTMLElement, of: EditorOf): EditorHandle {
  const wrapping = new Compartment()
  const wrapped = (on: boolean): Extension => (on ? EditorView.lineWrapping : [])
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: of.text,
      selection: of.selected,
      extensions: [
        EditorState.tabSize.of(2),
        indentUnit.of('  '),
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        finding(of.findBar),
        of.json ? [json, bracketMatching(), closeBrackets()] : [],
        look,
        wrapping.of(wrapped(of.wrap)),
        keymap.of(
          [...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]
            .filter(({ key }) => !taken.has(key ?? ''))
            .concat(searchKeymap.filter(({ key }) => key !== 'Mod-f')),
        ),
        EditorView.contentAttributes.of({
          'aria-label': of.label,
          spellcheck: 'false',
          tabindex: '0',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) of.onText(state.doc.toString())
          if (!docChanged && !selectionSet) return
          const at = state.selection.main.head
          const line = state.doc.lineAt(at)
          of.onCursor(line.number, at - line.from + 1)
        }),
      ],
    }),
  })
  return {
    focus: () => view.focus(),
    show: (text) => {
      const before = view.state.doc.toString()
      if (text === before) return
      const { length } = before
      if (!text.startsWith(before)) view.dispatch({ changes: { from: 0, to: length, insert: text } })
      else {
        const behind = view.state.selection.main.head === length
        view.dispatch({
          changes: { from: length, insert: text.slice(length) },
          ...(behind && { selection: { anchor: text.length } }),
        })
      }
    },
    mark: (fault) => {
      const { length } = view.state.doc
      const marks = fault
        ? [
            {
              from: Math.min(fault.from, Math.max(0, length - 1)),
              to: Math.min(fault.to, length),
              message: fault.message,
              severity: 'error' as const,
            },
          ]
        : []
      view.dispatch(setDiagnostics(view.state, marks))
    },
    wrap: (on) => view.dispatch({ effects: wrapping.reconfigure(wrapped(on)) }),
    find: () => void openSearchPanel(view),
    close: () => view.destroy(),
  }
}

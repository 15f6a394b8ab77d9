import { closeBrackets } from '@codemirror/autocomplete'
import { history } from '@codemirror/commands'
import { bracketMatching, codeFolding, foldGutter, indentOnInput, indentUnit } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, lineNumbers, placeholder } from '@codemirror/view'
import { finding } from '../../../ui/code/find'
import type { ShowFindBar } from '../../../ui/code/finding'
import { look } from '../../../ui/code/look'
import { completing } from '../completing'
import type { ConsoleTab } from '../tab'
import { beginsCurl } from './curl'
import { keys } from './keys'
import { consoleLanguage } from './language'
import { currentLine, places, requestMarks } from './places'

/** The editor's events, and what the window draws of it. */
export interface EditorWords {
  findBar: ShowFindBar
  /** The id of the element that says how to leave the editor by keyboard. */
  hint: string
  /** What the icon next to a request does. */
  run: string
  /** The editor's name, with the request at the cursor. */
  label(name: string, current: number, requests: number, line: string): string
}

/** The extensions of a tab's editor. They last as long as the tab, even while another one is shown. */
export function extensionsOf(tab: ConsoleTab, words: EditorWords): Extension {
  const { complete } = tab
  return [
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    lineNumbers(),
    requestMarks(words.run, (place) => void tab.runAt(place)),
    foldGutter({ openText: '⌄', closedText: '›' }),
    codeFolding({ placeholderText: '…' }),
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    finding(words.findBar),
    placeholder(tab.session.request),
    consoleLanguage,
    look,
    keys(),
    complete ? completing(complete) : [],
    EditorView.contentAttributes.of({
      'aria-describedby': words.hint,
      spellcheck: 'false',
      autocapitalize: 'off',
      tabindex: '0',
    }),
    EditorView.contentAttributes.compute([places], (state) => ({ 'aria-label': labelOf(tab.title, state, words) })),
    EditorView.domEventHandlers({
      paste: (event) => {
        const pasted = event.clipboardData?.getData('text/plain') ?? ''
        if (!beginsCurl(pasted)) return false
        event.preventDefault()
        void tab.paste(pasted)
        return true
      },
    }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state, startState }) => {
      if (docChanged) tab.type(state.doc)
      // A long text is parsed further after it was typed, which finds requests without any other change.
      const found = state.field(places) !== startState.field(places)
      if (docChanged || selectionSet || found) follow(tab, state)
    }),
  ]
}

/** Passes the selection, and the request at the cursor, to the tab. */
export function follow(tab: ConsoleTab, state: EditorState): void {
  const { from, to } = state.selection.main
  tab.selection = { from, to }
  const { requests, current } = state.field(places)
  tab.place(current, requests)
}

function labelOf(name: string, state: EditorState, words: EditorWords): string {
  const { requests, current } = state.field(places)
  return words.label(name, current, requests, currentLine(state))
}

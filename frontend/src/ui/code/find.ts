import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  setSearchQuery,
} from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import type { EditorView, Panel, ViewUpdate } from '@codemirror/view'
import { noMatches, search as searchText } from '../text/search'
import { foundWords } from '../text/words'
import type { EditorFinding, ShowFindBar } from './finding'

/** The find bar of an editor, which the window draws. */
export const finding = (showBar: ShowFindBar): Extension =>
  search({ top: true, literal: true, createPanel: (view) => panelOf(view, showBar) })

function panelOf(view: EditorView, showBar: ShowFindBar): Panel {
  const dom = document.createElement('div')
  const bar = showBar(dom)
  const show = () => bar.show(findingOf(view))
  return {
    dom,
    top: true,
    mount: show,
    update: (update) => {
      if (matters(update)) show()
    },
    destroy: () => bar.close(),
  }
}

function matters({ docChanged, selectionSet, transactions }: ViewUpdate): boolean {
  return docChanged || selectionSet || transactions.some(({ effects }) => effects.some((one) => one.is(setSearchQuery)))
}

function findingOf(view: EditorView): EditorFinding {
  const { search: text, replace, caseSensitive, regexp } = getSearchQuery(view.state)
  return {
    text,
    replacement: replace,
    options: { matchCase: caseSensitive, regex: regexp },
    found: foundIn(view),
    readOnly: view.state.readOnly,
    change: ({ text: next = text, replacement = replace, matchCase = caseSensitive, regex = regexp }) => {
      const query = { literal: true, search: next, replace: replacement, caseSensitive: matchCase, regexp: regex }
      view.dispatch({ effects: setSearchQuery.of(new SearchQuery(query)) })
    },
    step: (by) => void (by < 0 ? findPrevious(view) : findNext(view)),
    replace: () => void replaceNext(view),
    replaceAll: () => void replaceAll(view),
    close: () => {
      closeSearchPanel(view)
      view.focus()
    },
  }
}

/** The number of matches, and which of them is selected: "3 of 12". */
function foundIn(view: EditorView): string {
  const query = getSearchQuery(view.state)
  if (query.search === '') return ''
  const options = { matchCase: query.caseSensitive, regex: query.regexp }
  const invalid = query.regexp && !query.valid
  const matches = invalid ? { ...noMatches, invalid } : searchText(view.state.doc.toString(), query.search, options)
  const { from, to } = view.state.selection.main
  const current = matches.at.findIndex((at, i) => at === from && matches.ends[i] === to)
  if (current >= 0 || matches.invalid || matches.at.length === 0) return foundWords(matches, current)
  return `${foundWords(matches, 0).replace(/^1 of /, '')} found`
}

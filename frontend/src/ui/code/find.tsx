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
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { FindField } from '../FindField'
import { SmallIcon } from '../SmallIcon'
import { noMatches, search as searchText } from '../text/search'
import { foundWords } from '../text/useFind'

/** The find bar of an editor, with a field for what replaces a match where the text can be changed. */
export const finding = (): Extension => search({ top: true, literal: true, createPanel: panelOf })

function panelOf(view: EditorView): Panel {
  const dom = document.createElement('div')
  const root = createRoot(dom)
  const show = () => root.render(<EditorFind view={view} />)
  return {
    dom,
    top: true,
    mount: show,
    update: (update) => {
      if (matters(update)) show()
    },
    // React does not let a root be removed while it renders another one.
    destroy: () => queueMicrotask(() => root.unmount()),
  }
}

function matters({ docChanged, selectionSet, transactions }: ViewUpdate): boolean {
  return docChanged || selectionSet || transactions.some(({ effects }) => effects.some((one) => one.is(setSearchQuery)))
}

/** How many matches there are, and which of them is selected: "3 of 12". */
export function foundIn(view: EditorView): string {
  const query = getSearchQuery(view.state)
  if (query.search === '') return ''
  const options = { matchCase: query.caseSensitive, regex: query.regexp }
  const matches = query.valid
    ? searchText(view.state.doc.toString(), query.search, options)
    : { ...noMatches, invalid: true }
  const { from, to } = view.state.selection.main
  const current = matches.at.findIndex((at, i) => at === from && matches.ends[i] === to)
  if (current >= 0 || matches.invalid || matches.at.length === 0) return foundWords(matches, current)
  return `${foundWords(matches, 0).replace(/^1 of /, '')} found`
}

function EditorFind({ view }: { view: EditorView }) {
  const query = getSearchQuery(view.state)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.setAttribute('main-field', 'true') // what the editor's search gives the focus to
    field.current?.focus()
    field.current?.select()
  }, [])
  const change = (part: Partial<{ search: string; replace: string; caseSensitive: boolean; regexp: boolean }>) => {
    const { search: text, replace, caseSensitive, regexp } = query
    const next = new SearchQuery({ literal: true, search: text, replace, caseSensitive, regexp, ...part })
    view.dispatch({ effects: setSearchQuery.of(next) })
  }
  const close = () => {
    closeSearchPanel(view)
    view.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <search className="editor-find" aria-label="Find in the text" onKeyDown={keys}>
      <FindField
        ref={field}
        label="Find"
        width={200}
        clears={false}
        text={query.search}
        found={foundIn(view)}
        options={{ matchCase: query.caseSensitive, regex: query.regexp }}
        onText={(text) => change({ search: text })}
        onStep={(by) => void (by < 0 ? findPrevious(view) : findNext(view))}
        onOptions={({ matchCase, regex }) =>
          change({
            ...(matchCase !== undefined && { caseSensitive: matchCase }),
            ...(regex !== undefined && { regexp: regex }),
          })
        }
      />
      {!view.state.readOnly && (
        <>
          <label className="field sm quiet" style={{ width: 160 }}>
            <input
              aria-label="Replace with"
              placeholder="Replace with"
              value={query.replace}
              spellCheck={false}
              onChange={(event) => change({ replace: event.target.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                event.stopPropagation()
                replaceNext(view)
              }}
            />
          </label>
          <button type="button" className="btn quiet sm" onClick={() => void replaceNext(view)}>
            Replace
          </button>
          <button type="button" className="btn quiet sm" onClick={() => void replaceAll(view)}>
            Replace All
          </button>
        </>
      )}
      <span className="grow" />
      <SmallIcon icon={X} label="Close Find" onClick={close} />
    </search>
  )
}

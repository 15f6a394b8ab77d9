import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view'
import { type Place, requestAt, requestsOf } from './requests'

/** The requests of the text, and which of them has the cursor, -1 without any. */
export interface Places {
  requests: readonly Place[]
  current: number
}

/** Where the requests are, as the grammar splits them. */
export const places = StateField.define<Places>({
  create: (state) => placed(state, found(state)),
  update: (value, transaction) => {
    const { state, startState } = transaction
    if (syntaxTree(state) !== syntaxTree(startState)) return placed(state, found(state))
    return transaction.selection ? placed(state, value.requests) : value
  },
})

const found = (state: EditorState) => requestsOf(syntaxTree(state), state.doc)

function placed(state: EditorState, requests: readonly Place[]): Places {
  return { requests, current: requestAt(requests, state.doc.lineAt(state.selection.main.head).to) }
}

/** The first line of the request with the cursor, '' without any. */
export function currentLine(state: EditorState): string {
  const { requests, current } = state.field(places)
  const place = requests[current]
  return place ? state.doc.lineAt(place.line).text.trim() : ''
}

const edge = Decoration.line({ class: 'cm-currentRequest' })

/** Marks the lines of the request with the cursor. */
const edges = EditorView.decorations.compute([places], (state): DecorationSet => {
  const { requests, current } = state.field(places)
  const place = requests[current]
  const lines = new RangeSetBuilder<Decoration>()
  if (!place) return lines.finish()
  const last = state.doc.lineAt(Math.min(place.end, state.doc.length)).number
  for (let n = state.doc.lineAt(place.line).number; n <= last; n += 1) {
    const { from } = state.doc.line(n)
    lines.add(from, from, edge)
  }
  return lines.finish()
})

/** The sign beside the first line of the request with the cursor: a click runs it, as the key does. */
class RunSign extends GutterMarker {
  constructor(readonly tip: string) {
    super()
  }

  override toDOM(): Node {
    const sign = document.createElement('span')
    sign.className = 'cm-run'
    sign.dataset.tip = this.tip
    sign.textContent = '▶'
    return sign
  }
}

/** The column with the run sign; run gets the place of the request that was clicked. */
function runGutter(tip: string, run: (place: number) => void): Extension {
  const sign = new RunSign(tip)
  return gutter({
    class: 'cm-runs',
    lineMarker: (view, line) => {
      const { requests, current } = view.state.field(places)
      const place = requests[current]
      return place && place.line >= line.from && place.line <= line.to ? sign : null
    },
    lineMarkerChange: (update) => update.startState.field(places) !== update.state.field(places),
    initialSpacer: () => sign,
    domEventHandlers: {
      mousedown: (view, line, event) => {
        const { requests, current } = view.state.field(places)
        const place = requests[current]
        if (!place || place.line < line.from || place.line > line.to) return false
        event.preventDefault()
        run(place.line)
        return true
      },
    },
  })
}

/** Everything that the editor shows of requests. */
export function requestMarks(tip: string, run: (place: number) => void): Extension {
  return [places, edges, runGutter(tip, run)]
}

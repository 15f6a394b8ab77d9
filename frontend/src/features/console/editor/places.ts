import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  GutterMarker,
  gutter,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { type Place, requestAt, requestOf, requestsIn } from './requests'

/** The number of requests in the text, and which of them is at the cursor. */
export interface Places {
  requests: number
  /** The zero-based index of the request at the cursor; -1 for none. */
  current: number
  /** Where that request is. */
  place: Place | null
}

/** The positions of the requests, as the grammar splits them. */
export const places = StateField.define<Places>({
  create: placed,
  update: (value, { state, startState, selection }) =>
    selection || syntaxTree(state) !== syntaxTree(startState) ? placed(state) : value,
})

function placed(state: EditorState): Places {
  const tree = syntaxTree(state)
  const current = requestAt(tree, state.doc, state.doc.lineAt(state.selection.main.head).to)
  return { requests: requestsIn(tree), current, place: requestOf(tree, state.doc, current) }
}

/** The first line of the request at the cursor, '' for none. */
export function currentLine(state: EditorState): string {
  const { place } = state.field(places)
  return place ? state.doc.lineAt(place.line).text.trim() : ''
}

const edge = Decoration.line({ class: 'cm-currentRequest' })

/** Marks the visible lines of the request at the cursor. */
const edges = ViewPlugin.fromClass(
  class {
    marked: DecorationSet
    constructor(view: EditorView) {
      this.marked = edgesIn(view)
    }
    update({ view, state, startState, viewportChanged }: ViewUpdate) {
      if (viewportChanged || state.field(places) !== startState.field(places)) this.marked = edgesIn(view)
    }
  },
  { decorations: ({ marked }) => marked },
)

function edgesIn({ state, viewport }: EditorView): DecorationSet {
  const { place } = state.field(places)
  const lines = new RangeSetBuilder<Decoration>()
  if (!place) return lines.finish()
  const last = Math.min(place.end, viewport.to)
  for (let at = Math.max(place.line, viewport.from); at <= last; ) {
    const { from, to } = state.doc.lineAt(at)
    lines.add(from, from, edge)
    at = to + 1
  }
  return lines.finish()
}

/** The icon next to the first line of the request at the cursor: a click runs it, like the key. */
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

/** The gutter with the run icon; run gets the position of the clicked request. */
function runGutter(tip: string, run: (place: number) => void): Extension {
  const sign = new RunSign(tip)
  return gutter({
    class: 'cm-runs',
    lineMarker: (view, line) => {
      const { place } = view.state.field(places)
      return place && place.line >= line.from && place.line <= line.to ? sign : null
    },
    lineMarkerChange: (update) => update.startState.field(places) !== update.state.field(places),
    initialSpacer: () => sign,
    domEventHandlers: {
      mousedown: (view, line, event) => {
        const { place } = view.state.field(places)
        if (!place || place.line < line.from || place.line > line.to) return false
        event.preventDefault()
        run(place.line)
        return true
      },
    },
  })
}

/** Everything that the editor shows for requests. */
export function requestMarks(tip: string, run: (place: number) => void): Extension {
  return [places, edges, runGutter(tip, run)]
}

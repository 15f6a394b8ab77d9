import { autocompletion, type Completion, type CompletionSource, pickedCompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** One thing that can be written at a place. */
export interface Option {
  readonly label: string
  /** What it is, in a word. */
  readonly detail: string
  /** What is inserted, and the places in it that are to be filled in: the cursor goes to the first, or to the end. */
  readonly apply: string
  readonly stops: readonly number[]
  readonly deprecated: boolean
}

/** What can be written in place of a part of the text, the best first. */
export interface Options {
  readonly from: number
  readonly to: number
  readonly options: readonly Option[]
  /** True where the options are only shown when asked for. */
  readonly quiet: boolean
}

/** Finds what can be written where the cursor is; null for nothing, and once it is aborted. */
export type Complete = (text: string, cursor: number, signal: AbortSignal) => Promise<Options | null>

/** Suggests while something is typed, and when Ctrl+Space asks for it. */
export function completing(complete: Complete): Extension {
  const source: CompletionSource = async (context) => {
    const end = new AbortController()
    context.addEventListener('abort', () => end.abort(), { onDocChange: true })
    const found = await complete(context.state.doc.toString(), context.pos, end.signal)
    if (!found || end.signal.aborted || found.options.length === 0 || (found.quiet && !context.explicit)) return null
    return { from: found.from, to: found.to, filter: false, options: found.options.map(shown) }
  }
  return autocompletion({
    override: [source],
    icons: false,
    maxRenderedOptions: 100,
    optionClass: ({ type }) => (type === 'deprecated' ? 'cm-deprecated' : ''),
  })
}

function shown(option: Option): Completion {
  const { label, detail, deprecated } = option
  return {
    label,
    detail,
    type: deprecated ? 'deprecated' : undefined,
    apply: (view, completion, from, to) => write(view, completion, option, from, to),
  }
}

function write(view: EditorView, completion: Completion, { apply, stops }: Option, from: number, to: number): void {
  view.dispatch({
    changes: { from, to, insert: apply },
    selection: { anchor: from + (stops[0] ?? apply.length) },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
}

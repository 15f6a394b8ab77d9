import { autocompletion, type CompletionContext, type CompletionSource } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'

/** Something that can be inserted. */
export interface Option {
  label: string
  /** What it is, in a word: shown beside it. */
  detail?: string
  /** What is inserted, if it is not the label. */
  apply?: string
  /** A sentence about it. */
  info?: string
}

/** What can be inserted from a place of the text on. */
export interface Options {
  from: number
  options: readonly Option[]
}

/** Finds what can be inserted where the cursor is; null where there is nothing. */
export type Complete = (text: string, cursor: number) => Options | null | Promise<Options | null>

/** Suggests while something is typed, and when Ctrl+Space asks for it. */
export function completing(complete: Complete): Extension {
  const source: CompletionSource = async (context: CompletionContext) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos)
    if (!context.explicit && !/[\w".@$/?&=_-]/.test(before)) return null
    const found = await complete(context.state.doc.toString(), context.pos)
    if (!found || context.aborted || found.options.length === 0) return null
    return { from: found.from, options: [...found.options], validFor: /^[\w.@*-]*$/ }
  }
  return autocompletion({ override: [source], icons: false, maxRenderedOptions: 200 })
}

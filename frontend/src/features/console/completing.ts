import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  hasNextSnippetField,
  moveCompletionSelection,
  nextSnippetField,
  type Completion as Offered,
  pickedCompletion,
  selectedCompletion,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { stylesInRem } from '../../lib/rem'
import type { Completion, Option } from './completion/option'
import { around } from './editor/requests'
import { words } from './words'

/**
 * Finds the completions at a position of a text that contains the request at that position; whole returns the entire
 * text.
 */
export interface Complete {
  /**
   * Null for none, or once aborted. asked means that the user requested it, so that the cluster can be queried, too.
   */
  (text: string, cursor: number, signal: AbortSignal, asked: boolean, whole: () => string): Promise<Completion | null>
  /** The same synchronously, from the previous result after more was typed; undefined if that is not possible. */
  next?(text: string, cursor: number, before: Completion, whole: () => string): Completion | null | undefined
}

/** An option of the library, with its completion. */
interface Shown extends Offered {
  readonly option: Option
}

/** Completes while the user types, and on request. */
export function completing(complete: Complete): Extension {
  return [
    autocompletion({
      override: [(context) => found(complete, context)],
      defaultKeymap: false,
      icons: false,
      // Enter inserts a line break if the text is already complete (see accept), so there is nothing to wait for.
      interactionDelay: 0,
      activateOnCompletion: goesOn,
      optionClass: (shown) => ((shown as Shown).option.deprecated ? 'cm-deprecated' : ''),
    }),
    Prec.highest(keymap.of(keys)),
    look,
  ]
}

async function found(complete: Complete, context: CompletionContext): Promise<CompletionResult | null> {
  const end = new AbortController()
  context.addEventListener('abort', () => end.abort(), { onDocChange: true })
  const { state, pos, explicit } = context
  const { text, from, whole } = pieceAt(state, pos)
  const completion = await complete(text, pos - from, end.signal, explicit, whole)
  if (!completion || context.aborted || (completion.quiet && !explicit)) return null
  return resultOf(complete, completion, from, state, explicit)
}

/** The context of a position: its request, and where that begins. */
function pieceAt(state: EditorState, pos: number): { text: string; from: number; whole: () => string } {
  const { doc } = state
  const tree = syntaxTree(state)
  // In a long text that is still being parsed, the position can be after the parsed part.
  const { from, to } = tree.length < pos ? { from: 0, to: doc.length } : around(tree, pos, doc.length)
  return { text: doc.sliceString(from, to), from, whole: () => doc.toString() }
}

/**
 * A list of options; null without any. Further typing updates it synchronously: a pending list accepts no key, so Tab
 * right after a letter would insert spaces, and Enter a line break.
 */
function resultOf(
  complete: Complete,
  completion: Completion,
  start: number,
  state: EditorState,
  explicit: boolean,
): CompletionResult | null {
  const { typed } = completion
  const from = completion.from + start
  const to = completion.to + start
  const written = state.sliceDoc(from, to)
  // The existing text comes first, so that Enter after a complete word inserts a line break and not a longer word.
  const there = completion.options.filter(({ apply }) => apply === written)
  const others = completion.options.filter(({ apply }) => apply !== written)
  const options = others.length > 0 || explicit ? [...there, ...others] : []
  if (options.length === 0) return null
  const update: CompletionResult['update'] = (_, __, ___, { state: now, pos }) => {
    const piece = pieceAt(now, pos)
    const next = complete.next?.(piece.text, pos - piece.from, completion, piece.whole)
    return next && !next.quiet ? resultOf(complete, next, piece.from, now, false) : null
  }
  return {
    from,
    to,
    options: options.map(shown),
    filter: false,
    update,
    getMatch: ({ label }) => matched(label, typed),
  }
}

function shown(option: Option): Shown {
  const { label, detail } = option
  return { label, detail, option, apply: (view, chosen, from, to) => write(view, chosen as Shown, from, to) }
}

/** Which characters of a label were typed. */
function matched(label: string, typed: string): number[] {
  const at = label.toLowerCase().indexOf(typed.toLowerCase())
  return at < 0 || typed === '' ? [] : [at, at + typed.length]
}

/** Inserts an option. If it has places to fill in, Tab moves from one to the next. */
function write(view: EditorView, chosen: Shown, from: number, to: number): void {
  const { apply, stops } = chosen.option
  if (stops.length > 0) {
    // The library indents the lines of a template itself.
    const indent = /^[ \t]*/.exec(view.state.doc.lineAt(from).text)?.[0] ?? ''
    snippet(template(apply, stops).replaceAll(`\n${indent}`, '\n'))(view, chosen, from, to)
    startCompletion(view)
    return
  }
  const changes = difference(view.state.sliceDoc(from, to), apply, from)
  // In a place to fill in, the cursor stays inside the quotes, so that Tab moves to the next place.
  const filling = hasNextSnippetField(view.state)
  const end = filling ? changes.from + changes.insert.length : from + apply.length
  view.dispatch({
    changes,
    selection: filling && changes.insert === '' ? undefined : { anchor: end },
    annotations: pickedCompletion.of(chosen),
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
}

/** Goes to the next place to fill in, and shows what fits there. */
function fillNext(view: EditorView): boolean {
  if (!nextSnippetField(view)) return false
  startCompletion(view)
  return true
}

/** Changes only what differs between the existing text and the new one. */
function difference(there: string, text: string, from: number): { from: number; to: number; insert: string } {
  const least = Math.min(there.length, text.length)
  let before = 0
  while (before < least && there[before] === text[before]) before += 1
  let after = 0
  while (after < least - before && there.at(-1 - after) === text.at(-1 - after)) after += 1
  return { from: from + before, to: from + there.length - after, insert: text.slice(before, text.length - after) }
}

/** A text with places to fill in, in the library's syntax. */
function template(text: string, stops: readonly number[]): string {
  let all = ''
  let at = 0
  for (const stop of stops) {
    all += `${escaped(text.slice(at, stop))}#{}`
    at = stop
  }
  return all + escaped(text.slice(at))
}

function escaped(text: string): string {
  return text.replace(/([#$])(?=\{)/g, '$1\\')
}

/** True if the next part can be completed at once: after a slash, an equals sign or a method. */
function goesOn(chosen: Offered): boolean {
  return /[/= ]$/.test((chosen as Shown).option.apply)
}

/** Accepts an option, or leaves the key to the editor if the option would change nothing. */
function accept(view: EditorView): boolean {
  const chosen = selectedCompletion(view.state) as Shown | null
  if (!chosen) return false
  const { apply } = chosen.option
  const { head } = view.state.selection.main
  if (view.state.sliceDoc(head - apply.length, head) !== apply) return acceptCompletion(view)
  closeCompletion(view)
  return false
}

/** Closes the list; while none is visible yet, Escape goes to its next use, such as cancelling a request. */
function close(view: EditorView): boolean {
  const seen = completionStatus(view.state) === 'active'
  closeCompletion(view)
  return seen
}

const keys: readonly KeyBinding[] = [
  { key: 'Ctrl-Space', mac: 'Alt-Escape', run: startCompletion },
  { mac: 'Ctrl-Space', run: startCompletion },
  // On systems that reserve that key.
  { mac: 'Alt-i', run: startCompletion },
  { key: 'Escape', run: close },
  { key: 'ArrowDown', run: moveCompletionSelection(true) },
  { key: 'ArrowUp', run: moveCompletionSelection(false) },
  { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
  { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
  { key: 'Enter', run: accept },
  { key: 'Tab', run: (view) => (completionStatus(view.state) === 'active' && accept(view)) || fillNext(view) },
]

const look = EditorView.theme(
  stylesInRem({
    '.cm-tooltip.cm-tooltip-autocomplete': {
      padding: '3px',
      borderRadius: 'var(--r-5)',
      boxShadow: 'var(--sh-2)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': {
      minWidth: '260px',
      maxWidth: '460px',
      maxHeight: '244px',
      font: 'var(--fs-12) / 18px var(--font-mono)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: 'var(--c-accent)',
      color: 'var(--c-on-accent)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
      display: 'flex',
      alignItems: 'baseline',
      gap: '16px',
      padding: '1px 8px',
      lineHeight: '20px',
      borderRadius: 'var(--r-3)',
    },
    '.cm-completionLabel': { flex: '1 0 auto' },
    '.cm-completionMatchedText': { textDecoration: 'underline' },
    '.cm-tooltip.cm-tooltip-autocomplete::after': {
      content: JSON.stringify(words.keys),
      display: 'block',
      margin: '3px -3px -3px',
      padding: '3px 11px',
      borderTop: '1px solid var(--c-line)',
      fontSize: 'var(--fs-11)',
      color: 'var(--c-text-3)',
    },
    '.cm-completionDetail': {
      margin: '0',
      fontStyle: 'normal',
      fontFamily: 'var(--font-ui)',
      fontSize: 'var(--fs-11)',
      color: 'var(--c-text-3)',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
    'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
    '.cm-deprecated .cm-completionLabel': { textDecoration: 'line-through' },
  }),
)

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
 * Finds the completions at a place of a text, which contains the request of that place; whole returns the entire text.
 */
export interface Complete {
  /** Null for nothing, or once it is aborted. Asked says that it was asked for, so that the cluster can be asked too. */
  (text: string, cursor: number, signal: AbortSignal, asked: boolean, whole: () => string): Promise<Completion | null>
  /** The same at once, from the previous result after more was typed; undefined if that is not possible. */
  next?(text: string, cursor: number, before: Completion, whole: () => string): Completion | null | undefined
}

/** An option as the library shows it, with its completion. */
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
      // Enter writes a line where the text is complete already (see accept), so that nothing needs to be waited for.
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

/** What is around a place: the request that it belongs to, and where that begins. */
function pieceAt(state: EditorState, pos: number): { text: string; from: number; whole: () => string } {
  const { doc } = state
  const tree = syntaxTree(state)
  // In a long text that is still being parsed, the place can be after the parsed part.
  const { from, to } = tree.length < pos ? { from: 0, to: doc.length } : around(tree, pos, doc.length)
  return { text: doc.sliceString(from, to), from, whole: () => doc.toString() }
}

/**
 * A list of options; null without any. What is typed next changes it at once: a list that is still being looked for accepts
 * no key, so Tab right after a letter would write spaces, and Enter a line.
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
  // What is there already comes first, so that Enter after a word that is complete writes a line and no longer word.
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

/** Writes an option. Where it leaves something to fill in, Tab goes from one to the next. */
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
  // In a place to fill in, the cursor stays inside the quotes, so that Tab goes to the next place.
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

/** Changes only what differs between a text that is there and another one. */
function difference(there: string, text: string, from: number): { from: number; to: number; insert: string } {
  const least = Math.min(there.length, text.length)
  let before = 0
  while (before < least && there[before] === text[before]) before += 1
  let after = 0
  while (after < least - before && there.at(-1 - after) === text.at(-1 - after)) after += 1
  return { from: from + before, to: from + there.length - after, insert: text.slice(before, text.length - after) }
}

/** A text with places to fill in, as the library writes it. */
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

/** True where the next thing can be chosen at once: after a slash, an equals sign or a method. */
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

/** Closes the list; while there is none to see yet, Escape is for what else it ends, such as a request. */
function close(view: EditorView): boolean {
  const seen = completionStatus(view.state) === 'active'
  closeCompletion(view)
  return seen
}

const keys: readonly KeyBinding[] = [
  { key: 'Ctrl-Space', mac: 'Alt-Escape', run: startCompletion },
  { mac: 'Ctrl-Space', run: startCompletion },
  // Where the system keeps that for itself.
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

import type { LiveField, LiveValue } from './live'

/** A completion at a position. */
export interface Option {
  readonly label: string
  readonly kind: 'method' | 'path' | 'name' | 'parameter' | 'key' | 'field' | 'value' | 'shape'
  /** A description: the title of an endpoint, the type of a field, the kind of a name. */
  readonly detail: string
  /** The text that replaces the typed text. */
  readonly apply: string
  /** The places in it to fill in; the cursor goes to the first, or to the end if there are none. */
  readonly stops: readonly number[]
  readonly deprecated: boolean
}

/** The completions at a position. */
export interface Completion {
  readonly from: number
  readonly to: number
  readonly options: readonly Option[]
  /** What was typed, without quotes. */
  readonly typed: string
  /** True if the typed text begins none of the options, so that they are shown only on request. */
  readonly quiet: boolean
  /** If values of a field can be completed: what to ask the cluster for, and how to write them. */
  readonly values: Wanted | null
  /** The values that the cluster listed, if it was asked. */
  readonly listed?: Listed
}

/** Values of a field from the cluster: all that begin with the typed text, or the most frequent of them. */
export interface Listed {
  readonly values: readonly LiveValue[]
  readonly all: boolean
}

/** Values of a field that can be completed at a position. */
export interface Wanted {
  readonly object: string
  readonly field: LiveField
  readonly typed: string
  /** The option for a value, with its number of documents. */
  option(value: string, documents: string): Option
}

export function option(kind: Option['kind'], label: string, detail = '', more: Partial<Option> = {}): Option {
  return { kind, label, detail, apply: label, stops: [], deprecated: false, ...more }
}

/**
 * The options that match the typed text: those that begin with it, then those with a word that begins with it, and from
 * three letters on those that contain it. Deprecated ones come last.
 */
export function fitting(options: readonly Option[], typed: string): Option[] {
  const sought = typed.toLowerCase()
  const ranked = options.map((one) => ({
    one,
    rank: rankOf(one.label.toLowerCase(), sought) + (one.deprecated ? 4 : 0),
  }))
  const found = ranked.filter(({ rank }) => rank % 4 < 3)
  return found.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}

function rankOf(label: string, sought: string): number {
  const at = label.indexOf(sought)
  if (at <= 0) return at === 0 ? 0 : 3
  if (/[^a-z0-9]/.test(label[at - 1] ?? '')) return 1
  return sought.length < 3 ? 3 : 2
}

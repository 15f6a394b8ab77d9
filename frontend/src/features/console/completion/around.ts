import type { Grammar } from './grammar'
import type { Live, LiveField } from './live'
import { type Completion, type Option, option, type Wanted } from './option'
import { lineStart } from './request'
import type { Frame, Place } from './scan'
import type { Part } from './shapes'
import { type Filled, written } from './template'

/** The context of a position in a body. */
export interface Around {
  readonly grammar: Grammar
  readonly live: Live
  readonly text: string
  readonly place: Place
  /** Where the request ends. */
  readonly end: number
  /** The keys that lead to the position, '' for an array. */
  readonly path: readonly string[]
  /** The object whose fields can be used, '' for all. */
  readonly object: string
}

/** Everything inside a document is part of the document. */
export function documentsOf(part: Part): readonly Part[] {
  return part.kind === 'name' && part.of === '@doc' ? [part] : []
}

/** The quoted words that a part can be. */
export function wordsOf(around: Around, part: Part): Option[] {
  if (part.kind === 'values')
    return part.values.filter((value) => typeof value === 'string').map((value) => option('value', value))
  if (part.kind !== 'name') return []
  if (part.of === '@object') return around.live.names.map(({ name, kind }) => option('name', name, kind))
  if (part.of === '@field') return fieldsOf(around).map(({ name, type }) => option('field', name, type))
  return []
}

/** The fields that can be used at a position. */
function fieldsOf({ grammar, live, object, path, place }: Around): readonly LiveField[] {
  const { fits, query } = grammar.fits.of(path)
  const nested = query ? nestedPath(grammar.fits.nested, place.frames) : null
  const needed = grammar.fits.needed(path)
  return live
    .fields(object)
    .filter((field) => needed(field) && fits(field) && (nested === null || field.nested === nested))
}

/**
 * The path of the nested query around a position: a query finds nothing in fields of other objects. Null if unknown.
 */
function nestedPath([around, path]: readonly [string, string], frames: readonly Frame[]): string | null {
  for (const [i, frame] of [...frames.entries()].toReversed()) {
    if (frames[i - 1]?.key === around) return frame.keys.get(path) || null
  }
  return ''
}

/** An option whose text is built on demand: most options of a list are never chosen. */
export function lazy(
  kind: Option['kind'],
  label: string,
  detail: string,
  deprecated: boolean,
  make: () => { apply: string; stops: readonly number[] },
): Option {
  let made: { apply: string; stops: readonly number[] } | null = null
  const once = () => {
    made ??= make()
    return made
  }
  return {
    kind,
    label,
    detail,
    deprecated,
    get apply() {
      return once().apply
    },
    get stops() {
      return once().stops
    },
  }
}

/** A key with a template for its value; the key alone if it already has one. */
export function keyOption(
  around: Around,
  kind: Option['kind'],
  label: string,
  detail: string,
  deprecated: boolean,
  template: () => unknown,
): Option {
  const { text, place, end } = around
  return lazy(kind, label, detail, deprecated, () => {
    const key = JSON.stringify(label)
    if (/^\s*:/.test(text.slice(place.to, Math.min(end, place.to + 100)))) return { apply: key, stops: [] }
    return joined(`${key}: `, written(template(), indentAt(around)), commaAt(around))
  })
}

export function joined(before: string, { text, stops }: Filled, after: string): { apply: string; stops: number[] } {
  return { apply: before + text + after, stops: stops.map((at) => before.length + at) }
}

export function indentAt({ text, place }: Around): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, place.from), place.from))?.[0] ?? ''
}

/** A comma if another key or value follows. */
export function commaAt({ text, place, end }: Around): string {
  const rest = text.slice(place.to, Math.min(end, place.to + 2000))
  return place.frames.length > 0 && /^\s*["{[\w-]/.test(rest) ? ',' : ''
}

/** Options without duplicates. */
export function unique(options: readonly Option[]): Option[] {
  const byLabel = new Map<string, Option>()
  for (const one of options) if (!byLabel.has(one.label)) byLabel.set(one.label, one)
  return [...byLabel.values()]
}

export function completed({ place }: Around, options: readonly Option[], values: Wanted | null): Completion | null {
  if (options.length === 0 && !values) return null
  const quiet = place.typed === '' && !place.quoted
  return { from: place.from, to: place.to, options, typed: place.typed, quiet, values }
}

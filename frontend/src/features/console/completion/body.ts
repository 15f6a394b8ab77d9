import { type Around, documentsOf } from './around'
import type { Type } from './facts'
import type { Grammar } from './grammar'
import { keys } from './keys'
import type { Live } from './live'
import type { Completion } from './option'
import { type Frame, type Place, placeOf } from './scan'
import type { Flat, Part } from './shapes'
import { values } from './values'

/** A piece of JSON in a text: its range, its possible types, and its object. */
export interface Body {
  readonly from: number
  readonly end: number
  readonly type: Type
  readonly object: string
}

/** The completions at a position in a body. */
export function body(grammar: Grammar, live: Live, text: string, cursor: number, of: Body): Completion | null {
  const place = placeOf(text, of.from, cursor, of.end)
  if (place.at === 'none' || place.triple) return null
  const path = place.frames.map((frame) => (frame.array ? '' : frame.key))
  if (place.at === 'key') path.pop()
  const { objects } = grammar.facts.words.names
  const named = place.frames.flatMap(({ keys }) => objects.flatMap((key) => (keys.has(key) ? [keys.get(key)] : [])))
  const near = named.at(-1)
  const around: Around = { grammar, live, text, place, end: of.end, path, object: near || of.object }
  const found = walk(grammar, grammar.shapes.parts(of.type), place)
  return place.at === 'key' ? keys(around, found) : values(around, found)
}

/** The possible types at a position: for a key the objects that can have it, for a value its types. */
function walk(grammar: Grammar, top: readonly Part[], { frames, at }: Place): readonly Part[] {
  let parts = top
  for (const [i, frame] of frames.entries()) {
    if (at === 'key' && i === frames.length - 1 && !frame.array) return narrowed(grammar, parts, frame)
    const inside = frame.array
      ? parts.flatMap((part) => inArray(grammar, part))
      : narrowed(grammar, parts, frame).flatMap((part) => below(grammar, part, frame.key))
    // Each kind of field can contain each kind of field, so equal ones are followed only once.
    parts = [...new Set(inside)]
  }
  return parts
}

function inArray(grammar: Grammar, part: Part): readonly Part[] {
  return part.kind === 'array' ? grammar.shapes.parts(part.of) : documentsOf(part)
}

function below(grammar: Grammar, part: Part, key: string): readonly Part[] {
  if (part.kind !== 'object') return documentsOf(part)
  const own = part.object.properties.get(key)
  if (own !== undefined) return grammar.shapes.parts(own)
  return part.object.more.flatMap((more) => grammar.shapes.parts(more.value))
}

/** Of several objects, those that match the existing words: "type": "keyword" leaves one kind of field. */
function narrowed(grammar: Grammar, parts: readonly Part[], frame: Frame): readonly Part[] {
  const objects = parts.filter((part) => part.kind === 'object')
  if (objects.length < 2) return parts
  const words = [...frame.keys].filter(([, word]) => word !== '')
  const agreeing = objects.filter(({ object }) => words.every(([key, word]) => agrees(grammar, object, key, word)))
  return agreeing.length > 0 ? [...agreeing, ...parts.flatMap(documentsOf)] : parts
}

/** False if the property allows exactly one value, and a different one is present. */
function agrees(grammar: Grammar, object: Flat, key: string, word: string): boolean {
  const type = object.properties.get(key)
  if (type === undefined) return true
  const [only, ...others] = grammar.shapes.parts(type)
  if (only?.kind !== 'values' || others.length > 0 || only.values.length > 1) return true
  return String(only.values[0]) === word
}

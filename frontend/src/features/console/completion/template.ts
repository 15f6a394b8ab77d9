import type { Type } from './facts'
import type { Flat, Part, Shapes } from './shapes'

/** A text to insert, and the places in it to fill in. */
export interface Filled {
  readonly text: string
  readonly stops: readonly number[]
}

const stop = '\u0000'

/**
 * Writes a value of the overlay or of shapeOf() as JSON: "$" is a string to fill in, "$v" a value, "$o" an object, "$a"
 * an array. Objects that contain only words are written on one line.
 */
export function written(value: unknown, indent: string): Filled {
  const marked = print(value, indent)
  const stops: number[] = []
  for (let at = marked.indexOf(stop); at >= 0; at = marked.indexOf(stop, at + 1)) stops.push(at - stops.length)
  return { text: marked.replaceAll(stop, ''), stops }
}

function print(value: unknown, indent: string): string {
  const inner = `${indent}  `
  if (value === '$') return `"${stop}"`
  if (value === '$v') return stop
  if (value === '$o') return `{\n${inner}${stop}\n${indent}}`
  if (value === '$a') return `[${stop}]`
  if (Array.isArray(value))
    return list(
      '[',
      ']',
      value.map((one) => print(one, value.every(short) ? indent : inner)),
      value.every(short),
      indent,
    )
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value)
  const flat = entries.every(([, one]) => short(one))
  const lines = entries.map(([key, one]) => `"${key === '$' ? stop : key}": ${print(one, flat ? indent : inner)}`)
  return list('{', '}', lines, flat, indent)
}

function list(open: string, close: string, items: readonly string[], flat: boolean, indent: string): string {
  if (items.length === 0) return `${open}${close}`
  const pad = open === '{' ? ' ' : ''
  if (flat) return `${open}${pad}${items.join(', ')}${pad}${close}`
  return `${open}\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}${close}`
}

/** A word, or a list of words. */
function short(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => short(one) && !Array.isArray(one))
  return value === null || (typeof value !== 'object' && value !== '$o')
}

/** The template for a value of a type: its required properties, or a place to fill in. */
export function shapeOf(shapes: Shapes, type: Type, depth = 0): unknown {
  const parts = shapes.parts(type)
  const array = parts.find((part) => part.kind === 'array')
  if (array?.kind === 'array' && !parts.some(({ kind }) => kind === 'string' || kind === 'name')) {
    const one = depth < 3 ? shapeOf(shapes, array.of, depth + 1) : '$a'
    return one === '$v' || one === '$a' ? '$a' : [one]
  }
  const object = parts.find((part) => part.kind === 'object')
  if (object?.kind === 'object' && !wordFirst(parts)) return objectOf(shapes, object.object, depth)
  return wordOf(parts)
}

/** If a word is as good as an object, such as a field name, the word is used. */
function wordFirst(parts: readonly Part[]): boolean {
  const [first] = parts
  return first !== undefined && first.kind !== 'object' && first.kind !== 'array'
}

function wordOf(parts: readonly Part[]): unknown {
  const words = parts.some(
    (part) =>
      part.kind === 'string' ||
      part.kind === 'name' ||
      (part.kind === 'values' && part.values.some((v) => typeof v === 'string')),
  )
  return words && !parts.some(({ kind }) => kind === 'boolean' || kind === 'number') ? '$' : '$v'
}

function objectOf(shapes: Shapes, flat: Flat, depth: number): unknown {
  if (depth >= 3) return '$o'
  const required = flat.container ? [] : [...flat.required]
  if (required.length === 0 && flat.properties.get('field') === '@field') required.push('field')
  const written: Record<string, unknown> = {}
  for (const key of required) {
    const type = flat.properties.get(key)
    written[key] = flat.templates[key] ?? (type === undefined ? '$v' : shapeOf(shapes, type, depth + 1))
  }
  const [more] = flat.more
  if (more && !flat.container && flat.properties.size < 10) written.$ = shapeOf(shapes, more.value, depth + 1)
  return Object.keys(written).length > 0 ? written : '$o'
}

import { words } from '../words'
import { type Around, commaAt, completed, documentsOf, indentAt, joined, unique, wordsOf } from './around'
import { type Completion, fitting, type Option, option, type Wanted } from './option'
import type { Part } from './shapes'
import { written } from './template'

/** The values that can be at a place. */
export function values(around: Around, parts: readonly Part[]): Completion | null {
  const { place } = around
  const after = commaAt(around)
  const options = parts
    .flatMap((part) => wordsOf(around, part))
    .map((one) => ({ ...one, apply: `${JSON.stringify(one.label)}${after}` }))
  if (!place.quoted) options.push(...bareValues(around, parts, after))
  return completed(around, fitting(unique(options), place.typed), wantedAt(around, parts, after))
}

/** What is written without quotes. */
function bareValues(around: Around, parts: readonly Part[], after: string): Option[] {
  const text = parts.some(({ kind }) => kind === 'string')
  const words: string[] = []
  for (const part of parts) {
    if (part.kind === 'boolean') words.push('true', 'false')
    // -1 and 0 are times with a meaning of their own, among others that are written.
    if (part.kind === 'values' && !text) words.push(...part.values.filter((v) => typeof v !== 'string').map(String))
  }
  const options = words.map((word) => option('value', word, '', { apply: word + after }))
  return around.place.typed === '' ? [...options, ...brackets(around, parts, after)] : options
}

function brackets(around: Around, parts: readonly Part[], after: string): Option[] {
  const options: Option[] = []
  const indent = indentAt(around)
  if (parts.some((part) => part.kind === 'object' || documentsOf(part).length > 0))
    options.push(option('shape', '{ }', '', joined('', written('$o', indent), after)))
  if (parts.some(({ kind }) => kind === 'array'))
    options.push(option('shape', '[ ]', '', joined('', written('$a', indent), after)))
  return options
}

/** What the cluster can be asked for at a place. */
function wantedAt(around: Around, parts: readonly Part[], after: string): Wanted | null {
  const { grammar, place, path, live, object } = around
  if (object === '' || !parts.some(({ kind }) => kind === 'string' || kind === 'any' || kind === 'number')) return null
  const name = grammar.fits.fieldOf(path)
  const field = live.fields(object).find((one) => one.name === name)
  if (!field) return null
  const write = (value: string) =>
    (grammar.fits.isBare(field.type) && !place.quoted ? value : JSON.stringify(value)) + after
  return {
    object,
    field,
    typed: place.typed,
    option: (value, documents) => option('value', value, words.documents(documents), { apply: write(value) }),
  }
}

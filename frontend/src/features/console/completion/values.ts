import { words } from '../words'
import { type Around, commaAt, completed, documentsOf, indentAt, joined, unique, wordsOf } from './around'
import type { TextRule } from './facts'
import { inText, restOf, rulesOf } from './inText'
import { type Completion, fitting, type Option, option, type Wanted } from './option'
import type { Part } from './shapes'
import { written } from './template'

/** The possible values at a position. */
export function values(around: Around, parts: readonly Part[]): Completion | null {
  const { place } = around
  const rules = rulesOf(around.grammar, parts)
  if (rules && place.quoted && !place.typed.includes('\\')) return insideOf(around, rules)
  const after = commaAt(around)
  const options = parts
    .flatMap((part) => wordsOf(around, part))
    .map((one) => ({ ...one, apply: `${JSON.stringify(one.label)}${after}` }))
  if (!place.quoted) options.push(...bareValues(around, parts, after))
  return completed(around, fitting(unique(options), place.typed), wantedAt(around, parts, after))
}

/** The completions inside a string. */
function insideOf({ grammar, live, object, text, place, path }: Around, rules: readonly TextRule[]): Completion | null {
  const cursor = place.from + 1 + place.typed.length
  const to = cursor + restOf(text.slice(cursor, place.to))
  const write = (name: string) => JSON.stringify(name).slice(1, -1)
  const { typed, options } = inText(
    grammar,
    rules,
    live.fields(object).filter(grammar.fits.needed(path)),
    [place.typed, text[to] ?? ''],
    write,
  )
  if (options.length === 0) return null
  return { from: cursor - typed.length, to, options, typed, quiet: false, values: null }
}

/** Values written without quotes. */
function bareValues(around: Around, parts: readonly Part[], after: string): Option[] {
  const text = parts.some(({ kind }) => kind === 'string')
  const words: string[] = []
  for (const part of parts) {
    if (part.kind === 'boolean') words.push('true', 'false')
    // Numbers such as the times -1 and 0, which have special meanings among other types of values.
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

/** What to ask the cluster for at a position. */
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

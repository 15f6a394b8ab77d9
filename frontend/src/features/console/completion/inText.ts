import type { TextRule } from './facts'
import type { Grammar } from './grammar'
import type { LiveField } from './live'
import { fitting, type Option, option } from './option'
import type { Part } from './shapes'

/** The completions of a word inside a text. */
interface InText {
  readonly typed: string
  readonly options: readonly Option[]
}

/** The word at the end of a text, and its rest at the beginning of what follows. */
const word = /[^\s,:&|()<>=![\]`"]*$/
const rest = /^[^\s,:&|()<>=![\]`"]*/

/** The rules for the inside of a text of one of some types, undefined if there are none. */
export function rulesOf({ facts }: Grammar, parts: readonly Part[]): readonly TextRule[] | undefined {
  for (const part of parts) {
    const rules = part.kind === 'name' ? facts.words.texts?.[part.of] : undefined
    if (rules) return rules
  }
  return undefined
}

/** How much of a word follows in a text. */
export function restOf(text: string): number {
  return rest.exec(text)?.[0].length ?? 0
}

/**
 * The completions after the beginning of a text; next is the character after its word, and write the spelling of a
 * field's name in it.
 */
export function inText(
  { fits }: Grammar,
  rules: readonly TextRule[],
  fields: readonly LiveField[],
  [before, next]: readonly [string, string],
  write: (name: string) => string,
): InText {
  const typed = word.exec(before)?.[0] ?? ''
  const start = before.slice(0, before.length - typed.length)
  const options = rules
    .filter(({ a }) => new RegExp(`(?:${a})$`).test(start))
    .flatMap(({ f, w = [] }) => [
      ...(f === undefined ? [] : fields.filter(({ type }) => !fits.isObject(type)).map(fieldOption(f, next, write))),
      ...w.map((one) => option('value', one)),
    ])
  return { typed, options: fitting(options, typed) }
}

function fieldOption(suffix: string, next: string, write: (name: string) => string): (field: LiveField) => Option {
  const after = next === suffix ? '' : suffix
  return ({ name, type }) => option('field', name, type, { apply: write(name) + after })
}

import type { FieldWords } from './facts'
import type { LiveField } from './live'

/** Which fields can be used somewhere. */
type Fit = (field: LiveField) => boolean

/** An engine's field types: which can be used where, and what their values look like. */
export class Fits {
  readonly #words: FieldWords

  constructor(words: FieldWords) {
    this.#words = words
  }

  /** Which fields can be used below some keys, the innermost last, and whether a query searches them. */
  of(path: readonly string[]): { fits: Fit; query: boolean } {
    const { queries, others, holders, nested } = this.#words
    const holder = path.findLast((key) => Object.hasOwn(holders, key))
    const query = holder !== undefined && holders[holder] === 'queries'
    const [first, second] = query ? [queries, others] : [others, queries]
    for (const key of path.toReversed()) {
      const kinds = own(first, key) ?? own(second, key)
      if (!kinds) continue
      const searched = query && Object.hasOwn(queries, key) && key !== nested[0]
      return { fits: ({ type }) => this.#isOf(kinds, type), query: searched }
    }
    return { fits: () => true, query: false }
  }

  /** Which fields have what the innermost of some keys needs. */
  needed(path: readonly string[]): Fit {
    const { needs = {} } = this.#words
    const lists = needs[path.findLast((key) => Object.hasOwn(needs, key)) ?? '']
    if (!lists) return () => true
    return ({ type, attributes }) =>
      attributes === undefined ||
      lists.some((list) =>
        Object.entries(list).every(([title, texts]) => isAmong(texts, title === '' ? type : (attributes[title] ?? ''))),
      )
  }

  /** The titles of the attributes that fields are judged by. */
  get attributes(): readonly string[] {
    const lists = Object.values(this.#words.needs ?? {}).flat()
    return [...new Set(lists.flatMap((list) => Object.keys(list)))].filter((title) => title !== '').toSorted()
  }

  #isOf(kinds: readonly string[], type: string): boolean {
    const { always, groups } = this.#words
    if (always.includes(type)) return true
    const [first, ...others] = kinds
    const listed = first === '!' ? others : kinds
    return listed.some((name) => own(groups, name)?.includes(type) ?? name === type) !== (first === '!')
  }

  /** The field of a value, from the keys around it: "term", "status" and "term", "status", "value"; '' for none. */
  fieldOf(path: readonly string[]): string {
    const { valued, between } = this.#words
    const plain = path.filter((key) => key !== '')
    const last = plain.at(-1) ?? ''
    const short = plain.at(-2) ?? ''
    if (valued.includes(short)) return last
    if (between.includes(last) && valued.includes(plain.at(-3) ?? '')) return short
    return ''
  }

  /** True for types whose values are not quoted. */
  isBare(type: string): boolean {
    return this.#words.bare.includes(type)
  }

  isObject(type: string): boolean {
    return this.#words.objects.includes(type)
  }

  /** True for types that refer to another type. */
  isOther(type: string): boolean {
    return this.#words.always.includes(type)
  }

  /** The key of a nested query, and the key of its path. */
  get nested(): readonly [string, string] {
    return this.#words.nested
  }
}

/** Whether a text is one of some, or none of the others if the first is "!". */
function isAmong(texts: readonly string[], text: string): boolean {
  return texts[0] === '!' ? !texts.includes(text, 1) : texts.includes(text)
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

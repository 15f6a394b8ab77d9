import type { FieldWords } from './facts'
import type { LiveField } from './live'

/** Which fields can be named somewhere. */
type Fit = (field: LiveField) => boolean

/** The types of fields of an engine: which can be named where, and what their values look like. */
export class Fits {
  readonly #words: FieldWords

  constructor(words: FieldWords) {
    this.#words = words
  }

  /** Which fields can be named below some keys, the innermost last, and whether a query searches them. */
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

  #isOf(kinds: readonly string[], type: string): boolean {
    const { always, groups } = this.#words
    if (always.includes(type)) return true
    const [first, ...others] = kinds
    const listed = first === '!' ? others : kinds
    return listed.some((name) => own(groups, name)?.includes(type) ?? name === type) !== (first === '!')
  }

  /** The field that a value is for, by the keys around it: "term", "status" and "term", "status", "value"; '' for none. */
  fieldOf(path: readonly string[]): string {
    const { valued, between } = this.#words
    const plain = path.filter((key) => key !== '')
    const last = plain.at(-1) ?? ''
    const short = plain.at(-2) ?? ''
    if (valued.includes(short)) return last
    if (between.includes(last) && valued.includes(plain.at(-3) ?? '')) return short
    return ''
  }

  /** True for types whose values have no quotes. */
  isBare(type: string): boolean {
    return this.#words.bare.includes(type)
  }

  isObject(type: string): boolean {
    return this.#words.objects.includes(type)
  }

  /** True for types that another one stands behind. */
  isOther(type: string): boolean {
    return this.#words.always.includes(type)
  }

  /** The key of a query that searches objects apart from their document, and the key of their path in it. */
  get nested(): readonly [string, string] {
    return this.#words.nested
  }
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Why a row cannot be shown or changed as it is: only rows with such a document have it. */
export const damage = '#damaged'

/** The role of a hidden value. Place, key and routing identify the row. */
export type Role = 'place' | 'key' | 'routing' | 'revision' | 'hash'

/** A value of each row that no column shows. Revisions are compared by the value of rank 1 first; 0 means no rank. */
export interface HiddenColumn {
  name: string
  role: Role
  rank: number
}

/** A hidden value of a row. */
export interface HiddenValue {
  name: string
  value: string
}

const identifying: readonly string[] = ['place', 'key', 'routing']

/** The roles of the hidden values in a view's rows. A value that the view does not list belongs to the revision. */
export class Roles {
  readonly #columns: readonly HiddenColumn[]
  readonly #identity: ReadonlySet<string>
  /** The names of the values that order revisions, the most significant first. */
  readonly #order: readonly string[]

  constructor(columns: readonly HiddenColumn[] = []) {
    this.#columns = columns
    this.#identity = new Set(columns.filter(({ role }) => identifying.includes(role)).map(({ name }) => name))
    const ranked = columns.filter(({ rank }) => rank > 0)
    this.#order = ranked.sort((a, b) => a.rank - b.rank).map(({ name }) => name)
  }

  /** Whether a hidden value identifies the row rather than its revision. */
  identifies(name: string): boolean {
    return this.#identity.has(name)
  }

  /** The name of the hidden value with a role, '' for none. */
  nameOf(role: Role): string {
    return this.#columns.find((column) => column.role === role)?.name ?? ''
  }

  /** The hidden value with a role, '' for none. */
  valueOf(values: readonly HiddenValue[], role: Role): string {
    return valueNamed(values, this.nameOf(role))
  }

  /** The hidden values that identify a row. */
  identityOf<V extends HiddenValue>(values: readonly V[]): V[] {
    return values.filter(({ name }) => this.identifies(name))
  }

  /** The hidden values that the engine needs to find a document besides its key and place, such as its routing. */
  routeOf<V extends HiddenValue>(values: readonly V[]): V[] {
    return values.filter(({ name }) =>
      this.#columns.some((column) => column.name === name && column.role === 'routing'),
    )
  }

  /** The hidden values that identify a row's revision. */
  revisionOf<V extends HiddenValue>(values: readonly V[]): V[] {
    return values.filter(({ name }) => !this.identifies(name))
  }

  /** The text that identifies a row, in every order and revision; undefined if nothing identifies it. */
  rowKey(values: readonly HiddenValue[]): string | undefined {
    const identity = this.identityOf(values).map(({ name, value }) => [name, value])
    return identity.length === 0 ? undefined : JSON.stringify(identity)
  }

  /** Whether two revisions have the same bytes, as far as is known. */
  sameRevision(a: readonly HiddenValue[], b: readonly HiddenValue[]): boolean {
    const [hash, other] = [this.valueOf(a, 'hash'), this.valueOf(b, 'hash')]
    if (hash !== '' && other !== '') return hash === other
    const own = this.#numbers(a)
    return own !== undefined && own.join() === this.#numbers(b)?.join()
  }

  /** Whether a revision is known to be newer than another one, or the same; false if they cannot be compared. */
  reaches(a: readonly HiddenValue[], b: readonly HiddenValue[]): boolean {
    const [now, then] = [this.#numbers(a), this.#numbers(b)]
    if (!now || !then) return false
    const at = now.findIndex((number, i) => number !== then[i])
    return at < 0 || (now[at] as bigint) > (then[at] as bigint)
  }

  /** Whether a revision has the values that tell which of two is newer. */
  isOrdered(values: readonly HiddenValue[]): boolean {
    return this.#numbers(values) !== undefined
  }

  /** The number of an ordered revision that users see, '' for none. */
  numberOf(values: readonly HiddenValue[]): string {
    return valueNamed(values, this.#order.at(-1) ?? '')
  }

  /** The numbers that order a revision; undefined if any is missing. */
  #numbers(values: readonly HiddenValue[]): bigint[] | undefined {
    const texts = this.#order.map((name) => valueNamed(values, name))
    return texts.length > 0 && texts.every((text) => /^\d+$/.test(text)) ? texts.map(BigInt) : undefined
  }
}

export function valueNamed(values: readonly HiddenValue[], name: string): string {
  return values.find((value) => value.name === name)?.value ?? ''
}

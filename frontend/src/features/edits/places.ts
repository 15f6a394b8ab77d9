/** A row that is shown among others: its key, and the row of those before which it is. */
export interface Placed {
  key: string
  at: number
}

/** Maps displayed rows to a source's rows and back; some of the source's rows are not shown. */
export class Places {
  readonly keys: readonly string[]
  /** The source's row before which each of them is, among those that are shown; these never fall. */
  readonly #at: readonly number[]
  readonly #of: ReadonlyMap<string, number>
  /** The rows of the source that are not shown, in order. */
  readonly #left: readonly number[]

  constructor(placed: readonly Placed[], left: readonly number[] = []) {
    this.#left = left
    const sorted = [...placed].sort((a, b) => a.at - b.at)
    this.keys = sorted.map(({ key }) => key)
    this.#at = sorted.map(({ at }) => this.among(at))
    this.#of = new Map(this.keys.map((key, index) => [key, index]))
  }

  get count(): number {
    return this.keys.length
  }

  /** How many rows of the source are not shown. */
  get leftOut(): number {
    return this.#left.length
  }

  isLeftOut(row: number): boolean {
    return this.#left[row - this.among(row)] === row
  }

  /** How many rows of the source are shown before one of them. */
  among(row: number): number {
    return row - firstWhere(this.#left.length, (at) => (this.#left[at] as number) >= row)
  }

  /** The key of the row that is shown at a place, undefined for a row of the source. */
  keyAt(shown: number): string | undefined {
    const before = this.#before(shown)
    return this.#shownOf(before) === shown ? this.keys[before] : undefined
  }

  /** The source's row that is shown at a place, or the next one after it. */
  row(shown: number): number {
    const among = shown - this.#before(shown)
    return among + firstWhere(this.#left.length, (at) => (this.#left[at] as number) - at > among)
  }

  /** Where a row of the source is shown. */
  shown(row: number): number {
    const among = this.among(row)
    return among + firstWhere(this.#at.length, (at) => (this.#at[at] as number) > among)
  }

  /** Where a row is shown that is not one of the source. */
  shownKey(key: string): number | undefined {
    const index = this.#of.get(key)
    return index === undefined ? undefined : this.#shownOf(index)
  }

  /** How many of them are shown before a place. */
  #before(shown: number): number {
    return firstWhere(this.#at.length, (at) => this.#shownOf(at) >= shown)
  }

  #shownOf(index: number): number {
    return index < this.#at.length ? (this.#at[index] as number) + index : Number.NaN
  }
}

/** The first of some numbers from 0 for which something holds that holds for all after it; the number of all if for none. */
function firstWhere(count: number, holds: (at: number) => boolean): number {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/**
 * Orders rows that are shown after others: each right after its own, whether that is one of the source or one of them; at
 * the top if it has none, or if that is not loaded.
 */
export function placesOf(
  rows: readonly { key: string; after: string | undefined }[],
  rowOf: (key: string) => number | undefined,
  left: readonly number[] = [],
): Places {
  const own = new Set(rows.map(({ key }) => key))
  const followers = new Map<string, string[]>()
  const roots: Placed[] = []
  for (const { key, after } of rows) {
    if (after !== undefined && own.has(after)) followers.set(after, [...(followers.get(after) ?? []), key])
    else roots.push({ key, at: after === undefined ? 0 : (rowOf(after) ?? -1) + 1 })
  }
  const placed: Placed[] = []
  const place = ({ key, at }: Placed): void => {
    placed.push({ key, at })
    for (const follower of followers.get(key) ?? []) place({ key: follower, at })
  }
  roots.forEach(place)
  return new Places(placed, left)
}

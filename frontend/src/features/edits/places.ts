/** A row that is shown among others: its key, and the row of those before which it is. */
export interface Placed {
  key: string
  at: number
}

/** Where rows are that are shown among those of a source, both ways. */
export class Places {
  readonly keys: readonly string[]
  /** The source's row before which each of them is; these never fall. */
  readonly #at: readonly number[]
  readonly #of: ReadonlyMap<string, number>

  constructor(placed: readonly Placed[]) {
    const sorted = [...placed].sort((a, b) => a.at - b.at)
    this.keys = sorted.map(({ key }) => key)
    this.#at = sorted.map(({ at }) => at)
    this.#of = new Map(this.keys.map((key, index) => [key, index]))
  }

  get count(): number {
    return this.keys.length
  }

  /** The key of the row that is shown at a place, undefined for a row of the source. */
  keyAt(shown: number): string | undefined {
    const before = this.#before(shown)
    return this.#shownOf(before) === shown ? this.keys[before] : undefined
  }

  /** The source's row that is shown at a place, or the next one after it. */
  row(shown: number): number {
    return shown - this.#before(shown)
  }

  /** Where a row of the source is shown. */
  shown(row: number): number {
    let [from, to] = [0, this.#at.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#at[middle] as number) <= row) from = middle + 1
      else to = middle
    }
    return row + from
  }

  /** Where a row is shown that is not one of the source. */
  shownKey(key: string): number | undefined {
    const index = this.#of.get(key)
    return index === undefined ? undefined : this.#shownOf(index)
  }

  /** How many of them are shown before a place. */
  #before(shown: number): number {
    let [from, to] = [0, this.#at.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#shownOf(middle) < shown) from = middle + 1
      else to = middle
    }
    return from
  }

  #shownOf(index: number): number {
    return index < this.#at.length ? (this.#at[index] as number) + index : Number.NaN
  }
}

/**
 * Orders rows that are shown after others: each right after its own, whether that is one of the source or one of them; at
 * the top if it has none, or if that is not loaded.
 */
export function placesOf(
  rows: readonly { key: string; after: string | undefined }[],
  rowOf: (key: string) => number | undefined,
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
  return new Places(placed)
}

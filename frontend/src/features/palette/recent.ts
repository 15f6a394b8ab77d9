/** How many are remembered. */
const most = 50

/** What was used in the palette of this window, the last used first. */
export class Recent {
  #keys: readonly string[] = []

  get keys(): readonly string[] {
    return this.#keys
  }

  /** Remembers that an entry was used. */
  use(key: string): void {
    this.#keys = [key, ...this.#keys.filter((one) => one !== key)].slice(0, most)
  }
}

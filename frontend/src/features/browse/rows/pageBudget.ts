/** How many bytes of rows all tabs may keep together. Visible pages stay, however large they are. */
const most = 256 * 2 ** 20

/** A holder of pages of rows. */
export interface PageHolder {
  readonly bytes: number
  /** Whether its rows are on screen. */
  readonly shown: boolean
  /** Drops the least recently used page that is not on screen; returns its bytes, 0 if there is none. */
  giveBack(): number
}

/** Limits the total size of the rows in all tabs. */
export class PageBudget {
  readonly #limit: number
  /** Ordered by last use. */
  readonly #holders = new Set<PageHolder>()

  constructor(limit = most) {
    this.#limit = limit
  }

  /**
   * Records that a holder was used or has grown, and makes room for it: hidden rows are dropped first, least recently
   * used first.
   */
  use(holder: PageHolder): void {
    this.leave(holder)
    this.#holders.add(holder)
    let over = [...this.#holders].reduce((sum, { bytes }) => sum + bytes, 0) - this.#limit
    const all = [...this.#holders]
    for (const one of [...all.filter((h) => !h.shown), ...all.filter((h) => h.shown)]) {
      while (over > 0) {
        const freed = one.giveBack()
        if (freed === 0) break
        over -= freed
      }
    }
  }

  /** Removes a holder that has ended. */
  leave(holder: PageHolder): void {
    this.#holders.delete(holder)
  }
}

/** The budget of the window. */
export const pageBudget = new PageBudget()

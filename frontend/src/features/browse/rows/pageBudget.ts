/** How many bytes of rows all tabs keep together. What is on screen stays, however large it is. */
const most = 256 * 2 ** 20

/** What keeps pages of rows. */
export interface PageHolder {
  readonly bytes: number
  /** Whether its rows are on screen. */
  readonly shown: boolean
  /** Drops the least recently used page that is not on screen; returns its bytes, 0 if there is none. */
  giveBack(): number
}

/** Limits what the rows of all tabs take together. */
export class PageBudget {
  readonly #limit: number
  /** In the order of their last use. */
  readonly #holders = new Set<PageHolder>()

  constructor(limit = most) {
    this.#limit = limit
  }

  /** Notes that a holder was used or took more pages, and makes room for it: hidden rows go first, longest unused first. */
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

  /** Forgets a holder that has ended. */
  leave(holder: PageHolder): void {
    this.#holders.delete(holder)
  }
}

/** The budget of the window. */
export const pageBudget = new PageBudget()

/** Where the simple letters end: from this code point on, a character may change the shape of its neighbours. */
const simple = 0x300
const zero = 48
const nine = 57
const ellipsis = '…'

/** Returns the width of a text in px. */
export type Measure = (text: string) => number

/**
 * Computes how much of a text fits into a cell from the widths of its letters, which are measured once. The webview
 * shapes an overflowing text again each time it is painted, which costs more than anything else in a frame.
 */
export class Fit {
  readonly #measure: Measure
  readonly #widths = new Float64Array(simple).fill(-1)
  #ellipsis = -1

  constructor(measure: Measure) {
    this.#measure = measure
  }

  /**
   * How many characters of a text to show in a room in px so that an ellipsis fits behind them; all where the text fits
   * whole. It gives undefined if the text has characters that cannot be measured one by one.
   */
  shown(text: string, room: number): number | undefined {
    if (this.#ellipsis < 0) this.#ellipsis = this.#measure(ellipsis)
    const most = room - this.#ellipsis
    let end = 0
    let used = 0
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code >= simple) return undefined
      used += this.#width(code)
      if (used <= most) end = i + 1
      if (used > room) return end
    }
    return text.length
  }

  /** The width of a text in px; it stops once that reaches `most`. */
  width(text: string, most = Number.POSITIVE_INFINITY): number {
    let width = 0
    for (let i = 0; i < text.length && width < most; i++) {
      const code = text.charCodeAt(i)
      if (code >= simple) return this.#measure(text)
      width += this.#width(code)
    }
    return width
  }

  /** The width of a letter. All digits get the width of the widest one, since columns of numbers use equal widths. */
  #width(code: number): number {
    const known = this.#widths[code] as number
    if (known >= 0) return known
    if (code < zero || code > nine) return this.#keep(code, this.#measure(String.fromCharCode(code)))
    const widest = Math.max(...[...'0123456789'].map(this.#measure))
    for (let digit = zero; digit <= nine; digit++) this.#keep(digit, widest)
    return widest
  }

  #keep(code: number, width: number): number {
    this.#widths[code] = width
    return width
  }
}

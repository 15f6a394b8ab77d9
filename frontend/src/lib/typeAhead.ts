/** How long after a letter the next one begins anew, in milliseconds. */
export const forgetAfter = 800

/** Finds the text of a list by its beginning, as it is typed. */
export class TypeAhead {
  #typed = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * The place of the next text, in a circle, that begins with what was typed in a row, -1 for none. The search begins
   * after the place given, or with it where more than one letter was typed. The same letter again goes on to the next.
   */
  type(letter: string, texts: readonly string[], at: number): number {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#typed = ''
    }, forgetAfter)
    const typed = letter.toLowerCase()
    this.#typed = this.#typed === typed ? typed : this.#typed + typed
    const from = this.#typed.length === 1 ? at + 1 : Math.max(0, at)
    for (let i = 0; i < texts.length; i += 1) {
      const place = (from + i) % texts.length
      if (texts[place]?.toLowerCase().startsWith(this.#typed)) return place
    }
    return -1
  }
}

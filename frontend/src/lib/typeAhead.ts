/** The longest pause between letters of one search, in milliseconds. */
export const forgetAfter = 800

/** Finds an item of a list by typing its beginning. */
export class TypeAhead {
  #typed = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * The index of the next text that begins with the typed letters, wrapping around; -1 for none. The search starts
   * after the given index, or at it if more than one letter was typed. Repeating a letter moves on to the next match.
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

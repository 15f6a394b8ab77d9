/** The page's theme: the system's, or always light or dark. */
export type Theme = 'system' | 'light' | 'dark'

const kept = 'quarry.theme'

/** Applies the chosen theme from the first paint on, and follows the system if none is chosen. */
export class ThemeSwitch {
  readonly #root: HTMLElement
  readonly #dark = window.matchMedia('(prefers-color-scheme: dark)')
  #theme: Theme

  /** Starts with the theme of the last visit, since the backend is asked only after the first paint. */
  constructor(root: HTMLElement) {
    this.#root = root
    this.#theme = themeOf(localStorage.getItem(kept))
    this.#dark.addEventListener('change', this.#draw)
    this.#draw()
  }

  get theme(): Theme {
    return this.#theme
  }

  choose(theme: Theme): void {
    this.#theme = theme
    localStorage.setItem(kept, theme)
    this.#draw()
  }

  /** Stops following the system. */
  end(): void {
    this.#dark.removeEventListener('change', this.#draw)
  }

  readonly #draw = () => {
    const dark = this.#theme === 'dark' || (this.#theme === 'system' && this.#dark.matches)
    this.#root.dataset.theme = dark ? 'dark' : 'light'
  }
}

/** The theme that a text names, the system's for any other text. */
export function themeOf(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

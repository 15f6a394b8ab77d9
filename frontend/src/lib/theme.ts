/** The theme that a page is drawn in. */
export type Theme = 'light' | 'dark'

/** Draws the page in the given theme. */
export function setTheme(root: HTMLElement, theme: Theme): void {
  root.dataset.theme = theme
}

/** Draws the page in the system's theme from the call on. The function that it returns stops following. */
export function followSystemTheme(root: HTMLElement): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => setTheme(root, dark.matches ? 'dark' : 'light')
  apply()
  dark.addEventListener('change', apply)
  return () => dark.removeEventListener('change', apply)
}

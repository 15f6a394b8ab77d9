import { stopOf } from './panes'

/** The panes that take the keyboard where its own is gone, in this order. */
const order = ['tabs', 'grid', 'list', 'sidebar', 'toolbar']

/**
 * Keeps the keyboard on the page: where the element that has the focus is taken away, the pane that it stood in takes
 * the focus, or another one. A dialog keeps the focus by itself, and gives it back where it came from. Answers how to
 * end it.
 */
export function keepFocus(root: Document): () => void {
  let last: Element | null = null
  let pane = ''
  let waits = false
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null
    pane = last?.closest<HTMLElement>('[data-pane]')?.dataset.pane ?? ''
  }
  const isLost = () => last !== null && !last.isConnected && (root.activeElement ?? root.body) === root.body
  const mend = () => {
    waits = false
    if (!isLost() || root.querySelector('[role=dialog][data-open], [role=menu][data-open]')) return
    const stops = [pane, ...order].map((name) => stopOf(root.querySelector(`[data-pane="${name}"]`)))
    stops.find((stop) => stop !== undefined)?.focus()
  }
  // Whatever else gives the focus away does so before the next frame but one is drawn.
  const soon = () => {
    if (waits || !isLost()) return
    waits = true
    requestAnimationFrame(() => requestAnimationFrame(mend))
  }
  const changes = new MutationObserver(soon)
  changes.observe(root.body, { childList: true, subtree: true })
  root.addEventListener('focusin', remember)
  return () => {
    changes.disconnect()
    root.removeEventListener('focusin', remember)
  }
}

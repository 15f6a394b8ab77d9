const focusable = 'a[href], button, input, select, textarea, [tabindex]'
/** A text that can have the focus only for its tooltip. */
const readable = 'span[data-tip]:not([role]), p[data-tip]:not([role]), div[data-tip]:not([role])'

/**
 * Moves the focus to the next or previous pane. A pane is an element with data-pane; they are in page order, banners
 * first, and wrap around, and a pane with nothing to focus is skipped. A nested pane is a separate pane. Returns
 * whether the focus moved.
 */
export function stepPane(root: ParentNode, backwards: boolean): boolean {
  const all = [...root.querySelectorAll<HTMLElement>('[data-pane]')]
  const isBanner = (pane: HTMLElement) => pane.dataset.pane === 'banner'
  const panes = [...all.filter(isBanner), ...all.filter((pane) => !isBanner(pane))]
  const own = document.activeElement?.closest<HTMLElement>('[data-pane]')
  const at = own ? panes.indexOf(own) : -1
  const order = backwards ? panes.reverse() : panes
  const from = at < 0 ? -1 : backwards ? panes.length - 1 - at : at
  for (let i = 1; i <= order.length; i += 1) {
    const stop = stopOf(order[(from + i) % order.length])
    if (!stop || stop.contains(document.activeElement)) continue
    stop.focus()
    return true
  }
  return false
}

/** The first control of a pane in Tab order, or else its first text; panes inside of it are skipped. */
export function stopOf(pane: Element | undefined | null): HTMLElement | undefined {
  const all = [...(pane?.querySelectorAll<HTMLElement>(focusable) ?? [])]
  const stops = all.filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.hasAttribute('disabled') &&
      element.closest('[data-pane]') === pane &&
      isDrawn(element),
  )
  return stops.find((element) => !element.matches(readable)) ?? stops[0]
}

function isDrawn(element: HTMLElement): boolean {
  return typeof element.checkVisibility !== 'function' || element.checkVisibility({ visibilityProperty: true })
}

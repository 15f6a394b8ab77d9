import { type RefObject, useLayoutEffect } from 'react'

/** Marks a part of a row that can be left out: higher numbers first, together with all parts of the same number. */
export const givesWay = (order: number) => ({ 'data-gives': order })

/**
 * Leaves out whole parts of a row until the others fit. A row that still does not fit is marked with data-over: it may
 * wrap.
 */
export function fitRow(row: HTMLElement): void {
  const parts = [...row.querySelectorAll<HTMLElement>('[data-gives]')]
  const orders = [...new Set(parts.map(orderOf))].sort((a, b) => b - a)
  const leave = (order: number, out: boolean) => {
    for (const part of parts) if (orderOf(part) === order) part.toggleAttribute('data-away', out)
  }
  const fits = () => row.scrollWidth <= row.clientWidth
  row.removeAttribute('data-over')
  for (const order of orders) leave(order, false)
  const out: number[] = []
  for (const order of orders) {
    if (fits()) break
    leave(order, true)
    out.unshift(order)
  }
  // A part left out earlier may fit into the room that a wide part freed.
  for (const order of out) {
    leave(order, false)
    if (!fits()) leave(order, true)
  }
  row.toggleAttribute('data-over', !fits())
}

const orderOf = (part: HTMLElement) => Number(part.dataset.gives)

/** Fits a row again whenever its size or that of a part changes. */
export function useFittingRow(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const around = element.closest<HTMLElement>('[data-part=body]')
    // A pane that floats beside the row ends above it, however many lines it has.
    const tell = (height: string) => around?.style.setProperty('--h-wrapped', height)
    const sizes = new ResizeObserver(() => {
      fitRow(element)
      tell(element.hasAttribute('data-over') ? `${element.offsetHeight}px` : '')
    })
    const watch = () => {
      sizes.disconnect()
      for (const watched of [element, ...element.children]) sizes.observe(watched)
    }
    const children = new MutationObserver(watch)
    children.observe(element, { childList: true })
    watch()
    return () => {
      sizes.disconnect()
      children.disconnect()
      tell('')
    }
  }, [row])
}

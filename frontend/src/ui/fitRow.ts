import { type RefObject, useLayoutEffect } from 'react'

/** Marks a part of a row that can be left out: the greater the number, the sooner, and with all parts of that number. */
export const givesWay = (order: number) => ({ 'data-gives': order })

/**
 * Leaves out as many parts of a row as it takes for the others to fit, each as a whole. A row whose others do not fit either
 * is marked with data-over: it may break.
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
  // What went first may be narrow enough for the room that a wide part left.
  for (const order of out) {
    leave(order, false)
    if (!fits()) leave(order, true)
  }
  row.toggleAttribute('data-over', !fits())
}

const orderOf = (part: HTMLElement) => Number(part.dataset.gives)

/** Fits a row again whenever it or a part of it has another size. */
export function useFittingRow(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const sizes = new ResizeObserver(() => fitRow(element))
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
    }
  }, [row])
}

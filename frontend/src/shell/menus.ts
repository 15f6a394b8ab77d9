import type { Connection } from '../host'

/** What a menu of the window acts on. */
export type MenuOf =
  | { kind: 'appearance' }
  | { kind: 'connection'; connection: Connection }
  | { kind: 'groups'; connection: Connection }
  | { kind: 'group'; group: string }

/** A place on the page, in pixels from its top left corner. */
export interface Point {
  x: number
  y: number
}

/** The menu that is open, and what it stands at: the button that opened it, or the place of the pointer. */
export interface OpenMenu {
  of: MenuOf
  at: HTMLElement | Point
  /** Whether it was opened with a key, so that its first item is chosen. */
  byKey: boolean
}

/** The menu of what lies under the pointer. */
export function menuAtPointer(e: { clientX: number; clientY: number; preventDefault(): void }, of: MenuOf): OpenMenu {
  e.preventDefault()
  return { of, at: { x: e.clientX, y: e.clientY }, byKey: false }
}

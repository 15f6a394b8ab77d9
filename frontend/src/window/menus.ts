import type { MouseEvent } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { contextOf } from '../lib/context'

/** One thing that can be done with a line; why says why it cannot, nothing where it can. */
export interface Act {
  title: string
  mac?: string
  win?: string
  why?: string
  run(): void
}

/** What the menus of the window act on, by their kind. Whoever has a menu of its own declares its kind in a `declare module`. */
export interface MenuKinds {
  line: { name: string; acts: readonly Act[] }
}

/** What a menu of the window acts on. */
export type MenuOf = { [K in keyof MenuKinds]: { kind: K } & MenuKinds[K] }[keyof MenuKinds]

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

/** The menu that was asked for of a line: with the pointer at its place, with a key at the line. */
export function menuAt(e: MouseEvent<HTMLElement>, of: MenuOf): OpenMenu {
  e.preventDefault()
  const { clientX: x, clientY: y, currentTarget } = e
  return x === 0 && y === 0 ? menuBelow(currentTarget, of) : { of, at: { x, y }, byKey: false }
}

/** The menu of a line that was asked for with a key. */
export function menuBelow(line: HTMLElement, of: MenuOf): OpenMenu {
  const { left, bottom } = line.getBoundingClientRect()
  return { of, at: { x: left + 8, y: bottom }, byKey: true }
}

/** The menu of a line with what can be done there. */
export function menuOfLine(e: MouseEvent<HTMLElement>, name: string, acts: readonly Act[]): OpenMenu {
  return menuAt(e, { kind: 'line', name, acts })
}

/** The menu of the window that is open: one at a time, wherever it was opened. */
export class Menus {
  readonly store: StoreApi<{ menu: OpenMenu | null }> = createStore(() => ({ menu: null as OpenMenu | null }))

  /** What had the focus when the menu was opened. */
  from: Element | null = null

  open(menu: OpenMenu): void {
    this.from = document.activeElement
    this.store.setState({ menu })
  }

  close(): void {
    this.store.setState({ menu: null })
  }
}

export const [MenusContext, useMenus] = contextOf<Menus>('the menus of the window')

import type { MouseEvent } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { contextOf } from '../lib/context'

/** One action for a line; why is the reason why it cannot run, missing if it can. */
export interface Act {
  title: string
  mac?: string
  win?: string
  why?: string
  run(): void
}

/** What the window's menus act on, by kind. A feature with its own menu declares its kind in a `declare module`. */
export interface MenuKinds {
  line: { name: string; acts: readonly Act[] }
}

export type MenuOf = { [K in keyof MenuKinds]: { kind: K } & MenuKinds[K] }[keyof MenuKinds]

/** A position on the page, in px from its top left corner. */
export interface Point {
  x: number
  y: number
}

/** The open menu, and its anchor: the button that opened it, or the position of the pointer. */
export interface OpenMenu {
  of: MenuOf
  at: HTMLElement | Point
  /** Whether it was opened by keyboard, so that its first item is highlighted. */
  byKey: boolean
}

/** A line's context menu: at the pointer, or at the line if requested by keyboard. */
export function menuAt(e: MouseEvent<HTMLElement>, of: MenuOf): OpenMenu {
  e.preventDefault()
  const { clientX: x, clientY: y, currentTarget } = e
  return x === 0 && y === 0 ? menuBelow(currentTarget, of) : { of, at: { x, y }, byKey: false }
}

/** A line's menu, requested by keyboard. */
export function menuBelow(line: HTMLElement, of: MenuOf): OpenMenu {
  const { left, bottom } = line.getBoundingClientRect()
  return { of, at: { x: left + 8, y: bottom }, byKey: true }
}

export function menuOfLine(e: MouseEvent<HTMLElement>, name: string, acts: readonly Act[]): OpenMenu {
  return menuAt(e, { kind: 'line', name, acts })
}

/** The window's open menu: one at a time, wherever it was opened. */
export class Menus {
  readonly store: StoreApi<{ menu: OpenMenu | null }> = createStore(() => ({ menu: null as OpenMenu | null }))

  /** The element that had the focus when the menu was opened. */
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

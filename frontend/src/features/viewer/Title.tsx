import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Content, Shown, Viewer } from './viewer'

export interface CellViewerProps {
  viewer: Viewer
  mac: boolean
  /** Where the cell is in the window. */
  cellBox(row: number, column: number): DOMRect | undefined
  /** Gives the keyboard's focus back to the grid. */
  onLeave(): void
  panel: RefObject<HTMLElement | null>
}

/** Takes a key of the viewer. */
export type Keys = ((event: KeyboardEvent) => void) | undefined

/** What is shown of a value, and where. */
export interface ViewProps extends Omit<CellViewerProps, 'cellBox'> {
  shown: Shown
  content: Content | null
  /** The keys of the viewer, wherever in it the focus is. */
  keys: RefObject<Keys>
  /** Moves the viewer by its head. */
  drag: object
  /** The button that makes it large. */
  sizing: ReactNode
}

/** What names a value. */
export function Title({ shown }: { shown: Shown }) {
  return (
    <>
      <span className="b ell">{shown.name}</span>
      <span className="t3 fs12 ell">{shown.type === '' ? shown.label : `${shown.label}, ${shown.type}`}</span>
      <span className="grow" />
    </>
  )
}

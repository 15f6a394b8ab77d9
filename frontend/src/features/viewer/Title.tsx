import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Content, Shown, Viewer } from './viewer'

export interface CellViewerProps {
  viewer: Viewer
  mac: boolean
  /** Where the cell is in the window. */
  cellBox(row: number, column: number): DOMRect | undefined
  /** Returns the focus to the grid. */
  onLeave(): void
  panel: RefObject<HTMLElement | null>
}

/** Handles a key of the viewer. */
export type Keys = ((event: KeyboardEvent) => void) | undefined

/** Which value is shown, and where. */
export interface ViewProps extends Omit<CellViewerProps, 'cellBox'> {
  shown: Shown
  content: Content | null
  /** The keys of the viewer, wherever the focus is in it. */
  keys: RefObject<Keys>
  /** Moves the viewer when its head is dragged. */
  drag: object
  /** The button that maximizes it. */
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

import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { reading, useRowHeight } from '../lib/textSize'
import style from './GridView.module.css'
import { Grid } from './grid'
import type { Column, Events, Options, Source } from './types'

/** What GridView shows and which callbacks it calls. */
export interface GridViewProps extends Partial<Omit<Options, 'rowHeight' | 'readOnly'>> {
  /** Row height in px at the usual text size; without it, the user's choice. */
  rowHeight?: number
  columns: readonly Column[]
  source: Source
  /** A new value makes the grid redraw every cell. */
  revision: number
  /** True if a new source has the same rows: selection and position are kept. */
  keepPlace?: boolean
  events: Omit<Events, 'announce'>
  /** The editor over the focused cell, if one is open. */
  editor?: ReactNode
  ref?: Ref<Grid | null>
}

/** The grid as a React component. React makes its box and its live region; it never renders a cell. */
export function GridView({
  columns,
  source,
  revision,
  keepPlace = false,
  events,
  editor,
  label,
  rowHeight: own,
  mac,
  ref,
}: GridViewProps) {
  const rowHeight = useRowHeight(own)
  const readOnly = events.onEdit === undefined
  const size = useStore(reading, (at) => at.size)
  const host = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLDivElement>(null)
  const grid = useRef<Grid | null>(null)
  const latest = useRef(events)
  latest.current = events

  useLayoutEffect(() => {
    if (!host.current) return
    const made = new Grid(host.current, relay(latest, status))
    grid.current = made
    return () => {
      made.destroy()
      grid.current = null
    }
  }, [])
  useImperativeHandle(ref, () => grid.current as Grid, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text size is another option, as it lays out everything.
  useLayoutEffect(() => {
    const changed = Object.entries({ label, rowHeight, mac, readOnly }).filter(([, value]) => value !== undefined)
    grid.current?.setOptions(Object.fromEntries(changed))
  }, [label, rowHeight, mac, readOnly, size])
  // biome-ignore lint/correctness/useExhaustiveDependencies: keepPlace is said of a source when it comes.
  useLayoutEffect(() => grid.current?.show(columns, source, keepPlace), [columns, source])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision alone asks for a refresh.
  useLayoutEffect(() => grid.current?.refresh(), [revision])

  return (
    <div data-part="grid" className={style.place}>
      <div ref={host} />
      <div ref={status} role="status" className="vh" />
      {editor && grid.current && <Editor grid={grid.current}>{editor}</Editor>}
    </div>
  )
}

/**
 * The layer over the focused cell. Its slot exists before the editor does, so that the editor can take the focus at
 * once.
 */
function Editor({ grid, children }: { grid: Grid; children: ReactNode }) {
  return (
    <>
      <EditorPlace grid={grid} />
      {createPortal(children, grid.editorCell)}
    </>
  )
}

function EditorPlace({ grid }: { grid: Grid }) {
  useLayoutEffect(() => {
    grid.openEditor()
    return () => grid.closeEditor()
  }, [grid])
  return null
}

/** Passes events to the current listener, and sentences to the live region. */
function relay(latest: { current: GridViewProps['events'] }, status: { current: HTMLElement | null }): Events {
  const announce = (text: string) => {
    // A screen reader announces a sentence again only if the text differs.
    if (status.current) status.current.textContent = status.current.textContent === text ? `${text}\u00a0` : text
  }
  return {
    onSort: (column, add) => latest.current.onSort(column, add),
    onOpen: (row, column) => latest.current.onOpen(row, column),
    onSelect: (selection) => latest.current.onSelect(selection),
    onMenu: (row, column, x, y) => latest.current.onMenu(row, column, x, y),
    onResize: (column, width) => latest.current.onResize(column, width),
    onMove: (column, to) => latest.current.onMove?.(column, to),
    onScroll: (firstRow, lastRow) => latest.current.onScroll?.(firstRow, lastRow),
    announce,
    tell: (text) => (latest.current.tell ? latest.current.tell(text) : announce(text)),
    // Events that the owner does not listen to are not offered.
    get onEdit() {
      return latest.current.onEdit
    },
    get onTyped() {
      return latest.current.onTyped
    },
    get onDelete() {
      return latest.current.onDelete
    },
    get onPaste() {
      return latest.current.onPaste
    },
  }
}

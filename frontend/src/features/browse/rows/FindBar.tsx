import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Grid } from '../../../grid/grid'
import { sourceColumn } from '../../../grid/sheet'
import type { Column } from '../../../grid/types'
import { isComposing } from '../../../lib/keys'
import { FindField } from '../../../ui/FindField'
import { SmallIcon } from '../../../ui/SmallIcon'
import style from './FindBar.module.css'
import { type Found, findInRows, foundWords, markOf, matchesNow, nextMatch, nothingFound } from './find'
import type { RowsTab } from './rowsTab'

interface FindBarProps {
  tab: RowsTab
  grid: RefObject<Grid | null>
  columns: readonly Column[]
  onClose(): void
}

/** Searches the loaded rows for a text, and says that it searches no others. */
export function FindBar({ tab, grid, columns, onClose }: FindBarProps) {
  const text = useStore(tab.bars, (s) => s.text)
  const [current, setCurrent] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  const found = useFound(tab, grid, columns, text)
  const ready = found.text === text
  /** The step that was requested while the search was still running; 0 for none. */
  const wanted = useRef(0)
  const order = columns.map((_, at) => sourceColumn(columns, at))
  useEffect(() => {
    if (!tab.bars.getState().asked) return
    tab.bars.setState({ asked: false })
    field.current?.select()
  }, [tab])

  const step = (by: number) => {
    const made = grid.current
    wanted.current = ready ? 0 : by
    if (!made || !ready) return
    const { row, column } = made.selection.focus
    const { pages } = tab.shown.getState()
    const matches = pages ? matchesNow(found.matches, pages) : []
    const next = nextMatch(matches, order, { row, column: sourceColumn(columns, column) }, by)
    const match = matches[next]
    setCurrent(next)
    if (match) made.goTo(match.row, order.indexOf(match.column))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was found says that a step can be taken.
  useEffect(() => {
    if (ready && wanted.current !== 0) step(wanted.current)
  }, [found])
  const close = () => {
    onClose()
    grid.current?.focus()
  }
  return (
    <search
      data-part="find-bar"
      className={style.bar}
      aria-label="Find in loaded rows"
      data-pane="find"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <FindField
        ref={field}
        label="Find in loaded rows"
        width={220}
        clears={false}
        text={text}
        found={ready ? foundWords(found, current) : ''}
        onText={(typed) => {
          wanted.current = 0
          tab.bars.setState({ text: typed })
          setCurrent(-1)
        }}
        onStep={step}
      />
      <SmallIcon icon={X} label="Close" onClick={close} />
    </search>
  )
}

/** The matches in a tab's rows, which the grid marks. The search runs again when the rows or columns change. */
function useFound(tab: RowsTab, grid: RefObject<Grid | null>, columns: readonly Column[], text: string): Found {
  const pages = useStore(tab.shown, (s) => s.pages)
  const loaded = useStore(tab.rows.store, (s) => s.pages?.loaded ?? 0)
  const edited = useStore(tab.edits.store, (s) => s.revision)
  const [found, setFound] = useState(nothingFound)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more loaded rows and what was typed are looked through too.
  useEffect(() => {
    const end = new AbortController()
    const places = columns.map((_, at) => sourceColumn(columns, at))
    if (pages) void findInRows(pages, pages.ranges, places, text, end.signal).then((all) => all && setFound(all))
    return () => end.abort()
  }, [pages, loaded, edited, columns, text])
  useEffect(() => {
    const mark = pages && found.matches.length > 0 ? markOf(found.matches, pages) : undefined
    grid.current?.setFound(mark && ((row, column) => mark(row, sourceColumn(columns, column))))
    return () => grid.current?.setFound(undefined)
  }, [found, grid, columns, pages])
  return found
}

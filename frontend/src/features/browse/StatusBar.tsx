import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Funnel, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { count, duration } from '../../lib/words'
import { described, withTip } from '../../ui/tips'
import { filteredWords } from '../filter/words'
import { SelectionFigures } from '../statistics/SelectionFigures'
import { ViewSwitch } from '../structure/ViewSwitch'
import { PageField } from './PageField'
import { PageSizeMenu } from './PageSizeMenu'
import type { RowsTab } from './rowsTab'
import {
  hiddenWords,
  loadedWords,
  pagingOf,
  reachWords,
  snapshotWords,
  sortWords,
  totalWords,
  waitWords,
} from './status'

interface StatusBarProps {
  tab: RowsTab
  /** Goes to a page, counted from 1. */
  onGo(page: number): void
  /** Shows the panel of the columns, where there is one. */
  onColumns?(): void
  /** What stands at the end. */
  children?: ReactNode
}

/** Rows, total, time and page of the rows that are shown. */
export function StatusBar({ tab, onGo, onColumns, children }: StatusBarProps) {
  const state = useStore(tab.rows.store)
  const { view, pages } = state
  const { page, last, open } = pagingOf(state)
  const info = pages?.info(state.page)
  const reach = reachWords(state)
  const snapshot = snapshotWords(info)
  const sorted = sortWords(state.sort)
  const hidden = hiddenWords(useStore(tab.columns.store, (s) => s.layout))
  const filtered = filteredWords(state.filter)
  // What saves have created and deleted since the rows were read; whether a new row is among those of a filter is not known.
  const made = useStore(tab.shown, (s) => (state.filter.rows.length === 0 ? (s.pages?.made ?? 0) : 0))
  const more = useStore(tab.shown, (s) => made - (s.pages?.gone ?? 0))
  const total = state.total === '' ? '' : String(Math.max(0, Number(state.total) + more))
  const selected = useStore(tab.grid.cursor, (s) => s.selected)
  const summedUp = useStore(tab.selected.store, (s) => s.figures !== null)
  return (
    <section className="status" aria-label={`Rows of ${state.object}`} data-pane="status">
      <ViewSwitch structure={tab.structure} />
      <span className="rowsread" role="status">
        <span className="b">
          {pages && pages.loaded > 0 ? loadedWords(pages.loaded + more, total) : waitWords(state)}
        </span>
        {pages && (
          <span className="t3" {...(state.totalError === '' ? {} : withTip(state.totalError))}>
            {totalWords({ ...state, total })}
          </span>
        )}
      </span>
      {filtered !== '' && (
        <button
          type="button"
          className="btn quiet sm ell"
          {...described(filtered)}
          onClick={() => tab.filtering.show()}
        >
          <Funnel size={12} strokeWidth={1.75} aria-hidden="true" />
          Filtered
        </button>
      )}
      {selected > 1 && <span className="t3 p2">{count(selected)} selected</span>}
      <SelectionFigures selected={tab.selected} />
      {sorted !== '' && (
        <span className="t3 ell" data-tip="">
          {sorted}
        </span>
      )}
      {hidden !== '' && onColumns && (
        <button
          type="button"
          className="btn quiet sm p2"
          {...described('Find them in the list of columns')}
          onClick={onColumns}
        >
          {hidden}
        </button>
      )}
      {snapshot !== '' && (
        <span
          className="t3 p2 ell first"
          {...withTip('Every page from the second on is read in it, so that no row is missed or shown twice')}
        >
          {snapshot}
        </span>
      )}
      {info?.note && (
        <span className="warn ell" {...withTip()}>
          {info.note}
        </span>
      )}
      {state.note !== '' && <span className="warn ell">{state.note}</span>}
      {reach !== '' && state.note === '' && (
        <span className="warn ell" {...withTip()}>
          {reach}
        </span>
      )}
      <span className="grow" />
      {info && !summedUp && (
        <span
          className="t3 p2"
          {...withTip(`How long page ${count(page)} took, and how much of that the engine needed`)}
        >
          {duration(Math.max(info.elapsed, pages?.waited(state.page) ?? 0))}
          {info.millis >= 0 && <span className="p3">, engine {duration(info.millis)}</span>}
        </span>
      )}
      {view && (
        <>
          <span className="vsep" />
          <span className="row pager">
            <PageButton label="First page" icon={ChevronFirst} off={page === 1} onClick={() => onGo(1)} />
            <PageButton label="Previous page" icon={ChevronLeft} off={page === 1} onClick={() => onGo(page - 1)} />
            <PageField page={page} last={last} open={open} onGo={onGo} />
            <PageButton label="Next page" icon={ChevronRight} off={page === last} onClick={() => onGo(page + 1)} />
            <PageButton label="Last page" icon={ChevronLast} off={page === last} onClick={() => onGo(last)} />
          </span>
          <PageSizeMenu tab={tab} size={view.pageSize} />
        </>
      )}
      {view && children}
    </section>
  )
}

interface PageButtonProps {
  label: string
  icon: LucideIcon
  off: boolean
  onClick(): void
}

function PageButton({ label, icon: Icon, off, onClick }: PageButtonProps) {
  return (
    <button
      type="button"
      className={`btn quiet icon ${off ? 'off' : ''}`}
      aria-label={label}
      aria-disabled={off}
      data-tip={label}
      onClick={() => !off && onClick()}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}

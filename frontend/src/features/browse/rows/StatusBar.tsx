import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Funnel, type LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import { count, duration } from '../../../lib/words'
import { Button } from '../../../ui/Button'
import { givesWay, useFittingRow } from '../../../ui/fitRow'
import { Pager, RowsRead, SortedBy, StatusLine } from '../../../ui/StatusLine'
import { ToolbarLine } from '../../../ui/Toolbar'
import { described, withTip } from '../../../ui/tips'
import { filteredWords } from '../../filter/words'
import { SelectionFigures } from '../../statistics/SelectionFigures'
import { ViewSwitch } from '../../structure/ViewSwitch'
import { snapshotTip, timeTip } from '../words'
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
  /** Shows the columns panel, if there is one. */
  onColumns?(): void
  /** The content at the end of the bar. */
  children?: ReactNode
}

/** What a narrow bar leaves out, highest number first. Rows, pages and tools are always shown. */
const gives = {
  ...{ engine: 30, time: 29, selected: 28, snapshot: 27, hidden: 26, figure: 10 },
  ...{ pageSize: 4, ends: 3, sorted: 2, figures: 1 },
}

/** Count, total, time and page of the displayed rows. */
export function StatusBar({ tab, onGo, onColumns, children }: StatusBarProps) {
  const state = useStore(tab.rows.store)
  const { view, pages } = state
  const { page, last, open } = pagingOf(state)
  const info = pages?.info(state.page)
  const reach = reachWords(state)
  const snapshot = snapshotWords(info)
  const sorted = sortWords(state.sort, view?.columns ?? [])
  const hidden = hiddenWords(useStore(tab.columns.store, (s) => s.layout))
  const filtered = filteredWords(state.filter, tab.filtering.operators)
  // What saves have created and deleted since the rows were loaded; whether a new row matches the filter is unknown.
  const made = useStore(tab.shown, (s) => (state.filter.rows.length === 0 ? (s.pages?.made ?? 0) : 0))
  const more = useStore(tab.shown, (s) => made - (s.pages?.gone ?? 0))
  const selected = useStore(tab.grid.cursor, (s) => s.selected)
  const summedUp = useStore(tab.selected.store, (s) => s.figures !== null)
  const bar = useRef<HTMLElement>(null)
  useFittingRow(bar)
  return (
    <StatusLine ref={bar} aria-label={`Rows of ${state.object}`} data-pane="status">
      <ViewSwitch structure={tab.structure} />
      <RowsRead role="status">
        <span className="b">
          {pages && pages.loaded > 0 ? loadedWords(pages.loaded + more, state.total) : waitWords(state)}
        </span>
        {pages && (
          <span className="t3" {...(state.totalError === '' ? {} : withTip(state.totalError))}>
            {totalWords(state)}
          </span>
        )}
      </RowsRead>
      {filtered !== '' && (
        <Button quiet small {...described(filtered)} onClick={() => tab.filtering.show()}>
          <Funnel size={12} strokeWidth={1.75} aria-hidden="true" />
          Filtered
        </Button>
      )}
      {selected > 1 && (
        <span className="t3" {...givesWay(gives.selected)}>
          {count(selected)} selected
        </span>
      )}
      <SelectionFigures selected={tab.selected} gives={{ whole: gives.figures, each: gives.figure }} />
      {sorted !== '' && (
        <SortedBy className="t3" data-tip="" {...givesWay(gives.sorted)}>
          {sorted}
        </SortedBy>
      )}
      {hidden !== '' && onColumns && (
        <Button quiet small {...givesWay(gives.hidden)} {...described('Show the list of columns')} onClick={onColumns}>
          {hidden}
        </Button>
      )}
      {snapshot !== '' && (
        <span className="t3" {...givesWay(gives.snapshot)} {...withTip(snapshotTip)}>
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
        <span className="t3" {...givesWay(gives.time)} {...withTip(timeTip(count(page)))}>
          {duration(Math.max(info.elapsed, pages?.waited(state.page) ?? 0))}
          {info.millis >= 0 && <span {...givesWay(gives.engine)}>, engine {duration(info.millis)}</span>}
        </span>
      )}
      {view && (
        <>
          <ToolbarLine />
          <Pager className="row">
            <span className="row" {...givesWay(gives.ends)}>
              <PageButton label="First page" icon={ChevronFirst} off={page === 1} onClick={() => onGo(1)} />
            </span>
            <PageButton label="Previous page" icon={ChevronLeft} off={page === 1} onClick={() => onGo(page - 1)} />
            <PageField page={page} last={last} open={open} onGo={onGo} />
            <PageButton label="Next page" icon={ChevronRight} off={page === last} onClick={() => onGo(page + 1)} />
            <span className="row" {...givesWay(gives.ends)}>
              <PageButton label="Last page" icon={ChevronLast} off={page === last} onClick={() => onGo(last)} />
            </span>
          </Pager>
          <span className="row" {...givesWay(gives.pageSize)}>
            <PageSizeMenu tab={tab} size={view.pageSize} />
          </span>
        </>
      )}
      {view && children}
    </StatusLine>
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
    <Button quiet icon off={off} aria-label={label} data-tip={label} onClick={() => !off && onClick()}>
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
    </Button>
  )
}

import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { GridView } from '../../grid/GridView'
import type { Grid } from '../../grid/grid'
import type { Column } from '../../grid/types'
import { useShellState } from '../../shell/context'
import { Banner } from '../../ui/Banner'
import { CopyButton } from '../../ui/CopyDetails'
import { fittedWidths, gridColumns } from './columns'
import { ErrorCard } from './ErrorCard'
import { GridMenu, type MenuPlace } from './GridMenu'
import { Loading } from './Loading'
import { EmptyRows, FailedPages, WaitingRows } from './Placeholders'
import { StatusBar } from './StatusBar'
import { pagingOf } from './status'
import type { Tab } from './tab'
import type { Workspace } from './workspace'

interface TabViewProps {
  tab: Tab
  workspace: Workspace
}

/** The rows of one object. */
export function TabView({ tab, workspace }: TabViewProps) {
  const { session, link } = workspace
  const state = useStore(tab.store)
  const up = useStore(link.store, (s) => s.kind === 'up')
  const mac = useShellState((s) => s.info?.platform === 'mac')
  const grid = useRef<Grid | null>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const [hidden, setHidden] = useState('')
  const columns = useMemo(
    () => gridColumns(state.view?.columns ?? [], state.sort, tab.widths, state.fitted),
    [state.view, state.sort, state.fitted, tab],
  )
  const { view, pages, error, notices } = state
  const rows = pages !== null && pages.loaded > 0
  const said = notices.map((n) => n.text).join(' ')
  const details = notices.flatMap((n) => (n.detail === '' ? [] : [n.text, n.detail])).join('\n')
  const go = (page: number) => grid.current?.goToRow((page - 1) * (view?.pageSize ?? 0))
  useFit(tab, columns)
  usePaging(tab, go)
  usePlace(tab, grid, view !== null && pages !== null)

  return (
    <>
      {said !== '' && said !== hidden && (
        <Banner tone="warn2" onClose={() => setHidden(said)}>
          <span className="grow ell" title={said}>
            {said}
          </span>
          {details !== '' && <CopyButton text={details} quiet small />}
        </Banner>
      )}
      <div className="stage" data-pane="grid">
        {error && !rows && up ? (
          <ErrorCard error={error} onRetry={() => void tab.retry()} />
        ) : view && pages ? (
          <GridView
            ref={grid}
            columns={columns}
            source={pages}
            revision={state.revision}
            keepPlace={state.again}
            label={state.object}
            mac={mac}
            events={{
              onSort: (column, add) => void tab.sort(columns[column]?.id ?? '', add),
              onOpen: () => undefined,
              onSelect: (s) => tab.select(s.range.bottom - s.range.top + 1),
              onMenu: (row, column, x, y) => setMenu({ row, column, x, y }),
              onResize: (column, width) => tab.widths.set(columns[column]?.id ?? '', width),
              onScroll: (first, last) => tab.see(first, last),
            }}
          />
        ) : (
          <WaitingRows />
        )}
        {pages?.rowCountKnown && pages.rowCount === 0 && <EmptyRows session={session} />}
        {error && rows && up && <FailedPages error={error} onRetry={() => void tab.retry()} />}
        <Loading tab={tab} />
        <GridMenu place={menu} grid={grid} columns={columns} tab={tab} onClose={() => setMenu(null)} />
      </div>
      <StatusBar tab={tab} session={session} onGo={go} />
    </>
  )
}

/** Makes the columns as wide as the first rows need, once these are here. */
function useFit(tab: Tab, columns: readonly Column[]): void {
  const ready = useStore(tab.store, (s) => s.fitted.size === 0 && s.pages?.has(0) === true && s.pages.loaded > 0)
  useLayoutEffect(() => {
    const { pages } = tab.store.getState()
    if (ready && pages && columns.length > 0) tab.fit(fittedWidths(columns, pages))
  }, [ready, tab, columns])
}

/** Goes back to where the rows stood when the tab was shown last, and remembers it when another is shown. */
function usePlace(tab: Tab, grid: RefObject<Grid | null>, shown: boolean): void {
  useLayoutEffect(() => {
    const made = grid.current
    if (!shown || !made) return
    if (tab.place) {
      made.selection = tab.place.selection
      made.scrollTo(tab.place.row)
    }
    return () => {
      tab.place = { row: made.firstRow, selection: made.selection }
    }
  }, [tab, grid, shown])
}

/** Lets the commands of a tab go to a page while it is shown. */
function usePaging(tab: Tab, go: (page: number) => void): void {
  useEffect(() => {
    tab.onStep = (by) => {
      const { page, last } = pagingOf(tab.store.getState())
      go(Math.min(last, Math.max(1, page + by)))
    }
    return () => {
      tab.onStep = undefined
    }
  })
}

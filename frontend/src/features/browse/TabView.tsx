import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { GridView } from '../../grid/GridView'
import type { Grid } from '../../grid/grid'
import { sourceColumn } from '../../grid/sheet'
import type { Column, Events } from '../../grid/types'
import { Banner } from '../../ui/Banner'
import { CopyButton } from '../../ui/CopyDetails'
import { useMessages } from '../../window/messages'
import { useCovered } from '../../window/overlays'
import { useMac } from '../../window/platform'
import { CellViewer } from '../viewer/CellViewer'
import { change, move } from './arrange'
import { useActing, useGoing, useRowsKeys, useViewer } from './cells'
import { fittedWidths, gridColumns } from './columns'
import { ErrorCard } from './ErrorCard'
import { FindBar } from './FindBar'
import { GridMenu, type MenuPlace } from './GridMenu'
import { GridTools } from './GridTools'
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
  const messages = useMessages()
  const state = useStore(tab.store)
  const kind = useStore(link.store, (s) => s.kind)
  const mac = useMac()
  const grid = useRef<Grid | null>(null)
  const panel = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const [hidden, setHidden] = useState('')
  const [finding, setFinding] = useState(false)
  const [picking, setPicking] = useState(false)
  const viewer = useViewer(tab)
  const covered = useCovered()
  const columns = useColumns(tab)
  const { view, pages, error, notices } = state
  const rows = pages !== null && pages.loaded > 0
  const said = notices.map((n) => n.text).join(' ')
  const spoken = notices.map((n) => `${n.snapshot} ${n.text}`).join(' ')
  const details = notices.flatMap((n) => (n.detail === '' ? [] : [n.text, n.detail])).join('\n')
  const go = (page: number) => grid.current?.goToRow((page - 1) * (view?.pageSize ?? 0))
  useFit(tab, columns)
  usePaging(tab, go)
  usePlace(tab, grid, view !== null && pages !== null)
  useGoing(tab, viewer, grid, columns)
  useActing(tab, grid, rows, () => setPicking(true))
  useRowsKeys(mac, () => {
    setFinding(rows)
    document.querySelector<HTMLElement>('.findbar input')?.focus()
    return rows
  })

  const open = (row: number, column: number) => {
    const shown = viewer.store.getState().shown
    const at = sourceColumn(columns, column)
    if (shown?.row === row && shown.column === at) panel.current?.querySelector<HTMLElement>('.vrows')?.focus()
    else void viewer.open(row, at)
  }
  const events: Omit<Events, 'announce'> = {
    onSort: (column, add) => void tab.sort(columns[column]?.id ?? '', add),
    onOpen: open,
    onSelect: ({ range, focus }) => {
      const at = { row: focus.row, column: sourceColumn(columns, focus.column) }
      tab.select(range.bottom - range.top + 1)
      tab.cursor.setState({ at })
      viewer.follow(at.row, at.column)
    },
    onMenu: (row, column, x, y) => setMenu({ row, column, x, y }),
    onResize: (column, width) =>
      tab.arrange((all, layout) => change(all, layout, [columns[column]?.id ?? ''], { width })),
    onMove: (column, to) =>
      tab.arrange((all, layout) => move(all, layout, columns[column]?.id ?? '', columns[to]?.id ?? '')),
    onScroll: (first, last) => tab.see(first, last),
    tell: (text) => messages.tell(text),
  }

  return (
    <>
      {said !== '' && spoken !== hidden && (
        <Banner tone="warn2" onClose={() => setHidden(spoken)}>
          <span className="grow ell" title={said}>
            {said}
          </span>
          {details !== '' && <CopyButton text={details} quiet small />}
        </Banner>
      )}
      <div className="stage" data-pane="grid">
        {error && !rows && kind !== 'lost' ? (
          <ErrorCard error={error} onRetry={() => (kind === 'up' ? void tab.retry() : link.ask())} />
        ) : view && pages ? (
          <GridView
            ref={grid}
            columns={columns}
            source={pages}
            revision={state.revision}
            keepPlace={state.again}
            label={state.object}
            mac={mac}
            events={events}
          />
        ) : (
          <WaitingRows />
        )}
        {pages?.rowCountKnown && pages.rowCount === 0 && <EmptyRows session={session} />}
        {error && rows && kind === 'up' && <FailedPages error={error} onRetry={() => void tab.retry()} />}
        {finding && <FindBar tab={tab} grid={grid} columns={columns} onClose={() => setFinding(false)} />}
        <CellViewer
          viewer={viewer}
          mac={mac}
          panel={panel}
          cellBox={(row, column) =>
            grid.current?.cellRect(
              row,
              columns.findIndex((c) => c.at === column),
            )
          }
          onLeave={() => grid.current?.focus()}
        />
        <Loading tab={tab} />
        <GridMenu
          place={covered ? null : menu}
          grid={grid}
          columns={columns}
          tab={tab}
          onOpen={open}
          onFindColumn={() => setPicking(true)}
          onClose={() => setMenu(null)}
        />
      </div>
      <StatusBar tab={tab} onGo={go} onColumns={() => setPicking(true)}>
        <GridTools
          tab={tab}
          columnsOpen={picking}
          onColumns={setPicking}
          onGo={(name) => showColumn(tab, grid.current, columns, name)}
          onLeave={() => grid.current?.focus()}
          onFit={() => grid.current?.fitColumns()}
        />
      </StatusBar>
    </>
  )
}

/** The columns of the grid. */
function useColumns(tab: Tab): Column[] {
  const view = useStore(tab.store, (s) => s.view)
  const sort = useStore(tab.store, (s) => s.sort)
  const layout = useStore(tab.store, (s) => s.layout)
  const fitted = useStore(tab.store, (s) => s.fitted)
  const filled = useStore(tab.store, (s) => (s.layout.hideEmpty ? (s.pages?.filledColumns ?? 0) : -1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of filled columns alone shows others.
  return useMemo(() => {
    const { pages } = tab.store.getState()
    const known = pages !== null && pages.loaded > 0
    return gridColumns(view?.columns ?? [], { sort, layout, fitted, filled: (at) => !known || pages.filled(at) })
  }, [tab, view, sort, layout, fitted, filled])
}

/** Shows a column and selects its cell in the focused row; a hidden one is shown first. */
function showColumn(tab: Tab, grid: Grid | null, columns: readonly Column[], name: string): void {
  if (!grid) return
  const at = columns.findIndex((column) => column.id === name)
  if (at >= 0) return grid.goTo(grid.selection.focus.row, at)
  const { layout, view } = tab.store.getState()
  tab.arrange((all, now) => ({ ...change(all, now, [name], { hidden: false }), hideEmpty: false }))
  const index = view?.columns.findIndex((column) => column.name === name) ?? -1
  // The column is drawn once the view has taken over the layout.
  if (layout !== tab.store.getState().layout)
    setTimeout(() => tab.onGo?.({ row: grid.selection.focus.row, column: index }))
}

/** Makes the columns as wide as the first rows need, once these are here. */
function useFit(tab: Tab, columns: readonly Column[]): void {
  const ready = useStore(tab.store, (s) => s.fitted.size === 0 && s.pages?.has(0) === true && s.pages.loaded > 0)
  useLayoutEffect(() => {
    const { pages } = tab.store.getState()
    if (ready && pages && columns.length > 0) tab.fit(fittedWidths(columns, pages))
  }, [ready, tab, columns])
}

/** Goes back to where the rows were when the tab was shown last, and remembers it when another is shown. */
function usePlace(tab: Tab, grid: RefObject<Grid | null>, shown: boolean): void {
  useLayoutEffect(() => {
    const made = grid.current
    if (!shown || !made) return
    if (tab.place) {
      made.selection = tab.place.selection
      made.scrollTo(tab.place.row)
    }
    tab.onFocus = () => made.focus()
    if (tab.takeFocus()) made.focus()
    return () => {
      tab.onFocus = undefined
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

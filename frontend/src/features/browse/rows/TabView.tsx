import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useCommands } from '../../../commands/context'
import { GridView } from '../../../grid/GridView'
import type { Grid, Place } from '../../../grid/grid'
import { rowsOf, selectCell, stretchesOf } from '../../../grid/selection'
import { sourceColumn } from '../../../grid/sheet'
import type { Cell, Column, Events } from '../../../grid/types'
import type { ViewInfo } from '../../../host'
import { Kind } from '../../../lib/block'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import { ErrorCard } from '../../../ui/ErrorCard'
import { Stage } from '../../../ui/Stage'
import { withTip } from '../../../ui/tips'
import { WaitingRows } from '../../../ui/WaitingRows'
import { useMessages } from '../../../window/messages'
import { useCovered } from '../../../window/overlays'
import { useMac } from '../../../window/platform'
import { CellEditor } from '../../edits/CellEditor'
import { EditBar } from '../../edits/EditBar'
import type { EditedRows } from '../../edits/editedRows'
import type { Edits } from '../../edits/edits'
import { SavingSheets } from '../../edits/SavingSheets'
import { editNotLoaded, typedWords } from '../../edits/words'
import { cellFilter } from '../../filter/cellFilter'
import { EmptyFilter } from '../../filter/EmptyFilter'
import { FilterBar } from '../../filter/FilterBar'
import { CellViewer } from '../../viewer/CellViewer'
import { rowsCommands } from '../commands'
import type { Workspace } from '../workspace'
import { change, move } from './arrange'
import { useHandle, useViewer, withRoom } from './cells'
import { fittedWidths, gridColumns, isFilled } from './columns'
import { type RowsEditing, useEditing } from './editing'
import { errorTitle } from './errors'
import { FindBar } from './FindBar'
import { useFigures } from './figures'
import { GridMenu, type MenuPlace, menuNow } from './GridMenu'
import { GridTools } from './GridTools'
import { Loading } from './Loading'
import { EmptyRows, FailedPages } from './Placeholders'
import type { Pages } from './pages'
import type { RowsTab } from './rowsTab'
import { SetValueField } from './SetValueField'
import { StatusBar } from './StatusBar'
import { stagingCommands, useStaging } from './staging'
import { pagingOf } from './status'
import { TargetMenu } from './TargetMenu'

interface TabViewProps {
  tab: RowsTab
  workspace: Workspace
}

/** The rows of one object. */
export function TabView({ tab, workspace }: TabViewProps) {
  const { session, link } = workspace
  const messages = useMessages()
  const state = useStore(tab.rows.store)
  const kind = useStore(link.store, (s) => s.kind)
  const mac = useMac()
  const grid = useRef<Grid | null>(null)
  const panel = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { dismissed, finding } = useStore(tab.bars)
  const [picking, setPicking] = useState(false)
  const viewer = useViewer(tab)
  const covered = useCovered()
  const columns = useColumns(tab)
  const editing = withRoom(useEditing(tab, grid, columns), tab, viewer, columns)
  const menuPlace = menuNow(menu, editing.source)
  if (menu && !menuPlace) setMenu(null)
  const staging = useStaging(tab, grid, columns)
  const revision = useStore(tab.shown, (s) => s.revision)
  const sumUp = useFigures(tab, grid, columns, editing.source, revision)
  const { view, pages, error, notices } = state
  const rows = pages !== null && pages.loaded > 0
  const said = notices.map((n) => n.text).join(' ')
  const spoken = notices.map((n) => `${n.snapshot} ${n.text}`).join(' ')
  const details = notices.flatMap((n) => (n.detail === '' ? [] : [n.text, n.detail])).join('\n')
  const go = (page: number) => grid.current?.goToRow(pageStart(editing.source, (page - 1) * (view?.pageSize ?? 0)))
  useShown(pages)
  useFit(tab, columns)
  useHandle(tab, view !== null && pages !== null, {
    go: ({ row, column }, keepRows) => {
      const at = columns.findIndex((c) => c.id === column)
      grid.current?.goTo(row, Math.max(0, at), keepRows)
    },
    open: ({ row, column }) => void viewer.open(row, indexOf(tab, column)),
    focus: () => grid.current?.focus(),
    escape: () => {
      const was = viewer.isOpen
      viewer.close()
      return was
    },
    place: () => grid.current?.place ?? nowhere,
    restore: (place) => grid.current?.restore(place),
  })
  useCommands('rows', stagingCommands(staging))
  useCommands(
    'rows',
    rowsCommands(tab, {
      shown: rows,
      find: () => {
        tab.bars.setState({ finding: true, asked: true })
        document.querySelector<HTMLElement>('[data-part="find-bar"] input')?.focus()
      },
      findColumn: () => setPicking(true),
      fitColumns: () => grid.current?.fitColumns(),
      copy: (format) => void grid.current?.copy(format),
      cellFilter: (excludes) => {
        const { row, column } = grid.current?.selection.focus ?? nowhere.selection.focus
        const name = columns[column]?.id ?? ''
        const { filtering } = tab
        const cell = editing.server(row, column)
        return { column: name, filter: cellFilter(cell, filtering.classOf(name), excludes, filtering.operators) }
      },
      step: (pages) => {
        const { page, last } = pagingOf(tab.rows.store.getState())
        go(Math.min(last, Math.max(1, page + pages)))
      },
    }),
  )

  const showColumns = () => {
    grid.current?.focus() // the button goes
    tab.refresh()
  }
  const open = (row: number, column: number) => {
    const shown = viewer.store.getState().shown
    const at = sourceColumn(columns, column)
    if (shown?.row === row && shown.column === at)
      panel.current?.querySelector<HTMLElement>('[role=tree], [role=region]')?.focus()
    else void viewer.open(row, at)
  }
  const edit = (row: number, column: number, text?: string) => {
    if (editing.begin(row, column, text)) viewer.close()
  }
  const events: Omit<Events, 'announce'> = {
    onSort: (column, add) => void tab.rows.sort(columns[column]?.id ?? '', add),
    onOpen: open,
    onEdit: editing.able ? edit : undefined,
    onTyped: (row, column) => messages.tell(editing.why(row, column)),
    onDelete: () => staging.remove.run(),
    onPaste: (selection, text) => staging.paste(selection, text),
    onSelect: (selection) => {
      const { focus } = selection
      sumUp(selection)
      const at = { row: focus.row, column: columns[focus.column]?.id ?? '', key: editing.source?.key(focus.row) }
      const selected = rowsOf(selection)
      const within = selected > 1 ? stretchesOf(selection) : []
      tab.grid.select(at, selected, selection.rows ? within : [], within)
      viewer.follow(focus.row, sourceColumn(columns, focus.column))
    },
    onMenu: (row, column, x, y) => setMenu({ row, column, x, y, key: editing.source?.key(row) }),
    onResize: (column, width) =>
      tab.columns.arrange((all, layout) => change(all, layout, [columns[column]?.id ?? ''], { width })),
    onMove: (column, to) =>
      tab.columns.arrange((all, layout) => move(all, layout, columns[column]?.id ?? '', columns[to]?.id ?? '')),
    onScroll: (first, last) => {
      const { source } = editing
      if (source) tab.rows.see(source.serverRow(first), source.serverRow(last))
    },
    tell: (text) => messages.tell(text),
  }
  /** Shows a staged row at one of its columns, or says that it is not loaded. */
  const showEdit = (key: string, column: string) => {
    const row = editing.source?.rowOf(key)
    if (row === undefined) return messages.tell(notLoadedWords(tab.edits, key, column))
    showColumn(tab, grid.current, columns, column, row)
    grid.current?.focus()
  }

  return (
    <>
      {said !== '' && spoken !== dismissed && (
        <Banner tone="warning" onClose={() => tab.bars.setState({ dismissed: spoken })}>
          <span className="grow ell" {...withTip()}>
            {said}
          </span>
          {details !== '' && <CopyButton label="Copy Details" text={details} quiet small />}
          {notices.some((n) => n.columns) && (
            <Button quiet small onClick={showColumns}>
              Show Columns
            </Button>
          )}
        </Banner>
      )}
      <FilterBar filtering={tab.filtering} columns={view?.columns ?? []} onLeave={() => grid.current?.focus()} />
      <Stage data-pane="grid">
        {error && !rows && kind !== 'lost' ? (
          <ErrorCard
            error={error}
            title={errorTitle(error)}
            label="Could not load the rows"
            onRetry={() => (kind === 'up' ? void tab.rows.retry() : link.ask())}
          />
        ) : view && editing.source ? (
          <GridView
            ref={grid}
            columns={columns}
            source={editing.source}
            revision={revision}
            keepPlace={state.again}
            label={state.object}
            mac={mac}
            events={events}
            editor={editing.editing && <Editor editing={editing} columns={columns} view={view} />}
          />
        ) : (
          <WaitingRows />
        )}
        {pages?.rowCountKnown &&
          editing.source?.rowCount === 0 &&
          (state.filter.rows.length > 0 ? (
            <EmptyFilter filtering={tab.filtering} nouns={session} onLeave={() => grid.current?.focus()} />
          ) : (
            <EmptyRows session={session} object={{ name: state.object, kind: workspace.kindOfObject(state.object) }} />
          ))}
        {error && rows && kind === 'up' && (
          <FailedPages
            {...{ error, filtering: tab.filtering, rowsNoun: session.rowsNoun }}
            onRetry={() => void tab.rows.retry()}
          />
        )}
        {finding && (
          <FindBar
            tab={tab}
            grid={grid}
            columns={columns}
            onClose={() => tab.bars.setState({ finding: false, text: '' })}
          />
        )}
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
          place={covered ? null : menuPlace}
          grid={grid}
          columns={columns}
          tab={tab}
          onOpen={open}
          editing={editing}
          staging={staging}
          onFindColumn={() => setPicking(true)}
          onClose={() => setMenu(null)}
        />
        <SetValueField setting={staging.setting} onClose={staging.endSetting} />
        <TargetMenu choosing={staging.choosing} noun={session.objectNoun} onClose={staging.endChoice} />
      </Stage>
      <EditBar
        edits={tab.edits}
        saving={tab.saving}
        object={state.object}
        onGo={showEdit}
        onLeave={() => grid.current?.focus()}
      />
      <SavingSheets
        {...{ edits: tab.edits, saving: tab.saving, object: tab.object, nouns: session }}
        connection={session.name}
        note={session.noTransactions}
      />
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

/** The message about a staged row that is not loaded: its name, and what was typed. */
function notLoadedWords(edits: Edits, key: string, column: string): string {
  const typed = edits.typed(key, column)
  const title = edits.store.getState().bases.get(key)?.title ?? ''
  return editNotLoaded(title, typed ? `${column} = ${typedWords(typed)}` : '')
}

/** The input over the edited cell. */
function Editor({
  editing: { editing, source, commit, cancel },
  columns,
  view,
}: {
  editing: RowsEditing
  columns: readonly Column[]
  view: ViewInfo | null
}) {
  if (!editing) return null
  const { edit, text, selected, at, row } = editing
  const column = columns.find(({ id }) => id === edit.column)
  return (
    <CellEditor
      key={`${edit.key} ${edit.column}`}
      label={`${edit.column} of ${edit.title}`}
      text={text}
      selected={selected}
      mono={column?.mono === true}
      right={column?.align === 'right'}
      kind={view?.columns[at]?.kind}
      cell={source?.cell(source.rowOf(edit.key) ?? row, at)}
      sample={source ? sampleOf(source, row, at) : undefined}
      onCommit={commit}
      onCancel={cancel}
    />
  )
}

/** A column's value in a nearby row, whose format the editor of an empty cell uses. */
function sampleOf(source: EditedRows, row: number, column: number): Cell | undefined {
  for (let by = 1; by <= 100; by += 1) {
    for (const near of [row - by, row + by]) {
      const cell = near >= 0 && near < source.rowCount ? source.server(near, column) : undefined
      if (cell && cell.kind > Kind.null) return cell
    }
  }
  return undefined
}

/** The columns of the grid. */
function useColumns(tab: RowsTab): Column[] {
  const view = useStore(tab.rows.store, (s) => s.view)
  const sort = useStore(tab.rows.store, (s) => s.sort)
  const layout = useStore(tab.columns.store, (s) => s.layout)
  const fitted = useStore(tab.columns.store, (s) => s.fitted)
  const filled = useStore(tab.rows.store, (s) => (layout.hideEmpty ? (s.pages?.filledColumns ?? 0) : -1))
  const rare = useRareColumns(tab)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of filled columns alone shows others.
  return useMemo(() => {
    const { pages } = tab.rows.store.getState()
    const known = pages !== null && pages.loaded > 0
    const isRare = (at: number) => view?.columns[at]?.rare === true
    const has = (at: number) => (isRare(at) ? isFilled(tab, pages, at) : !known || pages.filled(at))
    return gridColumns(view?.columns ?? [], { sort, layout, fitted, filled: has })
  }, [tab, view, sort, layout, fitted, filled, rare])
}

/** The indexes of sparse columns in which a row has a value or was edited. */
function useRareColumns(tab: RowsTab): string {
  const view = useStore(tab.rows.store, (s) => s.view)
  const rare = useMemo(() => (view?.columns ?? []).flatMap((column, at) => (column.rare ? [at] : [])), [view])
  return useStore(tab.shown, () => {
    const { pages } = tab.rows.store.getState()
    return rare.filter((at) => isFilled(tab, pages, at)).join()
  })
}

/** Scrolls to a column and selects its cell in a row, by default the focused one; unhides the column first. */
function showColumn(
  tab: RowsTab,
  grid: Grid | null,
  columns: readonly Column[],
  name: string,
  row = grid?.selection.focus.row ?? 0,
): void {
  if (!grid) return
  const at = columns.findIndex((column) => column.id === name)
  if (at >= 0 || name === '') return grid.goTo(row, Math.max(0, at))
  const { layout } = tab.columns.store.getState()
  tab.columns.arrange((all, now) => ({ ...change(all, now, [name], { hidden: false }), hideEmpty: false }))
  // The column is drawn once the view has applied the layout.
  if (layout !== tab.columns.store.getState().layout) setTimeout(() => tab.grid.go({ row, column: name }))
}

/** Reports while rows are on screen: rows that are not on screen lose their pages first. */
function useShown(pages: Pages | null): void {
  useLayoutEffect(() => {
    pages?.show()
    return () => pages?.hide()
  }, [pages])
}

/** Makes the columns as wide as the first rows need, once these are loaded. */
function useFit(tab: RowsTab, columns: readonly Column[]): void {
  const unfitted = useStore(tab.columns.store, (s) => s.fitted.size === 0)
  const loaded = useStore(tab.rows.store, (s) => s.pages?.has(0) === true && s.pages.loaded > 0)
  const ready = unfitted && loaded
  useLayoutEffect(() => {
    const { pages } = tab.rows.store.getState()
    if (ready && pages && columns.length > 0) tab.columns.fit(fittedWidths(columns, pages))
  }, [ready, tab, columns])
}

/** The displayed row where a page begins: the top for the first page. */
const pageStart = (source: EditedRows | null, row: number) => (row > 0 ? (source?.shownRow(row) ?? row) : row)

/** The position of a grid that does not exist yet. */
const nowhere: Place = { row: 0, selection: selectCell({ row: 0, column: 0 }) }

/** The index of a column of the view, -1 if it has no such column. */
function indexOf(tab: RowsTab, name: string): number {
  return tab.rows.store.getState().view?.columns.findIndex((column) => column.name === name) ?? -1
}

import { Menu } from '@base-ui/react/menu'
import { ChevronRight } from 'lucide-react'
import { createContext, type RefObject, useContext, useId, useRef } from 'react'
import { useStore } from 'zustand'
import { useRegistry } from '../../../commands/context'
import { Hint } from '../../../commands/Hint'
import { type CommandId, table } from '../../../commands/table'
import { canStand } from '../../../grid/drag'
import { rowNow } from '../../../grid/follow'
import type { Grid } from '../../../grid/grid'
import type { Column, CopyFormat, Source } from '../../../grid/types'
import { count } from '../../../lib/words'
import menu from '../../../ui/Menu.module.css'
import { useCopy } from '../../../window/messages'
import { givesBackFocus, useOpenedOnce } from '../../../window/popup'
import { cellFilter } from '../../filter/cellFilter'
import { setTitle } from '../words'
import { change, move, showAll, toggleEmpty } from './arrange'
import { sortChoices } from './columns'
import type { RowsEditing } from './editing'
import style from './Menus.module.css'
import type { RowsTab } from './rowsTab'
import type { RowsStaging, StagingAct } from './staging'

/** Where a menu was requested: row -1 is a head, column -1 a row number. */
export interface MenuPlace {
  row: number
  column: number
  x: number
  y: number
  /** Identifies the row even if it has moved; undefined if it was not loaded. */
  key?: string
}

/** The current position of a menu whose row may have moved; null if the row is gone. */
export function menuNow(place: MenuPlace | null, source: Source | null): MenuPlace | null {
  if (!place || place.row < 0) return place
  const row = source ? rowNow(source, place.row, place.key) : undefined
  return row === undefined ? null : { ...place, row }
}

interface GridMenuProps {
  place: MenuPlace | null
  grid: RefObject<Grid | null>
  columns: readonly Column[]
  tab: RowsTab
  onOpen(row: number, column: number): void
  editing: RowsEditing
  staging: RowsStaging
  onFindColumn(): void
  onClose(): void
}

/** The reason that several menu items share, shown once above them, and the id of that line. */
const Shared = createContext({ reason: '', id: '' })

/** The reason that most items share, '' if no two of them do. */
export function sharedReason(reasons: readonly string[]): string {
  const many = (reason: string) => reasons.filter((other) => other === reason).length
  const most = reasons.filter((reason) => reason !== '').toSorted((a, b) => many(b) - many(a))[0] ?? ''
  return many(most) > 1 ? most : ''
}

/** The commands that copy rows as requests that would write them. */
const requests = ['copyAs.bulk', 'copyAs.curl'] as const
const formats: CopyFormat[] = ['tsv', 'csv', 'json', 'markdown']

/** The menu of a cell, a row or a head. */
export function GridMenu(props: GridMenuProps) {
  return useOpenedOnce(props.place !== null) ? <Opened {...props} /> : null
}

function Opened(props: GridMenuProps) {
  const { place, grid, columns, onClose } = props
  const last = useRef<MenuPlace>({ row: 0, column: 0, x: 0, y: 0 })
  if (place) last.current = place
  const at = last.current // while closing, it still shows what it was opened on
  const column = columns[at.column]
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }
  const close = (by: { reason: string }) => {
    onClose()
    if (at.row >= 0 && givesBackFocus(by)) grid.current?.focus() // before the menu has gone: no key is lost
  }
  return (
    <Menu.Root open={place !== null} onOpenChange={(open, by) => !open && close(by)} modal={false}>
      <Menu.Portal>
        <Menu.Positioner className={menu.layer} anchor={anchor} side="bottom" align="start">
          <Menu.Popup
            className={menu.menu}
            aria-label={at.row < 0 ? 'Column' : 'Cell'}
            finalFocus={() => {
              if (at.row >= 0) grid.current?.focus()
              return at.row < 0
            }}
          >
            {at.row >= 0 ? (
              <CellItems {...props} at={at} column={column} />
            ) : (
              column && <HeadItems {...props} at={at} column={column} />
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface ItemsProps<C> extends GridMenuProps {
  at: MenuPlace
  column: C
}

function CellItems({ grid, tab, at, column, onOpen, editing, staging }: ItemsProps<Column | undefined>) {
  const commands = useRegistry()
  const copy = useCopy()
  const id = useId()
  const { setNull, removeField, add, duplicate, remove } = staging
  const acts = [setNull, removeField, add, duplicate, remove].map((act) => act.why())
  const reason = sharedReason(column ? [editing.why(at.row, at.column), ...acts] : acts)
  const inPlace = grid.current?.canEdit(at.row, at.column) === true
  return (
    <Shared value={{ reason, id }}>
      {reason !== '' && (
        <div id={id} className={style.note}>
          {reason}
        </div>
      )}
      {column && (
        <>
          <Item of="cell.open" keys={!inPlace} onPick={() => onOpen(at.row, at.column)} />
          <EditItems at={at} editing={editing} staging={staging} />
          <Menu.Separator className={menu.separator} />
          <FilterItems tab={tab} at={at} column={column} editing={editing} />
          <SortItems column={column} tab={tab} />
          <StatisticsItem tab={tab} column={column} />
          <Menu.Separator className={menu.separator} />
        </>
      )}
      <Item of="edit.copy" onPick={() => void grid.current?.copy('tsv')} />
      <Menu.SubmenuRoot>
        <Menu.SubmenuTrigger className={menu.item}>
          Copy As
          <ChevronRight className="end" size={14} strokeWidth={1.75} aria-hidden="true" />
        </Menu.SubmenuTrigger>
        <Menu.Portal>
          <Menu.Positioner className={menu.layer}>
            <Menu.Popup className={menu.menu} aria-label="Copy As">
              {formats.map((format) => (
                <Item
                  key={format}
                  of={`copyAs.${format}`}
                  title={table[`copyAs.${format}`].short}
                  onPick={() => void grid.current?.copy(format)}
                />
              ))}
              {requests.map((id) => (
                <Item
                  key={id}
                  of={id}
                  title={table[id].short}
                  why={commands.command(id).reason}
                  onPick={() => commands.command(id).run()}
                />
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.SubmenuRoot>
      {column && <Item of="column.copyName" onPick={() => void copy(column.id)} />}
      <Menu.Separator className={menu.separator} />
      <RowItems staging={staging} />
    </Shared>
  )
}

/** The actions for a cell's value or the selected ones; disabled ones say why. */
function EditItems({ at: { row, column }, editing, staging }: Pick<ItemsProps<Column>, 'at' | 'editing' | 'staging'>) {
  const fills = staging.fill.why()
  return (
    <>
      <Item of="cell.edit" why={editing.why(row, column)} onPick={() => editing.begin(row, column)} />
      <ActItem of="cell.setNull" act={staging.setNull} />
      <ActItem of="cell.removeField" act={staging.removeField} />
      {fills === '' && <ActItem of="cells.fill" act={staging.fill} />}
      {staging.discardCells.why() === '' && <ActItem of="cell.revert" act={staging.discardCells} />}
    </>
  )
}

/** The actions for the selected rows. */
function RowItems({ staging }: { staging: RowsStaging }) {
  const rows = staging.rows()
  const many = (verb: string) => (rows > 1 ? `${verb} ${count(rows)} Rows` : `${verb} Row`)
  return (
    <>
      <ActItem of="row.add" act={staging.add} />
      {staging.settable().map((settable) => (
        <Item key={settable.column} title={setTitle(settable.title)} onPick={() => staging.ask(settable)} />
      ))}
      <ActItem of="row.duplicate" act={staging.duplicate} title={many('Duplicate')} />
      <ActItem of="row.delete" act={staging.remove} title={many('Delete')} />
      {staging.discardRows.why() === '' && <ActItem of="row.revert" act={staging.discardRows} />}
    </>
  )
}

function ActItem({ of, act, title }: { of: CommandId; act: StagingAct; title?: string }) {
  return <Item of={of} title={title} why={act.why()} onPick={act.run} />
}

/** Filters by a cell's value, or shows the values of its column. */
function FilterItems({ tab, at, column, editing }: Pick<ItemsProps<Column>, 'tab' | 'at' | 'column' | 'editing'>) {
  const { filtering } = tab
  const known = filtering.classOf(column.id)
  const cell = editing.server(at.row, at.column)
  const item = (of: CommandId, excludes: boolean) => {
    const filter = cellFilter(cell, known, excludes, filtering.operators)
    return <Item of={of} why={filtering.whyNotBy(filter)} onPick={() => void filtering.by(column.id, filter)} />
  }
  return (
    <>
      {item('filter.only', false)}
      {item('filter.exclude', true)}
      <Item of="filter.values" why={known.noSuggest} onPick={() => filtering.suggestFor(column.id)} />
    </>
  )
}

function HeadItems({ grid, tab, columns, at, column, onFindColumn }: ItemsProps<Column>) {
  const copy = useCopy()
  const layout = useStore(tab.columns.store, (s) => s.layout)
  const say = (said: Parameters<typeof change>[3]) =>
    tab.columns.arrange((all, now) => change(all, now, [column.id], said))
  const stays = column.primary ? 'the key column' : ''
  const shift = (by: number) => {
    const to = columns[at.column + by]?.id
    if (to) tab.columns.arrange((all, now) => move(all, now, column.id, to))
  }
  const stuck = (by: number) => stays || (canStand(columns, at.column, at.column + by) ? '' : 'already at the edge')
  return (
    <>
      <SortItems column={column} tab={tab} />
      <Menu.Separator className={menu.separator} />
      <Item
        of="column.pin"
        title={column.pinned ? 'Unpin' : undefined}
        why={stays}
        onPick={() => say({ pinned: !column.pinned })}
      />
      <Item of="column.moveLeft" why={stuck(-1)} onPick={() => shift(-1)} />
      <Item of="column.moveRight" why={stuck(1)} onPick={() => shift(1)} />
      <Item of="column.hide" why={stays} onPick={() => say({ hidden: true })} />
      <Item
        of="columns.hideEmpty"
        title={layout.hideEmpty ? 'Show Empty Columns' : undefined}
        onPick={() => tab.columns.arrange(toggleEmpty)}
      />
      <Item of="columns.showAll" onPick={() => tab.columns.arrange(showAll)} />
      <Item of="columns.find" onPick={onFindColumn} />
      <Menu.Separator className={menu.separator} />
      <Item of="column.fit" onPick={() => grid.current?.fitColumns([at.column])} />
      <Item of="columns.fit" onPick={() => grid.current?.fitColumns()} />
      <Menu.Separator className={menu.separator} />
      <StatisticsItem tab={tab} column={column} />
      <Item of="column.copyName" onPick={() => void copy(column.id)} />
    </>
  )
}

/** Shows the statistics of a column. */
function StatisticsItem({ tab, column }: { tab: RowsTab; column: Column }) {
  const why = tab.whyNoStatistics(column.id).replace(/\.$/, '')
  return <Item of="column.statistics" why={why} onPick={() => void tab.statistics.show(column.id)} />
}

/** The sort options of a column; unavailable ones are dimmed with their reason. */
function SortItems({ column, tab }: { column: Column; tab: RowsTab }) {
  const { sort, view } = tab.rows.store.getState()
  return sortChoices(column, sort, view?.maxSort ?? 0, view?.sortFull ?? '').map((choice) => (
    <Item key={choice.title} title={choice.title} why={choice.why} onPick={() => void tab.rows.sortBy(choice.sort)} />
  ))
}

interface ItemProps {
  of?: CommandId
  /** Replaces the command's title, or is the title if there is no command. */
  title?: string
  /** Why it cannot run, '' if it can. */
  why?: string
  /** False if the keys of the command do something else here. */
  keys?: boolean
  onPick(): void
}

/** The item of a command that acts on the menu's target. */
function Item({ of, title = of && table[of].title, why = '', keys = true, onPick }: ItemProps) {
  const shared = useContext(Shared)
  const said = why !== '' && why === shared.reason
  return (
    <Menu.Item
      className={`${menu.item} ${why === '' ? '' : menu.dim}`}
      disabled={why !== ''}
      aria-describedby={said ? shared.id : undefined}
      onClick={onPick}
    >
      {title} {of && keys && <Hint of={of} />}
      {why !== '' && !said && <span className={menu.why}>{why}</span>}
    </Menu.Item>
  )
}

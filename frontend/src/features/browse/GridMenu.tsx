import { Menu } from '@base-ui/react/menu'
import { ChevronRight } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useStore } from 'zustand'
import { canStand } from '../../grid/drag'
import type { Grid } from '../../grid/grid'
import type { Column, CopyFormat } from '../../grid/types'
import { Kind } from '../../lib/block'
import { Key } from '../../ui/Key'
import { useCopy } from '../../window/messages'
import { change, move, showAll, toggleEmpty } from './arrange'
import { sortChoices } from './columns'
import type { RowsEditing } from './editing'
import type { RowsTab } from './rowsTab'

/** Where a menu was asked for: row -1 is a head, column -1 a row number. */
export interface MenuPlace {
  row: number
  column: number
  x: number
  y: number
}

interface GridMenuProps {
  place: MenuPlace | null
  grid: RefObject<Grid | null>
  columns: readonly Column[]
  tab: RowsTab
  onOpen(row: number, column: number): void
  editing: RowsEditing
  onFindColumn(): void
  onClose(): void
}

const formats: [CopyFormat, string][] = [
  ['tsv', 'TSV'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['markdown', 'Markdown'],
]

/** The menu of a cell, a row or a head. */
export function GridMenu(props: GridMenuProps) {
  const { place, grid, columns, onClose } = props
  const at = place ?? { row: 0, column: 0, x: 0, y: 0 }
  const column = columns[at.column]
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }
  return (
    <Menu.Root open={place !== null} onOpenChange={(open) => !open && onClose()} modal={false}>
      <Menu.Portal>
        <Menu.Positioner className="layer" anchor={anchor} side="bottom" align="start">
          <Menu.Popup
            className="menu"
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

function CellItems({ grid, tab, at, column, onOpen, editing }: ItemsProps<Column | undefined>) {
  const copy = useCopy()
  return (
    <>
      {column && (
        <>
          <Item onPick={() => onOpen(at.row, at.column)}>
            Open Cell <Key mac="↩" win="Enter" />
          </Item>
          <EditItems at={at} editing={editing} grid={grid} />
          <Menu.Separator className="msep" />
          <FilterItem tab={tab} at={at} column={column} editing={editing} />
          <SortItems column={column} tab={tab} />
          <Menu.Separator className="msep" />
        </>
      )}
      <Item onPick={() => void grid.current?.copy('tsv')}>
        Copy <Key mac="⌘C" win="Ctrl+C" />
      </Item>
      <Menu.SubmenuRoot>
        <Menu.SubmenuTrigger className="mi">
          Copy As
          <ChevronRight className="end" size={14} strokeWidth={1.75} aria-hidden="true" />
        </Menu.SubmenuTrigger>
        <Menu.Portal>
          <Menu.Positioner className="layer">
            <Menu.Popup className="menu" aria-label="Copy As">
              {formats.map(([format, name]) => (
                <Item key={format} onPick={() => void grid.current?.copy(format)}>
                  {name} {format === 'json' && <Key mac="⌥⌘C" win="Ctrl+Shift+C" />}
                </Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.SubmenuRoot>
      {column && <Item onPick={() => void copy(column.id)}>Copy Column Name</Item>}
    </>
  )
}

/** What can be done with the value of a cell; one that cannot be edited says why. */
function EditItems({ at: { row, column }, editing }: Pick<ItemsProps<Column>, 'at' | 'editing' | 'grid'>) {
  const why = editing.why(row, column)
  const staged = editing.isStaged(row, column)
  return (
    <>
      <Item why={why} onPick={() => editing.begin(row, column)}>
        Edit <Key mac="F2" win="F2" />
      </Item>
      <Item why={why} onPick={() => editing.setNull(row, column)}>
        Set to NULL
      </Item>
      {staged && <Item onPick={() => editing.revert(row, column)}>Revert Cell</Item>}
      {staged && <Item onPick={() => editing.revert(row, -1)}>Revert Row</Item>}
    </>
  )
}

/** Filters by the value of a cell. */
function FilterItem({ tab, at, column, editing }: Pick<ItemsProps<Column>, 'tab' | 'at' | 'column' | 'editing'>) {
  const cell = editing.server(at.row, at.column)
  const why = !cell ? 'the row is not loaded' : cell.cut > 0 ? 'the value is too long' : ''
  return (
    <Item
      why={why}
      onPick={() => cell && void tab.filtering.only(column.id, cell.kind <= Kind.null ? null : cell.text)}
    >
      Filter with This Value
    </Item>
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
      <Menu.Separator className="msep" />
      <Item why={stays} onPick={() => say({ pinned: !column.pinned })}>
        {column.pinned ? 'Unpin' : 'Pin to the Left'}
      </Item>
      <Item why={stuck(-1)} onPick={() => shift(-1)}>
        Move Left <Key mac="⇧⌘←" win="Ctrl+Shift+←" />
      </Item>
      <Item why={stuck(1)} onPick={() => shift(1)}>
        Move Right <Key mac="⇧⌘→" win="Ctrl+Shift+→" />
      </Item>
      <Item why={stays} onPick={() => say({ hidden: true })}>
        Hide Column
      </Item>
      <Item onPick={() => tab.columns.arrange(toggleEmpty)}>
        {layout.hideEmpty ? 'Show Empty Columns' : 'Hide Empty Columns'}
      </Item>
      <Item onPick={() => tab.columns.arrange(showAll)}>Show All Columns</Item>
      <Item onPick={onFindColumn}>Find Column…</Item>
      <Menu.Separator className="msep" />
      <Item onPick={() => grid.current?.fitColumns([at.column])}>Fit Width</Item>
      <Item onPick={() => grid.current?.fitColumns()}>Fit Column Widths</Item>
      <Menu.Separator className="msep" />
      <Item onPick={() => void copy(column.id)}>Copy Column Name</Item>
    </>
  )
}

/** The orders that a column can take part in; one that cannot is dimmed with its reason. */
function SortItems({ column, tab }: { column: Column; tab: RowsTab }) {
  const { sort, view } = tab.rows.store.getState()
  return sortChoices(column, sort, view?.maxSort ?? 0, view?.sortFull ?? '').map((choice) => (
    <Item key={choice.title} why={choice.why} onPick={() => void tab.rows.sortBy(choice.sort)}>
      {choice.title}
    </Item>
  ))
}

function Item({ why = '', onPick, children }: { why?: string; onPick(): void; children: ReactNode }) {
  return (
    <Menu.Item className={`mi ${why === '' ? '' : 'dim'}`} disabled={why !== ''} onClick={onPick}>
      {children}
      {why !== '' && <span className="why">{why}</span>}
    </Menu.Item>
  )
}

import { Menu } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'
import type { Grid } from '../../grid/grid'
import type { Column, CopyFormat } from '../../grid/types'
import { copyText } from '../../lib/clipboard'
import { Key } from '../../ui/Key'
import { sortChoices } from './columns'
import type { Tab } from './tab'

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
  tab: Tab
  onClose(): void
}

const formats: [CopyFormat, string, string, string][] = [
  ['tsv', 'Copy', '⌘C', 'Ctrl+C'],
  ['json', 'Copy as JSON', '⌥⌘C', 'Ctrl+Shift+C'],
  ['csv', 'Copy as CSV', '', ''],
  ['markdown', 'Copy as Markdown', '', ''],
]

/** The menu of a cell, a row or a head. */
export function GridMenu({ place, grid, columns, tab, onClose }: GridMenuProps) {
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
            {at.row >= 0 &&
              formats.map(([format, name, mac, win]) => (
                <Item key={format} onPick={() => void grid.current?.copy(format)}>
                  {name} {win !== '' && <Key mac={mac} win={win} />}
                </Item>
              ))}
            {at.row >= 0 && column && <Menu.Separator className="msep" />}
            {column && <SortItems column={column} tab={tab} />}
            {column && (
              <>
                <Menu.Separator className="msep" />
                <Item onPick={() => void copyText(column.id)}>Copy Column Name</Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** The orders that a column can take part in; one that cannot is dimmed with its reason. */
function SortItems({ column, tab }: { column: Column; tab: Tab }) {
  const { sort, view } = tab.store.getState()
  return sortChoices(column, sort, view?.maxSort ?? 0, view?.sortFull ?? '').map((choice) => (
    <Item key={choice.title} why={choice.why} onPick={() => void tab.sortBy(choice.sort)}>
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

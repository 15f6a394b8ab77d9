import { useStore } from 'zustand'
import { GridView } from '../../grid/GridView'
import { useMac } from '../../window/platform'
import type { ConsoleTab } from './tab'
import type { Table } from './table'
import { words } from './words'

interface ResultGridProps {
  session: ConsoleTab['session']
  table: Table
  /** Shows the response as text. */
  onText(): void
  onTell(text: string): void
}

/** The rows of a response. They are read-only: to edit a row, the user opens its object. */
export function ResultGrid({ session, table, onText, onTell }: ResultGridProps) {
  const mac = useMac()
  const revision = useStore(table.store, (s) => s.revision)
  return (
    <GridView
      label={words.rows}
      mac={mac}
      columns={table.columns}
      source={table}
      revision={revision}
      events={{
        onSort: () => undefined,
        onOpen: onText,
        onSelect: () => undefined,
        onMenu: () => undefined,
        onResize: (column, width) => table.resize(column, width),
        onTyped: () => onTell(words.editElsewhere(session)),
        tell: onTell,
      }}
    />
  )
}

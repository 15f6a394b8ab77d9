import { useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { useFindField } from '../../commands/context'
import { GridView } from '../../grid/GridView'
import { Empty } from '../../ui/Empty'
import { SearchField } from '../../ui/SearchField'
import { Stage } from '../../ui/Stage'
import { Fields, fieldColumns } from './fields'
import { Parts } from './Parts'
import { ReadOnlyNote } from './ReadOnlyNote'
import type { FieldTable, Structure } from './structure'
import style from './structure.module.css'
import { words } from './words'

interface FieldsViewProps {
  structure: Structure
  table: FieldTable
  mac: boolean
}

const rowHeight = 28

/** The fields of an object with their attributes, one row each. */
export function FieldsView({ structure, table, mac }: FieldsViewProps) {
  const filter = useStore(structure.store, (s) => s.filter)
  const order = useStore(structure.store, (s) => s.order)
  const widths = useStore(structure.store, (s) => s.widths)
  const field = useRef<HTMLInputElement>(null)
  useFindField(field)
  const rows = useMemo(() => new Fields(table.block, filter, order), [table, filter, order])
  const columns = useMemo(() => fieldColumns(table.info, order, widths), [table, order, widths])
  return (
    <Stage data-pane="grid">
      <div className={style.bar}>
        <Parts structure={structure} />
        <SearchField
          ref={field}
          label={words.filter}
          width={200}
          text={filter}
          onText={(text) => structure.filter(text)}
        />
        <span className="grow" />
        <ReadOnlyNote text={table.info.note} />
      </div>
      <Facts facts={table.info.facts} />
      <GridView
        columns={columns}
        source={rows}
        revision={0}
        label={`Fields of ${structure.object}`}
        rowHeight={rowHeight}
        mac={mac}
        events={{
          onSort: (column) => structure.sort(column),
          onOpen: () => undefined,
          onSelect: () => undefined,
          onMenu: () => undefined,
          onResize: (column, width) => structure.resize(column, width),
        }}
      />
      {rows.rowCount === 0 && (
        <Empty over>
          <h2>No field matches the filter</h2>
        </Empty>
      )}
    </Stage>
  )
}

/** The facts about the object as a whole. */
function Facts({ facts }: { facts: FieldTable['info']['facts'] }) {
  if (facts.length === 0) return null
  return (
    <dl className={style.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="sel-text" data-tip="">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

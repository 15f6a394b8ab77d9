import { ChevronDown, ChevronUp, Copy, Lock, SquareArrowOutUpRight } from 'lucide-react'
import { type UIEvent, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { act } from '../../commands/act'
import { rowNow } from '../../grid/follow'
import { nextSelected } from '../../grid/selection'
import { rem } from '../../lib/rem'
import { count } from '../../lib/words'
import { Chip } from '../../ui/Chip'
import { useCopied } from '../../ui/CopyButton'
import { Divider } from '../../ui/Divider'
import { SearchField } from '../../ui/SearchField'
import { type Segment, Segments } from '../../ui/Segments'
import { SideBarFoot } from '../../ui/SideBar'
import { SidePane, SidePaneHead } from '../../ui/SidePane'
import { SmallIcon } from '../../ui/SmallIcon'
import { withTip } from '../../ui/tips'
import { menuOfLine, useMenus } from '../../window/menus'
import { useCopy } from '../../window/messages'
import style from './Inspector.module.css'
import type { Inspected } from './inspected'
import { inspectorWidth, panes } from './panes'
import { RecordJSON } from './RecordJSON'
import { type Field, fieldCount, fieldsOf, recordWords } from './record'
import { SettableField } from './SettableField'

const parts: Segment<'fields' | 'json'>[] = [
  { value: 'fields', title: 'Fields' },
  { value: 'json', title: 'JSON' },
]

/** How many fields are drawn at first, and how many are added whenever their end becomes visible. */
const portion = 120

interface InspectorProps {
  tab: Inspected
  /** The view indexes of the columns, in the order of the list. */
  order: readonly number[]
}

/** The focused record of the grid, as a list of its columns or as JSON. */
export function Inspector({ tab, order }: InspectorProps) {
  const shown = useStore(panes, (s) => s.inspector)
  const width = useStore(inspectorWidth.store)
  if (!shown) return null
  return (
    <SidePane record aria-label="Record inspector" data-pane="inspector" style={{ width: rem(width) }}>
      <Divider pane={inspectorWidth} label="Inspector width" side="left" />
      <Record key={tab.id} tab={tab} order={order} />
    </SidePane>
  )
}

function Record({ tab, order }: InspectorProps) {
  const at = useStore(tab.grid.cursor, (s) => s.at)
  const selected = useStore(tab.grid.cursor, (s) => s.rows)
  const pages = useStore(tab.rows.store, (s) => s.pages)
  const view = useStore(tab.rows.store, (s) => s.view)
  const revision = useStore(tab.rows.store, (s) => s.revision)
  const seen = at?.row ?? 0
  const row = (pages && rowNow(pages, seen, at?.key)) ?? seen
  const json = useStore(panes, (s) => s.json)
  const [filter, setFilter] = useState('')
  const columns = view?.columns ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came meanwhile have another revision.
  const fields = useMemo(
    () => fieldsOf(view?.columns ?? [], order, filter, (column) => pages?.cell(row, column), tab.settable?.(row)),
    [view, order, filter, pages, row, revision, tab],
  )
  const primary = columns.findIndex((column) => column.primary)
  const label = (primary < 0 ? undefined : pages?.cell(row, primary, 100)?.text) ?? ''
  const last = (pages?.rowCount ?? 0) - 1
  // With several selected rows, it steps through those.
  const several = selected.length > 0
  const neighbour = (by: 1 | -1) => {
    const to = several ? nextSelected(selected, row, by) : row + by
    return to !== undefined && to >= 0 && to <= last ? to : undefined
  }
  const step = (by: 1 | -1) => {
    const column = at?.column ?? columns[order[0] ?? 0]?.name ?? ''
    tab.grid.go({ row: neighbour(by) ?? row, column }, several)
  }
  const which = several ? 'selected record' : 'record'
  return (
    <>
      <SidePaneHead>
        <h2 className="b ell grow" dir="auto" data-tip="">
          {label}
        </h2>
        <span className="t3 nowrap">row {pages?.rowLabel?.(row) ?? count(row + 1)}</span>
      </SidePaneHead>
      <SidePaneHead className={style.tools}>
        <span className="grow" />
        <Segments
          label="View as"
          small
          segments={parts}
          value={json ? 'json' : 'fields'}
          onValue={(way) => panes.setState({ json: way === 'json' })}
        />
        <SmallIcon
          icon={ChevronUp}
          label={`Previous ${which}`}
          why={neighbour(-1) === undefined ? `first ${which}` : ''}
          onClick={() => step(-1)}
        />
        <SmallIcon
          icon={ChevronDown}
          label={`Next ${which}`}
          why={neighbour(1) === undefined ? `last ${which}` : ''}
          onClick={() => step(1)}
        />
      </SidePaneHead>
      {json && pages ? (
        <RecordJSON pages={pages} row={row} />
      ) : (
        <>
          <div className={style.filter}>
            <SearchField label="Filter fields" text={filter} onText={setFilter} />
          </div>
          <Fields key={filter} fields={fields} tab={tab} row={row} />
          <SideBarFoot role="status">
            <span className="t3 fs11">{recordWords(fields, fieldCount(columns, fields), filter)}</span>
          </SideBarFoot>
        </>
      )}
    </>
  )
}

function Fields({ fields, tab, row }: { fields: readonly Field[]; tab: Inspected; row: number }) {
  const [drawn, setDrawn] = useState(portion)
  const more = ({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
    const near = list.scrollTop + list.clientHeight > list.scrollHeight - 400
    if (near && drawn < fields.length) setDrawn(drawn + portion)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={style.fields} aria-label="Fields" tabIndex={0} onScroll={more}>
      <ul>
        {fields.slice(0, drawn).map((field) => (
          <FieldView key={field.column} field={field} tab={tab} row={row} />
        ))}
      </ul>
    </section>
  )
}

function FieldView({ field, tab, row }: { field: Field; tab: Inspected; row: number }) {
  const menus = useMenus()
  const copyName = useCopy()
  const [said, copyValue] = useCopied()
  const copy = async () => {
    const { pages } = tab.rows.store.getState()
    const cell = pages?.cell(row, field.column)
    if (!pages || !cell) return
    await copyValue(cell.cut > 0 ? pages.whole(row, field.column).catch(() => cell.text) : cell.text)
  }
  return (
    <li
      className={style.field}
      onContextMenu={(e) =>
        menus.open(
          menuOfLine(e, field.name, [
            act('field.open', () => tab.openValue({ row, column: field.name })),
            act('field.show', () => tab.grid.go({ row, column: field.name })),
            act('field.copyValue', () => void copy()),
            act('field.copyName', () => void copyName(field.name)),
          ]),
        )
      }
    >
      <div className={style.line}>
        {field.readOnly && <Lock size={11} strokeWidth={1.75} aria-label="read-only" />}
        <span data-part="field-name" className={`${style.name} ell`} data-tip="">
          {field.name}
        </span>
        <span className="nowrap">{field.type}</span>
        <span className="end row g4">
          {said !== '' && <span className="t3">{said}</span>}
          {field.cut !== '' && <Chip>{field.cut}</Chip>}
          <SmallIcon
            icon={SquareArrowOutUpRight}
            label={`Open ${field.name}`}
            onClick={() => tab.openValue({ row, column: field.name })}
          />
          <SmallIcon icon={Copy} label={`Copy ${field.name}`} onClick={() => void copy()} />
        </span>
      </div>
      {field.settable ? (
        <SettableField
          name={field.name}
          settable={field.settable}
          onSet={(text) => tab.set?.(row, field.column, text)}
        />
      ) : (
        <div
          dir="auto"
          className={`${style.value} ${field.mono ? 'mono' : ''} ${field.state === 'null' || field.state === 'missing' ? style.none : ''}`}
          {...(field.clocks === '' ? {} : withTip(field.clocks))}
        >
          {field.state === 'missing' ? 'no value' : field.value}
        </div>
      )}
    </li>
  )
}

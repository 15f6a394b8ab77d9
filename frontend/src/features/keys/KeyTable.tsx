import type { KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { useRegistry } from '../../commands/context'
import type { KeyCell, KeyColumn, KeyInfo, KeyList } from '../../host'
import { rem } from '../../lib/rem'
import { Chip } from '../../ui/Chip'
import { Table } from '../../ui/Table'
import style from './keys.module.css'
import { mostShown, roomiest } from './shown'
import type { KeysTab } from './tab'
import { dayOf, timeOf, words } from './words'

/** The room for the columns without a width that others leave in a narrow list, in pixels. */
const leastRoom = 200

/** The keys, one of which can be selected. Tab reaches the selected one, the arrow keys the others. */
export function KeyTable({ tab, list, keys }: { tab: KeysTab; list: KeyList; keys: readonly KeyInfo[] }) {
  const chosen = useStore(tab.store, (s) => s.chosen)
  const shown = keys.slice(0, mostShown)
  const fixed = list.columns.reduce((sum, { width }) => sum + width, leastRoom)
  const share = (width: number) => Math.round((width / fixed) * 1000) / 10
  const roomy = roomiest(list)
  const reached = shown.some(({ id }) => id === chosen) ? chosen : shown[0]?.id
  const registry = useRegistry()
  const step = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return void registry.run('keys.delete')
    }
    const at = shown.findIndex(({ id }) => id === reached)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key]
    const next = to === undefined ? undefined : shown[to]
    if (!next) return
    event.preventDefault()
    tab.choose(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')[to ?? 0]?.focus()
  }
  return (
    <Table role="grid" aria-label={list.title} className={style.list} onKeyDown={step}>
      <colgroup>
        {list.columns.map(({ title, width }) => (
          <col key={title} style={width > 0 ? { width: `min(${rem(width)}, ${share(width)}cqi)` } : undefined} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {list.columns.map(({ title, look }) => (
            <th key={title} data-number={look === 'number' || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((key) => (
          <tr
            key={key.id}
            tabIndex={key.id === reached ? 0 : -1}
            aria-selected={key.id === chosen}
            onClick={() => tab.choose(key.id)}
            onFocus={() => tab.choose(key.id)}
          >
            {list.columns.map((column, at) => {
              const cell = key.cells[at]
              return (
                cell && (
                  <Cell
                    key={column.title}
                    column={column}
                    cell={cell}
                    expired={key.expired}
                    reach={at === roomy ? key.reach : ''}
                  />
                )
              )
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface CellProps {
  column: KeyColumn
  cell: KeyCell
  expired: boolean
  /** What the key can also reach, beyond its collections; '' if another line says so. */
  reach: string
}

function Cell({ column: { look }, cell: { text, time, wide }, expired, reach }: CellProps) {
  if (time !== '') {
    return (
      <td className={`${style.time} ${expired ? 'fail' : ''}`} data-tip={timeOf(time)}>
        {expired ? words.expiredOn(dayOf(time)) : dayOf(time)}
      </td>
    )
  }
  return (
    <td className={style[look]} data-number={look === 'number' || undefined} data-tip={wide ? undefined : ''}>
      {wide ? <Chip refused>{text}</Chip> : text}
      {reach !== '' && <div className={style.reach}>{reach}</div>}
    </td>
  )
}

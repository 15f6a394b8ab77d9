import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { act } from '../../commands/act'
import { isMenuKey } from '../../lib/menuKey'
import { duration, size } from '../../lib/words'
import { Method } from '../../ui/Method'
import { type ListHandle, rowStyle, VirtualList } from '../../ui/VirtualList'
import { menuBelow, menuOfLine, useMenus } from '../../window/menus'
import { useCopy } from '../../window/messages'
import type { RequestEntry } from './entry'
import style from './requests.module.css'
import { clock, entryLabel, isFailure, outcomeWords, targetOf } from './words'

/** The height of an entry in px; the styles have the same. */
const height = 44

interface EntryListProps {
  entries: readonly RequestEntry[]
  chosen: number
  onChoose(id: number): void
}

/** The requests, newest first. The visible ones stay in place when others arrive. */
export function EntryList({ entries, chosen, onChoose }: EntryListProps) {
  const list = useRef<ListHandle>(null)
  useAnchor(list, entries)
  const menu = useEntryMenu(chosen, onChoose)
  const at = entries.findIndex((e) => e.id === chosen)
  const keys = (e: KeyboardEvent) => {
    const entry = entries[at]
    if (entry && isMenuKey(e)) {
      e.preventDefault()
      return menu.byKey(entry)
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[e.key]
    if (to === undefined || entries.length === 0) return
    e.preventDefault()
    const next = Math.min(Math.max(0, to), entries.length - 1)
    onChoose(entries[next]?.id ?? 0)
    list.current?.reveal(next)
  }
  return (
    <VirtualList
      ref={list}
      count={entries.length}
      rowHeight={height}
      label="Requests, newest first"
      role="listbox"
      className={style.list}
      active={{ row: at, id: `request-${chosen}` }}
      onKeyDown={keys}
    >
      {(place, top) => {
        const entry = entries[place]
        return (
          entry && (
            <Entry
              key={entry.id}
              entry={entry}
              place={place}
              total={entries.length}
              top={top}
              on={entry.id === chosen}
              onChoose={onChoose}
              onMenu={menu.byPointer}
            />
          )
        )
      }}
    </VirtualList>
  )
}

interface EntryProps {
  entry: RequestEntry
  place: number
  total: number
  /** px from the top of the list. */
  top: number
  on: boolean
  onChoose(id: number): void
  onMenu(e: MouseEvent<HTMLElement>, entry: RequestEntry): void
}

function Entry({ entry, place, total, top, on, onChoose, onMenu }: EntryProps) {
  const rowAt = rowStyle(top)
  const tone = entry.kind === 'cancelled' ? '' : isFailure(entry) ? 'fail' : 'ok'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option.
    <div
      id={`request-${entry.id}`}
      role="option"
      aria-selected={on}
      aria-setsize={total}
      aria-posinset={place + 1}
      aria-label={entryLabel(entry)}
      className={`${rowAt.className} ${style.entry} ${on ? style.on : ''}`}
      style={rowAt.style}
      onClick={() => onChoose(on ? 0 : entry.id)}
      onContextMenu={(e) => onMenu(e, entry)}
    >
      <Method>{entry.method}</Method>
      <span className="mono ell fs12" data-tip="">
        {targetOf(entry)}
      </span>
      <span className={`${style.facts} fs11 t3 num`}>
        <span className={`${tone} m`}>{outcomeWords(entry)}</span>
        <span>{duration(entry.millis)}</span>
        {entry.status > 0 && <span>{size(entry.bytes)}</span>}
        <span className="ell">{entry.purpose}</span>
        <span className="end">{clock(entry.started)}</span>
      </span>
    </div>
  )
}

/**
 * The menu of a request. The list has the focus, so the menu key applies to the selected request and opens the menu
 * there.
 */
function useEntryMenu(chosen: number, onChoose: (id: number) => void) {
  const menus = useMenus()
  const copy = useCopy()
  const actsOf = (entry: RequestEntry) => {
    const on = entry.id === chosen
    return [
      act('request.details', () => onChoose(on ? 0 : entry.id), { title: on ? 'Hide Details' : undefined }),
      act('request.copyTarget', () => void copy(`${entry.method} ${targetOf(entry)}`)),
      act('request.copyPath', () => void copy(targetOf(entry))),
    ]
  }
  return {
    byPointer: (e: MouseEvent<HTMLElement>, entry: RequestEntry) => menus.open(menuOfLine(e, 'Request', actsOf(entry))),
    byKey: (entry: RequestEntry) => {
      const line = document.getElementById(`request-${entry.id}`)
      if (line) menus.open(menuBelow(line, { kind: 'line', name: 'Request', acts: actsOf(entry) }))
    },
  }
}

/** Keeps the visible entries in place when newer ones arrive; at the top, the newest are shown. */
function useAnchor(list: RefObject<ListHandle | null>, entries: readonly RequestEntry[]): void {
  const first = useRef(0)
  useLayoutEffect(() => {
    const before = entries.findIndex((e) => e.id === first.current)
    first.current = entries[0]?.id ?? 0
    if (before > 0) list.current?.shift(before)
  }, [list, entries])
}

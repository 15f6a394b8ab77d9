import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { act } from '../../commands/act'
import { duration, size } from '../../lib/words'
import { menuOfLine, useMenus } from '../../window/menus'
import { useCopy } from '../../window/messages'
import type { RequestEntry } from './entry'
import { clock, entryLabel, isFailure, outcomeWords, targetOf } from './words'

/** The height of an entry in px; the styles have the same. */
const height = 44
const overscan = 6

interface EntryListProps {
  entries: readonly RequestEntry[]
  chosen: number
  onChoose(id: number): void
}

/** The requests, the newest first; only those in sight are drawn. What is read stays in place when others come. */
export function EntryList({ entries, chosen, onChoose }: EntryListProps) {
  const box = useRef<HTMLDivElement>(null)
  const [window, setWindow] = useState({ first: 0, last: 0 })
  useAnchor(box, entries)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const first = Math.max(0, Math.floor(element.scrollTop / height) - overscan)
      const last = Math.min(entries.length, Math.ceil((element.scrollTop + element.clientHeight) / height) + overscan)
      setWindow((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [entries])

  const at = entries.findIndex((e) => e.id === chosen)
  const keys = (e: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[e.key]
    if (to === undefined || entries.length === 0) return
    e.preventDefault()
    const next = Math.min(Math.max(0, to), entries.length - 1)
    onChoose(entries[next]?.id ?? 0)
    reveal(box.current, next)
  }
  return (
    <div
      ref={box}
      className="reqlist"
      role="listbox"
      aria-label="Requests, newest first"
      aria-activedescendant={at >= window.first && at < window.last ? `request-${chosen}` : undefined}
      tabIndex={0}
      onKeyDown={keys}
    >
      <div role="presentation" style={{ height: entries.length * height }}>
        {entries.slice(window.first, window.last).map((entry, i) => (
          <Entry
            key={entry.id}
            entry={entry}
            place={window.first + i}
            total={entries.length}
            on={entry.id === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}

interface EntryProps {
  entry: RequestEntry
  place: number
  total: number
  on: boolean
  onChoose(id: number): void
}

function Entry({ entry, place, total, on, onChoose }: EntryProps) {
  const menus = useMenus()
  const copy = useCopy()
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
      className={`req ${on ? 'on' : ''}`}
      style={{ top: place * height }}
      onClick={() => onChoose(on ? 0 : entry.id)}
      onContextMenu={(e) =>
        menus.open(
          menuOfLine(e, 'Request', [
            act('request.details', () => onChoose(on ? 0 : entry.id), { title: on ? 'Hide Details' : undefined }),
            act('request.copyTarget', () => void copy(`${entry.method} ${targetOf(entry)}`)),
            act('request.copyPath', () => void copy(targetOf(entry))),
          ]),
        )
      }
    >
      <span className="meth">{entry.method}</span>
      <span className="mono ell fs12" title={targetOf(entry)}>
        {targetOf(entry)}
      </span>
      <span className="reqfacts fs11 t3 num">
        <span className={`${tone} m`}>{outcomeWords(entry)}</span>
        <span>{duration(entry.millis)}</span>
        {entry.status > 0 && <span>{size(entry.bytes)}</span>}
        <span className="ell">{entry.purpose}</span>
        <span className="end">{clock(entry.started)}</span>
      </span>
    </div>
  )
}

/** Keeps what is in sight in its place when entries come before it; at the top the newest are shown. */
function useAnchor(box: RefObject<HTMLElement | null>, entries: readonly RequestEntry[]): void {
  const first = useRef(0)
  useLayoutEffect(() => {
    const before = entries.findIndex((e) => e.id === first.current)
    first.current = entries[0]?.id ?? 0
    if (box.current && before > 0 && box.current.scrollTop > 0) box.current.scrollTop += before * height
  }, [box, entries])
}

function reveal(box: HTMLElement | null, place: number): void {
  if (!box) return
  const least = (place + 1) * height - box.clientHeight
  box.scrollTop = Math.max(least, Math.min(box.scrollTop, place * height))
}

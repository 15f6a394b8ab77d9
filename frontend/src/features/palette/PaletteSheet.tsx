import { Plug, Search, SquareTerminal, Star, Table2 } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { chordOf, isChord, shownKey } from '../../commands/keys'
import { keysOf } from '../../commands/table'
import { isComposing, isMod } from '../../lib/keys'
import { rem } from '../../lib/rem'
import { Key } from '../../ui/Key'
import { Sheet } from '../../ui/Sheet'
import { useSight } from '../../ui/VirtualList'
import { useMac } from '../../window/platform'
import type { Entry, EntryKind } from './entry'
import style from './palette.module.css'
import { type Group, type Hit, type Match, matchesOf } from './ranking'
import { heading, words } from './words'

interface PaletteSheetProps {
  entries: readonly Entry[]
  /** The keys of the entries used before, the last used first. */
  recent: readonly string[]
  /** What objects are called in the open connections: "indices". */
  objects: string
  /** Called with the chosen entry, which can be used; the palette is still open. */
  onChoose(entry: Entry, another: boolean): void
  onClose(): void
}

const rowHeight = 28
/** How many lines are in sight at most. */
const mostRows = 12
/** How far PageUp and PageDown go. */
const pageRows = 10

type Line = { group: Group } | { match: Match; place: number }

/** The command palette: a field, and below it everything that can be opened or run. */
export function PaletteSheet({ entries, recent, objects, onChoose, onClose }: PaletteSheetProps) {
  const mac = useMac()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const chose = useRef(false)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { lines, places } = useMemo(() => linesOf(matchesOf(entries, typed, recent)), [entries, typed, recent])
  const sight = useSight(scroller, lines.length, rowHeight)
  const chosenAt = Math.min(at, places.length - 1)
  const line = lines[places[chosenAt] ?? -1]
  const chosen = line && 'match' in line ? line.match.entry : undefined
  const why = chosen?.why ?? ''

  const choose = (entry: Entry | undefined, another: boolean) => {
    if (entry?.why !== '') return
    chose.current = true
    onChoose(entry, another)
  }
  const goTo = (place: number) => {
    const next = Math.max(0, Math.min(places.length - 1, place))
    setAt(next)
    sight.reveal(next === 0 ? 0 : (places[next] ?? 0))
  }
  const type = (text: string) => {
    setTyped(text)
    setAt(0)
    sight.reveal(0)
  }
  const press = (e: KeyboardEvent) => {
    if (isComposing(e.nativeEvent)) return
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows }[e.key]
    const closes = keysOf('palette.open', mac).some((keys) => isChord(e.nativeEvent, chordOf(keys, mac)))
    if (by !== undefined) goTo(chosenAt + by)
    else if (e.key === 'Enter') choose(chosen, isMod(e, mac))
    else if (closes) onClose()
    else return
    e.preventDefault()
  }

  const rows: ReactNode[] = []
  for (let row = sight.first; row < sight.last; row++) {
    const one = lines[row]
    if (!one) continue
    const place = { transform: `translateY(${sight.top(row)}px)` }
    if ('group' in one) {
      rows.push(
        <div key={`heading ${one.group.id}`} role="presentation" className={style.heading} style={place}>
          {heading(one.group, objects)}
        </div>,
      )
      continue
    }
    rows.push(
      <Option
        key={row}
        id={`${id}${one.place}`}
        match={one.match}
        on={one.place === chosenAt}
        at={one.place}
        of={places.length}
        place={place}
        onPress={(e) => (one.match.entry.why === '' ? choose(one.match.entry, withMod(e, mac)) : setAt(one.place))}
      />,
    )
  }
  return (
    <Sheet
      label={words.title}
      width={620}
      className={style.palette}
      initialFocus={field}
      finalFocus={() => !chose.current}
      onClose={onClose}
    >
      <div className={style.field}>
        <Search size={16} strokeWidth={1.5} aria-hidden="true" />
        <input
          ref={field}
          role="combobox"
          aria-label={words.title}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}list`}
          aria-activedescendant={chosen ? `${id}${chosenAt}` : undefined}
          placeholder={words.title}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(e) => type(e.target.value)}
          onKeyDown={press}
        />
        {typed === '' && <span className="t3 fs11 nowrap">{words.hint(objects)}</span>}
      </div>
      {/* The field keeps the focus when the list is pressed. */}
      <div
        ref={setScroller}
        id={`${id}list`}
        role="listbox"
        aria-label={words.results}
        className={style.list}
        style={{ height: rem(Math.max(1, Math.min(lines.length, mostRows)) * rowHeight) }}
        onMouseDown={(e) => e.preventDefault()}
      >
        <div role="presentation" className={style.body} style={{ height: sight.bodyHeight }}>
          {rows}
        </div>
      </div>
      <div className={style.foot}>
        <span role="status" className={why !== '' || places.length === 0 ? 'grow' : 'vh'}>
          {places.length === 0 ? words.none(typed) : why}
        </span>
        {chosen && why === '' && (
          <>
            <KeyHint keys="Enter" text={words.open} />
            {chosen.kind === 'object' && <KeyHint keys="Mod+Enter" text={words.another} />}
            <span className="grow" />
          </>
        )}
        <KeyHint keys="Esc" text={words.close} />
      </div>
    </Sheet>
  )
}

/** The main modifier of a press. */
const withMod = (e: MouseEvent, mac: boolean) => (mac ? e.metaKey : e.ctrlKey)

/** The lines of the groups with their headings, and on which of them the matches are. */
function linesOf(groups: readonly Group[]): { lines: readonly Line[]; places: readonly number[] } {
  const lines: Line[] = []
  const places: number[] = []
  for (const group of groups) {
    lines.push({ group })
    for (const match of group.shown) {
      lines.push({ match, place: places.length })
      places.push(lines.length - 1)
    }
  }
  return { lines, places }
}

const icons: Record<EntryKind, typeof Table2> = {
  object: Table2,
  command: SquareTerminal,
  connection: Plug,
  request: Star,
}

interface OptionProps {
  id: string
  match: Match
  on: boolean
  at: number
  of: number
  place: { transform: string }
  onPress(event: MouseEvent): void
}

function Option({ id, match: { entry, hits }, on, at, of, place, onPress }: OptionProps) {
  const Icon = icons[entry.kind]
  const off = entry.why !== ''
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the chosen option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
    <div
      id={id}
      role="option"
      aria-selected={on}
      aria-disabled={off || undefined}
      aria-posinset={at + 1}
      aria-setsize={of}
      className={`${style.row} ${on ? style.on : ''} ${off ? style.off : ''}`}
      style={place}
      onClick={onPress}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
      <span className={style.title}>
        <Highlighted text={entry.title} hits={hits} />
      </span>
      <span className={style.detail}>{off ? entry.why : entry.detail}</span>
      {entry.keys && <Key {...entry.keys} />}
    </div>
  )
}

/** A title with its matched parts marked. */
function Highlighted({ text, hits }: { text: string; hits: readonly Hit[] }) {
  const parts: ReactNode[] = []
  let from = 0
  for (const [start, end] of hits) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>)
    from = end
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  )
}

function KeyHint({ keys, text }: { keys: string; text: string }) {
  return (
    <span className="row g4 nowrap">
      <Key mac={shownKey(keys, true)} win={shownKey(keys, false)} /> {text}
    </span>
  )
}

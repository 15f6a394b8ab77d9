import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { reading } from '../lib/textSize'
import code from './CodeText.module.css'
import style from './TextView.module.css'
import { type JsonTree, readTree, readTreeSlowly } from './text/json'
import type { Language } from './text/language'
import { hasWide, jsonLines, jsonLinesSlowly, type Lines, longestRow, type Part, PlainLines, Rows } from './text/lines'
import { marked, noMatches } from './text/search'
import { copiedText } from './text/selection'
import type { Find } from './text/useFind'
import { type ListHandle, rowStyle, VirtualList } from './VirtualList'

const lineHeight = 18
/** The width of a monospace character, and of the margin beside the text, in px at the usual text size. */
const charWidth = 7.23
const beside = 68
/** How many characters of JSON are parsed at once, before drawing. */
const readAtOnce = 100_000

interface TextViewProps {
  label: string
  text: string
  /** JSON is shown in colour, with one member per line; its digits and escapes are unchanged. */
  language: Language
  /** Whether lines wrap at the edge of the view. */
  wrap?: boolean
  /** A search in the text, from useFind(text): its matches are marked, and the current one is scrolled into view. */
  find?: Pick<Find, 'matches' | 'current'>
  /** The nodes of the text, if it has been parsed before. */
  tree?: JsonTree | null
}

const noFind = { matches: noMatches, current: -1 }

/** A text in numbered lines; only visible lines are drawn, however long the text or a line is. */
export function TextView({ label, text, language, wrap = true, find = noFind, tree }: TextViewProps) {
  const { matches, current } = find
  const [width, setWidth] = useState(0)
  const list = useRef<ListHandle>(null)
  const lines = useLines(text, language, tree)
  const wide = useMemo(() => hasWide(text), [text])
  const size = useStore(reading, (at) => at.size / 100)
  const columns = wrap && width > 0 ? Math.floor((width / size - beside) / charWidth) : longestRow
  const rows = useMemo(() => new Rows(lines, columns, wide), [lines, columns, wide])
  const found = matches.at[current]
  useEffect(() => {
    if (found !== undefined) list.current?.center(rows.rowOf(lines.place(found)))
  }, [found, rows, lines])
  const copy = (event: ClipboardEvent) => {
    const selected = copiedText(event.currentTarget, window.getSelection())
    if (selected === '') return
    event.clipboardData.setData('text/plain', selected)
    event.preventDefault()
  }
  const digits = String(lines.count).length
  return (
    <VirtualList
      ref={list}
      count={rows.count}
      rowHeight={lineHeight}
      label={label}
      className={code.code}
      onWidth={setWidth}
      onCopy={copy}
    >
      {(row, top) => {
        const { line, begins, parts } = rows.row(row)
        const place = rowStyle(top)
        return (
          <div key={row} className={`${place.className} ${style.row}`} style={place.style}>
            <span className={style.number} aria-hidden="true" style={{ minWidth: `${Math.max(3, digits)}ch` }}>
              {begins ? line + 1 : ''}
            </span>
            <span className={style.line} data-line={begins ? 'begins' : 'goes-on'}>
              {marked(parts, matches, current).map((part, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row's parts never move.
                <Stretch key={i} part={part} />
              ))}
            </span>
          </div>
        )
      }}
    </VirtualList>
  )
}

function Stretch({ part }: { part: Part }) {
  if (part.found) {
    return (
      <mark className={style.match} data-current={part.found === 'current' ? '' : undefined}>
        {part.text}
      </mark>
    )
  }
  return <span className={part.look || undefined}>{part.text}</span>
}

/** The lines of a text. A long JSON text is parsed in chunks, and shown as it is until that is done. */
function useLines(text: string, language: Language, tree: JsonTree | null | undefined): Lines {
  const [laid, setLaid] = useState<{ text: string; lines: Lines } | null>(null)
  const short = text.length <= readAtOnce
  const slow = language === 'json' && !short
  const quick = useMemo(
    () => (language === 'json' && short ? jsonLines(tree ?? readTree(text)) : new PlainLines(text)),
    [language, short, tree, text],
  )
  useEffect(() => {
    if (!slow) return
    const end = new AbortController()
    const lay = async () => {
      const nodes = tree ?? (await readTreeSlowly(text, end.signal))
      const lines = nodes && (await jsonLinesSlowly(nodes, end.signal))
      if (lines && !end.signal.aborted) setLaid({ text, lines })
    }
    void lay()
    return () => end.abort()
  }, [slow, tree, text])
  return slow && laid?.text === text ? laid.lines : quick
}

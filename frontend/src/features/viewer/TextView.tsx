import { useEffect, useMemo, useRef, useState } from 'react'
import type { JsonTree } from './json'
import { JsonLines, longestRow, PlainLines, Rows } from './lines'
import { type Matches, marked } from './search'
import { type RowsHandle, VirtualRows } from './VirtualRows'

const lineHeight = 18
/** The width of a character of the code's font and of what stands beside the text, in px. */
const charWidth = 7.23
const beside = 68

interface TextViewProps {
  label: string
  text: string
  /** The nodes of the text where it is shown one member a line. */
  tree: JsonTree | null
  wrap: boolean
  matches: Matches
  current: number
}

/** A text in numbered lines, of which only those in sight are drawn. */
export function TextView({ label, text, tree, wrap, matches, current }: TextViewProps) {
  const [width, setWidth] = useState(0)
  const list = useRef<RowsHandle>(null)
  const lines = useMemo(() => (tree ? new JsonLines(tree) : new PlainLines(text)), [tree, text])
  const columns = wrap && width > 0 ? Math.floor((width - beside) / charWidth) : longestRow
  const rows = useMemo(() => new Rows(lines, columns, text), [lines, columns, text])
  const found = matches.at[current]
  useEffect(() => {
    if (found !== undefined) list.current?.reveal(rows.rowOf(lines.place(found)))
  }, [found, rows, lines])
  const digits = String(lines.count).length
  return (
    <VirtualRows ref={list} count={rows.count} rowHeight={lineHeight} label={label} className="code" onWidth={setWidth}>
      {(row, top) => {
        const { line, begins, parts } = rows.row(row)
        return (
          <div key={row} className="vrow" style={{ transform: `translateY(${top}px)` }}>
            <span className="ln" aria-hidden="true" style={{ minWidth: `${Math.max(3, digits)}ch` }}>
              {begins ? line + 1 : ''}
            </span>
            <span className="l">
              {marked(parts, matches, current).map((part, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row's parts never move.
                <span key={i} className={part.look || undefined}>
                  {part.text}
                </span>
              ))}
            </span>
          </div>
        )
      }}
    </VirtualRows>
  )
}

import { observeElementRect, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useCallback, useRef } from 'react'
import style from '../src/grid/GridView.module.css'
import { pageFits } from '../src/grid/measure'
import { displayLimit, displayText, headName } from '../src/grid/names'
import { rowLabel } from '../src/grid/sheet'
import type { Column, Source } from '../src/grid/types'
import { Kind } from '../src/lib/block'
import { columnWidth, gutterOf, rowHeight } from './blocks'

/** As many rows and columns beyond the seen ones as our grid draws. */
const rowOverscan = 3
const columnOverscan = 1
/** Where the columns that scroll begin, in px: behind the row numbers and the pinned column. */
const pinnedEnd = 2 * columnWidth
/** Height of the head in px. */
const headHeight = 28

interface TableProps {
  columns: readonly Column[]
  source: Source
}

/**
 * The same cells by TanStack Virtual: two virtualizers of one scroller, as its documentation shows for rows and columns.
 * Rows, cells and heads are memoised, so a frame renders only what came into sight; the columns that are drawn keep
 * their identity while none comes or goes.
 */
export function Virtual({ columns, source }: TableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const getScrollElement = useCallback(() => scroller.current, [])
  const rows = useVirtualizer({
    count: source.rowCount,
    getScrollElement,
    estimateSize,
    overscan: rowOverscan,
    observeElementRect: belowHead,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length - 1,
    getScrollElement,
    estimateSize: estimateWidth,
    overscan: columnOverscan,
    observeElementRect: besidePinned,
  })
  const seen = across.getVirtualItems()
  const sizes = {
    '--qg-row': `${rowHeight}px`,
    '--qg-gutter': `${gutterOf(source.rowCount)}px`,
    '--qg-width': `${pinnedEnd + across.getTotalSize()}px`,
  } as CSSProperties
  return (
    <div data-part="grid" className={style.place}>
      <div className="qg virtual">
        <div
          ref={scroller}
          className="qg-scroll"
          role="grid"
          aria-label="rows"
          aria-multiselectable
          aria-rowcount={source.rowCount + 1}
          aria-colcount={columns.length + 1}
          style={sizes}
        >
          <Head columns={columns} seen={seen} />
          <div className="qg-body" role="rowgroup" style={{ height: rows.getTotalSize() }}>
            <div className="qg-rows" role="presentation">
              {rows.getVirtualItems().map((row) => (
                <Row key={row.key} row={row.index} top={row.start} seen={seen} columns={columns} source={source} />
              ))}
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

/** As our grid does it, for the same cells: how much of a text is drawn, and px of a cell that are not for its text. */
const fits = pageFits()
const beside = 15

const estimateSize = () => rowHeight
const estimateWidth = () => columnWidth

type Observe = typeof observeElementRect<HTMLDivElement>

/** The rows scroll in what the head leaves of the scroller. */
const belowHead: Observe = (virtualizer, tell) =>
  observeElementRect(virtualizer, ({ width, height }) => tell({ width, height: height - headHeight }))

/** The columns scroll in what the pinned ones leave of the scroller. Our grid draws none behind them either. */
const besidePinned: Observe = (virtualizer, tell) =>
  observeElementRect(virtualizer, ({ width, height }) => tell({ width: width - pinnedEnd, height }))

interface SeenProps {
  columns: readonly Column[]
  /** The drawn columns that scroll, from the one behind the pinned column. */
  seen: readonly VirtualItem[]
}

const Row = memo(function Row({ row, top, seen, columns, source }: SeenProps & RowProps) {
  return (
    <div
      className={row % 2 === 1 ? 'qg-row odd' : 'qg-row'}
      role="row"
      aria-rowindex={row + 2}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className="qg-pin" role="presentation">
        <div className="qg-gut" role="rowheader" aria-colindex={1}>
          {rowLabel(source, row)}
        </div>
        <Cell row={row} column={0} left={gutterOf(source.rowCount)} columns={columns} source={source} />
      </div>
      {seen.map((item) => (
        <Cell
          key={item.key}
          row={row}
          column={item.index + 1}
          left={pinnedEnd + item.start}
          columns={columns}
          source={source}
        />
      ))}
    </div>
  )
})

interface RowProps {
  row: number
  top: number
  source: Source
}

interface CellProps extends TableProps {
  row: number
  column: number
  left: number
}

const Cell = memo(function Cell({ row, column, left, columns, source }: CellProps) {
  const { align, mono, width } = columns[column] as Column
  const cell = source.cell(row, column, displayLimit + 1)
  const text = cell ? displayText(cell) : ''
  const measured = (mono ? fits.mono : fits.ui).shown(text, width - beside)
  const end = measured ?? text.length
  let look = 'qg-cell'
  if (align === 'right') look += ' r'
  if (mono) look += ' m'
  if (cell?.kind === Kind.json) look += ' j'
  if (end < text.length) look += ' more'
  if (measured === undefined) look += ' clip'
  return (
    <div
      className={look}
      role="gridcell"
      tabIndex={-1}
      aria-selected={false}
      aria-colindex={column + 2}
      style={{ left, width }}
    >
      {text.slice(0, end)}
      {end < text.length && <div className="qg-rest">{text.slice(end)}</div>}
    </div>
  )
})

const Head = memo(function Head({ columns, seen }: SeenProps) {
  const first = columns[0] as Column
  return (
    <div className="qg-head" role="row" aria-rowindex={1}>
      <div className="qg-pin" role="presentation">
        <div className="qg-gut" role="columnheader" aria-colindex={1}>
          <span className="vh">Row</span>
        </div>
        <Title column={first} at={0} left={pinnedEnd - first.width} />
      </div>
      {seen.map((item) => (
        <Title
          key={item.key}
          column={columns[item.index + 1] as Column}
          at={item.index + 1}
          left={pinnedEnd + item.start}
        />
      ))}
    </div>
  )
})

const Title = memo(function Title({ column, at, left }: { column: Column; at: number; left: number }) {
  return (
    <div
      className={column.align === 'right' ? 'qg-th r' : 'qg-th'}
      role="columnheader"
      tabIndex={-1}
      aria-colindex={at + 2}
      aria-sort="none"
      aria-label={headName(column)}
      style={{ left, width: column.width }}
    >
      <span className="qg-title">{column.title}</span>
      <span className="qg-type">{column.type}</span>
      <span className="qg-grip" />
    </div>
  )
})

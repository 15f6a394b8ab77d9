/** A column as the header draws it. */
export interface Column {
  /** The name of the value in a copied row; unique in a grid. */
  id: string
  title: string
  /** The engine's word for the type, drawn in grey behind the title. */
  type: string
  align: 'left' | 'right'
  mono: boolean
  /** Width in px. */
  width: number
  readOnly: boolean
  /** Enter and a double click open its values instead of editing them: they need more room than a cell. */
  opens?: boolean
  /** The leading primary column is pinned at the left, next to the row numbers. */
  primary: boolean
  /** Also pinned at the left, if every column before it is. */
  pinned?: boolean
  /** The source's column that it shows; by default the one at the same position. */
  at?: number
  /** How its values can be moments: dates, or numbers of seconds or milliseconds since 1970. */
  moments?: 'date' | 'epoch'
  /** The unit of a bare number since 1970 in a column of dates; unknown if missing. */
  epoch?: 'seconds' | 'milliseconds'
  sortable: boolean
  /** Why the column cannot be sorted; empty if it can. */
  sortReason: string
  /** The column's position in the sort: rank is 1 to of. */
  sort?: { direction: 'asc' | 'desc'; rank: number; of: number }
  /** The types of the column, if it has more than one. */
  conflict?: string
}

/** A cell as the source returns it. */
export interface Cell {
  /** One of Kind in lib/block. */
  kind: number
  /** The engine's own characters. */
  text: string
  /** The length of the whole value in code points if text is only its beginning, otherwise 0. */
  cut: number
}

/** The staged state of a cell or a row. 'gone' means that a save has deleted the row since it was read. */
export type MarkState = 'edited' | 'new' | 'deleted' | 'conflict' | 'invalid' | 'refused'

/** A state and the words that a screen reader adds, such as "was 18.50". */
export interface Mark {
  state: MarkState
  text?: string
  /** What a cell without a value shows instead: the value that it will get automatically. */
  empty?: string
}

/** The rows of a grid. The grid pulls what it draws, and asks for no cell twice while nothing changes. */
export interface Source {
  /** How many rows can be scrolled to. */
  readonly rowCount: number
  /** False while there may be more rows than rowCount; a missing value means true. */
  readonly rowCountKnown?: boolean
  /**
   * A cell, undefined while its row is not loaded. With a limit, the text may end after about that many characters,
   * since it is only displayed.
   */
  cell(row: number, column: number, limit?: number): Cell | undefined
  /**
   * Reports the drawn rows, inclusive, except while the scroll bar is being dragged past them. Called often, so it must
   * be cheap; call refresh() when rows arrive.
   */
  prefetch(firstRow: number, lastRow: number): void
  /** Loads the rows, inclusive, so that cell() returns them at once. */
  load?(firstRow: number, lastRow: number): Promise<void>
  /** The whole text of a cut cell. */
  whole?(row: number, column: number): Promise<string>
  /** The staged state of a cell, or of the row itself if the column is -1. */
  overlay?(row: number, column: number): Mark | undefined
  /** Whether a cell of a read-only column can be edited, such as the id of a new row; without it, none can. */
  canType?(row: number, column: number): boolean
  /** Shown in the gutter instead of the row number. */
  rowLabel?(row: number): string
  /** The rows of the page that a row belongs to, inclusive; without it, all rows are one page. */
  pageOf?(row: number): { first: number; last: number }
  /** Identifies a row wherever it is: the same text before and after a sort; undefined while it is not loaded. */
  key?(row: number): string | undefined
  /** The row of a key; undefined while it is not loaded. Every source with keys has it. */
  rowOf?(key: string): number | undefined
}

/** A cell's position. The column is an index into the grid's columns. */
export interface Position {
  row: number
  column: number
}

/** A rectangle of cells, inclusive on all four edges. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

/** Consecutive rows, inclusive. */
export interface Stretch {
  top: number
  bottom: number
}

/** The selection: its range, the cell where it began, and the focused cell. */
export interface Selection {
  readonly range: Range
  readonly anchor: Position
  readonly focus: Position
  /** True if whole rows are selected. */
  readonly rows: boolean
  /** Rows selected in addition to the range, from the top; only if whole rows are selected. */
  readonly others?: readonly Stretch[]
  /** True if the range is only the focused row, which is not itself selected: the others are. */
  readonly passing?: boolean
}

/** The formats in which a range is copied. */
export type CopyFormat = 'tsv' | 'csv' | 'json' | 'markdown'

/** The events of a grid. */
export interface Events {
  /** A head was activated; add keeps the existing sort. Never called for a column that is not sortable. */
  onSort(column: number, add: boolean): void
  /** A cell was opened by Enter or a double click, or by F2 if nothing can be edited. */
  onOpen(row: number, column: number): void
  /**
   * A cell is to be edited: by F2 or by typing, which returns the text that replaces its value, whatever the cell
   * holds; by Enter or a double click if it is not read-only and its value fits into the cell. Without it, typing does
   * nothing.
   */
  onEdit?(row: number, column: number, text?: string): void
  /** A key typed a text where nothing can be edited, that is, without onEdit. */
  onTyped?(row: number, column: number): void
  /** The user pressed the key that deletes the selected rows or cells. Without it, the key does nothing. */
  onDelete?(selection: Selection): void
  /** A text was pasted over the selected cells. Without it, pasting does nothing. */
  onPaste?(selection: Selection, text: string): void
  onSelect(selection: Selection): void
  /** A menu was requested at a point of the window. The row is -1 on a head, the column -1 on a row number. */
  onMenu(row: number, column: number, x: number, y: number): void
  /** The user resized a column. */
  onResize(column: number, width: number): void
  /** The user moved a column to the position of another; both are indexes before the move. */
  onMove?(column: number, to: number): void
  /** The visible rows changed; inclusive. */
  onScroll?(firstRow: number, lastRow: number): void
  /** A sentence for a screen reader. */
  announce(text: string): void
  /** A message for everyone: what was copied, or why nothing was. Without it, only a screen reader gets it. */
  tell?(text: string): void
}

/** Settings of a grid that rarely change. */
export interface Options {
  /** The accessible name of the grid. */
  label: string
  /** Drawn height of a row in px. */
  rowHeight: number
  /** True if the command key replaces Ctrl. */
  mac: boolean
  /** True if no cell can be edited. */
  readOnly: boolean
}

/** A column as the header draws it. */
export interface Column {
  /** The name under which a copied row carries the value; unique in a grid. */
  id: string
  title: string
  /** The engine's word for the type, drawn in grey behind the title. */
  type: string
  align: 'left' | 'right'
  mono: boolean
  /** Width in px. */
  width: number
  readOnly: boolean
  /** Enter and a double click open its values in place of editing them: such values need more room than a cell. */
  opens?: boolean
  /** The leading primary column stays at the left beside the row numbers. */
  primary: boolean
  /** Stays at the left too, where every column before it does. */
  pinned?: boolean
  /** The source's column that it shows; without it the one at its own place. */
  at?: number
  /** How its values can be moments: as dates, or as counts of seconds or milliseconds since 1970. */
  moments?: 'date' | 'epoch'
  /** What a bare number counts since 1970 in a column of dates; without it that is not known. */
  epoch?: 'seconds' | 'milliseconds'
  sortable: boolean
  /** Why the column cannot be sorted; empty where it can. */
  sortReason: string
  /** The place of the column in the sort: rank from 1 to of. */
  sort?: { direction: 'asc' | 'desc'; rank: number; of: number }
  /** Says which types the column has where it has more than one. */
  conflict?: string
}

/** A cell as the source gives it. */
export interface Cell {
  /** One of Kind in lib/block. */
  kind: number
  /** The engine's own characters. */
  text: string
  /** The length of the whole value in code points where text is only its beginning, otherwise 0. */
  cut: number
}

/** What staged work says of a cell or a row. A row that is gone was deleted by a save since it was read. */
export type MarkState = 'edited' | 'new' | 'deleted' | 'conflict' | 'invalid' | 'refused'

/** A state with the words that a screen reader adds to it, such as "was 18.50". */
export interface Mark {
  state: MarkState
  text?: string
  /** What a cell without a value shows in its place: what it gets by itself. */
  empty?: string
}

/** The rows behind a grid. The grid pulls what it draws and asks for no cell twice while nothing changes. */
export interface Source {
  /** How many rows can be scrolled to. */
  readonly rowCount: number
  /** False while more rows may follow than rowCount says; a missing value means true. */
  readonly rowCountKnown?: boolean
  /**
   * A cell, undefined while its row is not loaded. With a limit the text may end after that many characters or a few
   * more, since it is only shown.
   */
  cell(row: number, column: number, limit?: number): Cell | undefined
  /**
   * Says which rows are drawn, both included; not while the pointer drags the scroll bar past them. Called often, so it
   * must be cheap; call refresh() when rows arrived.
   */
  prefetch(firstRow: number, lastRow: number): void
  /** Loads the rows, both included, so that cell() gives them at once. */
  load?(firstRow: number, lastRow: number): Promise<void>
  /** The whole text of a cut cell. */
  whole?(row: number, column: number): Promise<string>
  /** What staged work says of a cell, or of the row itself where the column is -1. */
  overlay?(row: number, column: number): Mark | undefined
  /** What stands in the gutter in place of the row's number. */
  rowLabel?(row: number): string
  /** The rows of the page that a row belongs to, both included; without it all rows are one page. */
  pageOf?(row: number): { first: number; last: number }
  /** Identifies a row wherever it is shown: the same text before and after a sort; undefined while it is not loaded. */
  key?(row: number): string | undefined
  /** The row of a key; undefined while it is not loaded. Every source with keys has it. */
  rowOf?(key: string): number | undefined
}

/** A cell's place. The column is an index into the grid's columns. */
export interface Position {
  row: number
  column: number
}

/** A rectangle of cells, all four edges included. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

/** Rows that follow one another, both included. */
export interface Stretch {
  top: number
  bottom: number
}

/** What is selected: the range, the cell where it began and the cell that has the focus. */
export interface Selection {
  readonly range: Range
  readonly anchor: Position
  readonly focus: Position
  /** True where whole rows are selected. */
  readonly rows: boolean
  /** Rows that are selected besides those of the range, from the top; only where whole rows are selected. */
  readonly others?: readonly Stretch[]
  /** True where the range is the row of the focus, which came to it without selecting it: the others are selected. */
  readonly passing?: boolean
}

/** The forms in which a range is copied. */
export type CopyFormat = 'tsv' | 'csv' | 'json' | 'markdown'

/** What a grid tells its owner. */
export interface Events {
  /** A head was activated; add keeps the sort that is there. Never called for a column that is not sortable. */
  onSort(column: number, add: boolean): void
  /** A cell was opened by Enter or a double click; by F2 too where nothing can be edited. */
  onOpen(row: number, column: number): void
  /**
   * A cell is to be edited: by F2 or by typing, which gives the text that replaces its value, whatever the cell holds; by
   * Enter or a double click if it is not read-only and its value fits into the cell. Without it, keys that type do nothing.
   */
  onEdit?(row: number, column: number, text?: string): void
  /** A key typed a text where nothing can be edited, that is, without onEdit. */
  onTyped?(row: number, column: number): void
  /** The selected rows or cells are to be deleted. Without it, the key does nothing. */
  onDelete?(selection: Selection): void
  /** A text is to be written over the selected cells. Without it, pasting does nothing. */
  onPaste?(selection: Selection, text: string): void
  onSelect(selection: Selection): void
  /** A menu was asked for at a point of the window. The row is -1 on a head, the column -1 on a row number. */
  onMenu(row: number, column: number, x: number, y: number): void
  /** A column got another width by hand. */
  onResize(column: number, width: number): void
  /** A column is to stand where another one stands; both are indexes as they are before. */
  onMove?(column: number, to: number): void
  /** Other rows are in sight, both included. */
  onScroll?(firstRow: number, lastRow: number): void
  /** A sentence for a screen reader. */
  announce(text: string): void
  /** A sentence for everyone: what was copied, or why it was not. Without it a screen reader alone gets it. */
  tell?(text: string): void
}

/** Settings of a grid that seldom change. */
export interface Options {
  /** The accessible name of the grid. */
  label: string
  /** Height of a row in px, as it is drawn. */
  rowHeight: number
  /** True where the command key takes the place of Ctrl. */
  mac: boolean
  /** True where no cell can be edited. */
  readOnly: boolean
}

import { Kind } from '../lib/block'
import { count, counted } from '../lib/words'
import { rowNow } from './follow'
import { columnsIn, rowsIn } from './selection'
import { sourceColumn } from './sheet'
import type { Cell, Column, CopyFormat, Range, Source } from './types'

/** The most cells that one copy takes. */
export const copyLimit = 100_000

/** Why ranges cannot be copied, undefined if they can. */
export function copyRefusal(ranges: readonly Range[]): string | undefined {
  const cells = cellsIn(ranges)
  if (cells <= copyLimit) return undefined
  return `Not copied: ${count(cells)} cells selected, limit ${count(copyLimit)}.`
}

/** The message after ranges were copied from a grid with this many columns. */
export function copiedSentence(ranges: readonly Range[], cutCells: number, columns: number): string {
  const rows = ranges.reduce((sum, range) => sum + rowsIn(range), 0)
  const cells = cellsIn(ranges)
  const whole = cells > 1 && cells === rows * columns
  const what = whole ? counted(rows, 'row') : counted(cells, 'cell')
  if (cutCells === 0) return `${what} copied`
  return `${what} copied, ${counted(cutCells, 'value')} truncated`
}

function cellsIn(ranges: readonly Range[]): number {
  return ranges.reduce((sum, range) => sum + rowsIn(range) * columnsIn(range), 0)
}

/** A range as rows of cells. */
export interface CellTable {
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  /** How many cells contain only the beginning of their value. */
  cutCells: number
}

/** Whether every row of a range is loaded. */
export function isLoaded(source: Source, range: Range): boolean {
  for (let row = range.top; row <= range.bottom; row++) {
    if (!source.cell(row, 0, 0)) return false
  }
  return true
}

/** Reads the cells of a range. Throws an Error if a row is not loaded. */
export function readCells(source: Source, columns: readonly Column[], range: Range): CellTable {
  let cutCells = 0
  const rows: Cell[][] = []
  for (let row = range.top; row <= range.bottom; row++) {
    const cells: Cell[] = []
    for (let column = range.left; column <= range.right; column++) {
      const cell = source.cell(row, sourceColumn(columns, column))
      if (!cell) throw new Error(`row ${row + 1} is not loaded`)
      if (cell.cut > 0) cutCells++
      cells.push(cell)
    }
    rows.push(cells)
  }
  return { columns: columns.slice(range.left, range.right + 1), rows, cutCells }
}

/** The same table with every cut cell replaced by its whole value. */
export async function completeCells(source: Source, table: CellTable, range: Range): Promise<CellTable> {
  const whole = source.whole?.bind(source)
  if (!whole || table.cutCells === 0) return table
  const rows: Cell[][] = []
  const keys = table.rows.map((_, r) => source.key?.(range.top + r))
  /** A row's current position: rows may be inserted above it while values are read. */
  const now = (r: number) => {
    const row = rowNow(source, range.top + r, keys[r])
    if (row === undefined) throw new Error(`row ${range.top + r + 1} is not loaded any more`)
    return row
  }
  for (const [r, cells] of table.rows.entries()) {
    const completed: Cell[] = []
    for (const [c, cell] of cells.entries()) {
      const column = table.columns[c]?.at ?? range.left + c
      completed.push(cell.cut > 0 ? { ...cell, cut: 0, text: await whole(now(r), column) } : cell)
    }
    rows.push(completed)
  }
  return { columns: table.columns, rows, cutCells: 0 }
}

/** Joins tables of the same columns, their rows one below the other. */
export function joinTables(tables: readonly CellTable[]): CellTable {
  return {
    columns: tables[0]?.columns ?? [],
    rows: tables.flatMap(({ rows }) => rows),
    cutCells: tables.reduce((sum, { cutCells }) => sum + cutCells, 0),
  }
}

/** Writes a table in a format. Numbers keep the engine's characters. */
export function writeCells(table: CellTable, format: CopyFormat): string {
  switch (format) {
    case 'tsv':
      return writeTSV(table)
    case 'csv':
      return writeCSV(table)
    case 'json':
      return writeJSON(table)
    case 'markdown':
      return writeMarkdown(table)
  }
}

/** Values without a header line, NULL and missing as empty; one cell alone is its bare text. */
function writeTSV(table: CellTable): string {
  const [first] = table.rows
  if (table.rows.length === 1 && first?.length === 1) return plain(first[0] as Cell)
  return table.rows.map((cells) => cells.map((cell) => quoted(plain(cell), /["\t\r\n]/)).join('\t')).join('\n')
}

/** RFC 4180: a header line, lines end with CR LF, NULL and missing as empty. */
function writeCSV(table: CellTable): string {
  const head = table.columns.map((column) => quoted(column.id, /[",\r\n]/)).join(',')
  const lines = table.rows.map((cells) => cells.map((cell) => quoted(plain(cell), /[",\r\n]/)).join(','))
  return [head, ...lines].map((line) => `${line}\r\n`).join('')
}

/** An array of objects; a missing value has no key. The fragment of a cut value is written as a string. */
function writeJSON(table: CellTable): string {
  const keys = table.columns.map((column) => JSON.stringify(column.id))
  const objects = table.rows.map((cells) => {
    const members = cells.flatMap((cell, c) => {
      const value = literal(cell)
      return value === undefined ? [] : [`${keys[c]}: ${value}`]
    })
    return members.length === 0 ? '  {}' : `  {${members.join(', ')}}`
  })
  return objects.length === 0 ? '[]' : `[\n${objects.join(',\n')}\n]`
}

function writeMarkdown(table: CellTable): string {
  const line = (values: readonly string[]) => `| ${values.join(' | ')} |`
  const head = line(table.columns.map((column) => markdown(column.title)))
  const rule = line(table.columns.map((column) => (column.align === 'right' ? '---:' : '---')))
  const lines = table.rows.map((cells) => line(cells.map((cell) => markdown(plain(cell)))))
  return [head, rule, ...lines].map((text) => `${text}\n`).join('')
}

function plain(cell: Cell): string {
  return cell.kind === Kind.null || cell.kind === Kind.missing ? '' : cell.text
}

function quoted(text: string, needs: RegExp): string {
  return needs.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function literal(cell: Cell): string | undefined {
  switch (cell.kind) {
    case Kind.missing:
      return undefined
    case Kind.null:
      return 'null'
    case Kind.string:
      return JSON.stringify(cell.text)
    case Kind.escaped:
      return `"${cell.text}"`
    default:
      return cell.cut > 0 ? JSON.stringify(cell.text) : cell.text
  }
}

function markdown(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\r\n|[\r\n]/g, '<br>')
}

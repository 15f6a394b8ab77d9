import { writeClipboard } from '../host'
import {
  type CellTable,
  completeCells,
  copiedSentence,
  copyRefusal,
  isLoaded,
  joinTables,
  readCells,
  writeCells,
} from './copy'
import type { Column, CopyFormat, Range, Source } from './types'

/** How many rows are loaded and read at once: a source need not keep more. */
const stretch = 1000

/** The value of the last copied cell, undefined if several cells were copied. */
let alone: string | undefined
/** How many copies were started: one that is overtaken by another is not written. */
let begun = 0

/** Whether a text is the value of the last copied cell: then it is not a table, whatever it contains. */
export function copiedAlone(text: string): boolean {
  return alone !== undefined && alone === text.replaceAll('\r\n', '\n')
}

/** Reads a range that is not loaded, or whose values are cut, chunk by chunk. */
async function gather(source: Source, columns: readonly Column[], range: Range): Promise<CellTable> {
  const tables: CellTable[] = []
  for (let { top } = range; top <= range.bottom; top += stretch) {
    const part = { ...range, top, bottom: Math.min(range.bottom, top + stretch - 1) }
    if (!isLoaded(source, part)) await source.load?.(part.top, part.bottom)
    tables.push(await completeCells(source, readCells(source, columns, part), part))
  }
  return joinTables(tables)
}

/** Reads ranges of the same columns, each as gather() does. */
async function gatherAll(source: Source, columns: readonly Column[], ranges: readonly Range[]): Promise<CellTable> {
  const tables: CellTable[] = []
  for (const range of ranges) tables.push(await gather(source, columns, range))
  return joinTables(tables)
}

/**
 * Copies ranges of the same columns to the clipboard and announces what was copied or why it was not. Returns the
 * copied text, '' if nothing was copied.
 */
export async function clipboardCopy(
  source: Source,
  columns: readonly Column[],
  ranges: readonly Range[],
  format: CopyFormat,
  announce: (text: string) => void,
): Promise<string> {
  const refusal = copyRefusal(ranges)
  if (refusal) {
    announce(refusal)
    return ''
  }
  begun += 1
  const last = begun
  try {
    const loaded = ranges.every((range) => isLoaded(source, range))
    const ready = loaded ? joinTables(ranges.map((range) => readCells(source, columns, range))) : undefined
    let table = ready
    const gathered = async () => {
      table = await gatherAll(source, columns, ranges)
      if (last !== begun) throw new Error('another copy was started')
      return writeCells(table, format)
    }
    const text = await writeClipboard(ready?.cutCells === 0 ? writeCells(ready, format) : gathered())
    if (last !== begun || !table) return ''
    alone = format === 'tsv' && isOneCell(table) ? text.replaceAll('\r\n', '\n') : undefined
    announce(copiedSentence(ranges, table.cutCells, columns.length))
    return text
  } catch (error) {
    if (last !== begun) return ''
    announce(`Not copied: ${error instanceof Error ? error.message : String(error)}`)
    return ''
  }
}

function isOneCell({ rows }: CellTable): boolean {
  return rows.length === 1 && rows[0]?.length === 1
}

import { type CellTable, completeCells, copiedSentence, copyRefusal, isLoaded, readCells, writeCells } from './copy'
import type { Cell, Column, CopyFormat, Range, Source } from './types'

/** How many rows are loaded and read at once: a source need not keep more of them. */
const stretch = 1000

/** Reads a range that is not loaded, or not with its whole values, one stretch after the other. */
async function gather(source: Source, columns: readonly Column[], range: Range): Promise<CellTable> {
  const rows: (readonly Cell[])[] = []
  let cutCells = 0
  for (let { top } = range; top <= range.bottom; top += stretch) {
    const part = { ...range, top, bottom: Math.min(range.bottom, top + stretch - 1) }
    if (!isLoaded(source, part)) await source.load?.(part.top, part.bottom)
    const table = await completeCells(source, readCells(source, columns, part), part)
    rows.push(...table.rows)
    cutCells += table.cutCells
  }
  return { columns: columns.slice(range.left, range.right + 1), rows, cutCells }
}

/**
 * Copies a range to the clipboard and announces what was copied or why it was not. Where every row is loaded the
 * clipboard is written within the caller's task, since some webviews allow it only while a key or click is handled.
 * Answers the copied text, an empty one where nothing was copied.
 */
export async function clipboardCopy(
  source: Source,
  columns: readonly Column[],
  range: Range,
  format: CopyFormat,
  announce: (text: string) => void,
): Promise<string> {
  const refusal = copyRefusal(range)
  if (refusal) {
    announce(refusal)
    return ''
  }
  try {
    const ready = isLoaded(source, range) ? readCells(source, columns, range) : undefined
    const table = ready?.cutCells === 0 ? ready : await gather(source, columns, range)
    const text = writeCells(table, format)
    await navigator.clipboard.writeText(text)
    announce(copiedSentence(range, table.cutCells))
    return text
  } catch (error) {
    announce(`Not copied: ${error instanceof Error ? error.message : String(error)}`)
    return ''
  }
}

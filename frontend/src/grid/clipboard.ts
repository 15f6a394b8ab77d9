import { type CellTable, completeCells, copiedSentence, copyRefusal, isLoaded, readCells, writeCells } from './copy'
import type { Column, CopyFormat, Range, Source } from './types'

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
    if (!isLoaded(source, range)) await source.load?.(range.top, range.bottom)
    let table: CellTable = readCells(source, columns, range)
    if (table.cutCells > 0) table = await completeCells(source, table, range)
    const text = writeCells(table, format)
    await navigator.clipboard.writeText(text)
    announce(copiedSentence(range, table.cutCells))
    return text
  } catch (error) {
    announce(`Not copied: ${error instanceof Error ? error.message : String(error)}`)
    return ''
  }
}

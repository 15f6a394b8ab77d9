/**
 * The selected part of a text that is drawn in rows, as it is in the text: a line broken into several rows is one line.
 * '' if nothing is selected. Rows that begin a line have data-line.
 */
export function copiedText(view: Element, selection: Selection | null): string {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  const range = selection.getRangeAt(0)
  let text = ''
  let any = false
  for (const row of view.querySelectorAll<HTMLElement>('[data-line]')) {
    if (!range.intersectsNode(row)) continue
    const part = document.createRange()
    part.selectNodeContents(row)
    if (row.contains(range.startContainer)) part.setStart(range.startContainer, range.startOffset)
    if (row.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset)
    if (any && row.dataset.line === 'begins') text += '\n'
    text += part.toString()
    any = true
  }
  return text
}

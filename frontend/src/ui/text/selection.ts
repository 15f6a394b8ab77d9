/**
 * What is selected of a text that is drawn in rows, as the text has it: a line that is broken into several rows is one
 * line. '' where nothing of it is selected. The rows mark with data-line whether they begin a line.
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

import type { SyntaxNode, Tree } from '@lezer/common'

/** Where a request is in the text of a console, in UTF-16 code units: what the backend splits off as well. */
export interface Place {
  /** Where the comments and definitions right above it begin. */
  from: number
  /** Where its first line begins, without white space. */
  line: number
  /** Behind its last character that is not white space or in a comment. */
  end: number
}

/** A text of which parts can be read. */
export interface Characters {
  sliceString(from: number, to: number): string
}

/** The requests of a text, in their order. */
export function requestsOf(tree: Tree, text: Characters): Place[] {
  const places: Place[] = []
  let above = -1
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    if (node.name === 'Request' || node.name === 'Stray') {
      const line = lineOf(node)
      places.push({ from: above < 0 ? line : above, line, end: endOf(node, text) })
      above = -1
    } else if (above < 0 && beginsLine(node, text)) above = contentOf(node, text)
  }
  return places
}

/** The number of the request that a place belongs to along with the comments above it, or the first; -1 without any. */
export function requestAt(places: readonly Place[], lineEnd: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.from ?? 0) <= lineEnd) low = middle + 1
    else high = middle
  }
  return places.length === 0 ? -1 : Math.max(0, low - 1)
}

function lineOf(request: SyntaxNode): number {
  return request.firstChild?.name === 'Line' ? (request.firstChild.firstChild ?? request).from : request.from
}

function endOf(request: SyntaxNode, text: Characters): number {
  const line = request.getChild('Line')
  const body = line ? request.getChild('Body') : request
  if (body) return body.to
  let part = line?.lastChild
  while (part?.name === 'LineComment') part = part.prevSibling
  return part ? part.from + text.sliceString(part.from, part.to).replace(/[ \t\r]+$/, '').length : request.to
}

/** Whether nothing but white space is before a comment in its line. */
function beginsLine(comment: SyntaxNode, text: Characters): boolean {
  for (let at = comment.from; at > 0; at = Math.max(0, at - 64)) {
    const before = text.sliceString(Math.max(0, at - 64), at)
    const line = before.slice(before.lastIndexOf('\n') + 1)
    if (/[^ \t\r\ufeff]/.test(line)) return false
    if (line !== before) return true
  }
  return true
}

/** Where a comment begins, or a definition behind the white space of its line. */
function contentOf({ name, from, to }: SyntaxNode, text: Characters): number {
  return name === 'Definition' ? from + text.sliceString(from, to).indexOf('@') : from
}

import { type SyntaxNode, Tree, type TreeBuffer } from '@lezer/common'

/** The position of a request in a console's text, in UTF-16 code units, split the same way as in the backend. */
export interface Place {
  /** Where the comments and definitions right above it begin. */
  from: number
  /** Where its first line begins, after white space. */
  line: number
  /** After its last character that is neither white space nor in a comment. */
  end: number
}

/** A text that can be read in parts. */
export interface Characters {
  sliceString(from: number, to: number): string
}

/** How many requests a text has. */
export function requestsIn(tree: Tree): number {
  return countOf(tree)
}

/** The request with a zero-based index; null if there is none. */
export function requestOf(tree: Tree, text: Characters, number: number): Place | null {
  const node = nodeOf(tree, number)
  if (!node) return null
  const line = lineOf(node)
  return { from: aboveOf(tree, text, number) ?? line, line, end: endOf(node, text) }
}

/** The index of the request that a line belongs to, including the comments above it, or of the first; -1 for none. */
export function requestAt(tree: Tree, text: Characters, lineEnd: number): number {
  const begun = countBefore(tree, 0, lineEnd + 1)
  if (begun === countOf(tree)) return begun - 1
  const above = aboveOf(tree, text, begun)
  return begun === 0 || (above !== null && above <= lineEnd) ? begun : begun - 1
}

/** The text from the request at or before a position (or the text's beginning) to the next request (or its end). */
export function around(tree: Tree, place: number, length: number): { from: number; to: number } {
  const begun = countBefore(tree, 0, place + 1)
  return {
    from: begun === 0 ? 0 : startOf(tree, 0, begun - 1),
    to: begun === countOf(tree) ? length : startOf(tree, 0, begun),
  }
}

const isRequest = ({ name }: { name: string }) => name === 'Request' || name === 'Stray'

/** Whether a part is the whole text or an anonymous group, which the parser creates for many nodes. */
const isGroup = ({ type }: Tree) => type.isTop || type.isAnonymous

/**
 * The number of requests in each group. After a change most groups are the same objects in the next tree, so only those
 * around it are counted again, however long the text is.
 */
const counts = new WeakMap<Tree, number>()

function countOf(part: Tree | TreeBuffer): number {
  if (!(part instanceof Tree)) return startsOf(part).length
  if (isRequest(part.type)) return 1
  if (!isGroup(part)) return 0
  const known = counts.get(part)
  if (known !== undefined) return known
  const count = part.children.reduce((all, child) => all + countOf(child), 0)
  counts.set(part, count)
  return count
}

/** Where requests begin in a buffer, which stores small nodes in one array. */
function startsOf({ buffer, set }: TreeBuffer): number[] {
  const starts: number[] = []
  // Each node has its type, start, end, and the array index after its children.
  for (let at = 0; at < buffer.length; at = buffer[at + 3] as number) {
    const type = set.types[buffer[at] as number]
    if (type && isRequest(type)) starts.push(buffer[at + 1] as number)
  }
  return starts
}

/** How many requests of a part begin before a position; the part begins at start. */
function countBefore(part: Tree | TreeBuffer, start: number, place: number): number {
  if (start >= place) return 0
  if (start + part.length < place) return countOf(part)
  if (!(part instanceof Tree)) return startsOf(part).filter((at) => start + at < place).length
  if (isRequest(part.type)) return 1
  if (!isGroup(part)) return 0
  return part.children.reduce(
    (all, child, i) => all + countBefore(child, start + (part.positions[i] as number), place),
    0,
  )
}

/** Where the request with an index in a part begins; the part begins at start. */
function startOf(part: Tree | TreeBuffer, start: number, number: number): number {
  if (!(part instanceof Tree)) return start + (startsOf(part)[number] as number)
  if (!isGroup(part)) return start
  let before = 0
  for (const [i, child] of part.children.entries()) {
    const count = countOf(child)
    if (number < before + count) return startOf(child, start + (part.positions[i] as number), number - before)
    before += count
  }
  return start
}

function nodeOf(tree: Tree, number: number): SyntaxNode | null {
  if (number < 0 || number >= countOf(tree)) return null
  return tree.topNode.childAfter(startOf(tree, 0, number))
}

/** Where the comments and definitions right above a request begin; null for none. */
function aboveOf(tree: Tree, text: Characters, number: number): number | null {
  let node = number === 0 ? tree.topNode.firstChild : (nodeOf(tree, number - 1)?.nextSibling ?? null)
  for (; node && !isRequest(node); node = node.nextSibling) {
    if (beginsLine(node, text)) return contentOf(node, text)
  }
  return null
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
  return part
    ? part.from +
        text
          .sliceString(part.from, part.to)
          .replace(/[\t\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/, '').length
    : request.to
}

/** Whether only white space precedes a comment in its line. */
function beginsLine(comment: SyntaxNode, text: Characters): boolean {
  for (let at = comment.from; at > 0; at = Math.max(0, at - 64)) {
    const before = text.sliceString(Math.max(0, at - 64), at)
    const line = before.slice(before.lastIndexOf('\n') + 1)
    if (/[^\t\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/.test(line)) return false
    if (line !== before) return true
  }
  return true
}

/** Where a comment begins, or a definition after the white space of its line. */
function contentOf({ name, from, to }: SyntaxNode, text: Characters): number {
  return name === 'Definition' ? from + text.sliceString(from, to).indexOf('@') : from
}

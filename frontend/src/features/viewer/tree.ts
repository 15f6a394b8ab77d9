import { counted } from '../../lib/words'
import { syntax } from '../../ui/code/syntax'
import { type JsonTree, Node } from '../../ui/text/json'

/** How many characters of a value a tree row shows. */
const shownLength = 300
/**
 * How many plain members a collapsed object shows, how much of each, and among how many first members it looks for
 * them.
 */
const shownMembers = 4
const shownMember = 40
const firstMembers = 30
/** Containers up to this depth with at most this many members are expanded at first. */
const openDepth = 2
const openSize = 50

/** The nodes that are expanded at first: the root, and small ones below it. */
export function openAtFirst(tree: JsonTree): Set<number> {
  const open = new Set<number>()
  if (tree.count === 0 || !tree.isContainer(0)) return open
  open.add(0)
  const each = (node: number, depth: number) => {
    let seen = 0
    for (
      let child = node + 1;
      child < (tree.nexts[node] as number) && seen < openSize;
      child = tree.nexts[child] as number
    ) {
      seen += 1
      if (!tree.isContainer(child) || (tree.sizes[child] as number) > openSize) continue
      // The first of many similar ones is enough to see what they contain.
      if (seen > 2 && (tree.sizes[node] as number) > 3) continue
      open.add(child)
      if (depth < openDepth) each(child, depth + 1)
    }
  }
  each(0, 1)
  return open
}

/** The visible nodes while the given ones are expanded, in order. */
export function visibleNodes(tree: JsonTree, open: ReadonlySet<number>): Int32Array {
  let list = new Int32Array(1024)
  let count = 0
  for (let node = 0; node < tree.count; ) {
    if (count === list.length) {
      const larger = new Int32Array(count * 2)
      larger.set(list)
      list = larger
    }
    list[count] = node
    count += 1
    node = tree.isContainer(node) && !open.has(node) ? (tree.nexts[node] as number) : node + 1
  }
  return list.subarray(0, count)
}

/** Expands all ancestors of a node. */
export function openTo(tree: JsonTree, open: ReadonlySet<number>, node: number): ReadonlySet<number> {
  const next = new Set(open)
  for (let up = tree.parents[node] as number; up >= 0; up = tree.parents[up] as number) next.add(up)
  return next.size === open.size ? open : next
}

/** The row of a node among the visible ones, or of the last one before it if it is hidden. */
export function rowOf(visible: Int32Array, node: number): number {
  let low = 0
  let high = visible.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((visible[middle] as number) <= node) low = middle
    else high = middle - 1
  }
  return low
}

/** The text of the first row: "[ ] 214 objects", "{ } 3 fields". */
function rootText(tree: JsonTree): string {
  const size = tree.sizes[0] as number
  if (tree.kinds[0] === Node.object) return `{ } ${counted(size, 'field')}`
  const objects = size > 0 && tree.kinds[1] === Node.object
  return `[ ] ${objects ? counted(size, 'object') : counted(size, 'entry', 'entries')}`
}

/** The first plain members of an object: `_id: "b1", price: 1.50`; '' where it has none. */
function beginning(tree: JsonTree, node: number): string {
  const parts: string[] = []
  const end = tree.nexts[node] as number
  let seen = 0
  for (let member = node + 1; member < end && seen < firstMembers; member = tree.nexts[member] as number) {
    seen += 1
    if (tree.isContainer(member) || tree.kinds[member] === Node.rest) continue
    parts.push(`${tree.key(member).slice(1, -1).slice(0, shownMember)}: ${cutValue(tree, member, shownMember)}`)
    if (parts.length === shownMembers) break
  }
  return parts.join(', ')
}

function cutValue(tree: JsonTree, node: number, most: number): string {
  const [start, end] = [tree.starts[node] as number, tree.ends[node] as number]
  return end - start > most ? `${tree.text.slice(start, start + most)}…` : tree.raw(node)
}

/**
 * The text of a row of the tree: its key or place, and its value or its number of members; for a collapsed object also
 * its beginning.
 */
export function rowText(tree: JsonTree, node: number, open = true): { key: string; value: string; look: string } {
  const key = tree.key(node)
  const parent = tree.parents[node] as number
  const shownKey =
    key !== '' ? key.slice(1, -1) : parent >= 0 && tree.kinds[node] !== Node.rest ? String(tree.places[node]) : ''
  const kind = tree.kinds[node] as number
  const size = tree.sizes[node] as number
  if (node === 0 && tree.isContainer(0)) return { key: '', value: rootText(tree), look: 't3' }
  if (kind === Node.object) {
    const value = size === 0 ? '{ }' : `{ ${size} } ${open ? '' : beginning(tree, node)}`.trimEnd()
    return { key: shownKey, value, look: 't3' }
  }
  if (kind === Node.array) return { key: shownKey, value: size === 0 ? '[ ]' : `[ ${size} ]`, look: 't3' }
  const value = cutValue(tree, node, shownLength)
  const looks: Record<number, string> = {
    [Node.string]: syntax.string,
    [Node.number]: syntax.number,
    [Node.literal]: syntax.literal,
    [Node.rest]: 't3',
  }
  return { key: shownKey, value, look: looks[kind] ?? '' }
}

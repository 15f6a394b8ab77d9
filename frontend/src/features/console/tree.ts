import { type JsonTree, Node } from '../../ui/text/json'

/** The members of an object or an array. */
export function* members(tree: JsonTree, of: number): Generator<number> {
  const end = tree.nexts[of] as number
  for (let node = of + 1; node < end; node = tree.nexts[node] as number) yield node
}

/** The node at a path, -1 if there is none. A 0 is the only element of an array. */
export function at(tree: JsonTree, from: number, path: readonly string[]): number {
  let node = from
  for (const part of path) {
    const inside = tree.isContainer(node) ? [...members(tree, node)] : []
    const next =
      tree.kinds[node] === Node.array
        ? inside.length === 1 && part === '0'
          ? inside[0]
          : undefined
        : inside.find((member) => nameOf(tree, member) === part)
    if (next === undefined) return -1
    node = next
  }
  return node
}

export function nameOf(tree: JsonTree, node: number): string {
  return decoded(tree.key(node))
}

/** The text of a JSON string; an invalid one is returned as is. */
export function decoded(raw: string): string {
  if (!raw.includes('\\')) return raw.slice(1, -1)
  try {
    return String(JSON.parse(raw))
  } catch {
    return raw
  }
}

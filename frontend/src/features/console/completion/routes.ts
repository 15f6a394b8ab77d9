import type { Endpoint, Facts, Type, Words } from './facts'

/** A node in the tree of paths. */
interface Node {
  readonly literals: Map<string, Node>
  /** Variable parts, by name. */
  readonly parts: Map<string, Node>
  /** The endpoints of paths that end here, by method. */
  readonly ends: Map<string, Endpoint[]>
  /** The methods of the paths that pass or end here. */
  readonly methods: Set<string>
  /** The types of the variable parts that lead here; the last one is this node's. */
  readonly kinds: Type[]
}

/** A match for a path: an endpoint, and the values of its variable parts. */
export interface Route {
  readonly endpoint: Endpoint
  readonly parts: ReadonlyMap<string, string>
}

/** The possible next parts of a path. */
export interface Following {
  /** Literal parts with the titles of the endpoints that end with them; joined if nothing else can follow. */
  readonly literals: ReadonlyMap<string, { title: string; deprecated: boolean; open: boolean }>
  /** The kinds of the variable parts. */
  readonly kinds: readonly Type[]
}

/** The paths of a version as a tree. */
export class Routes {
  readonly methods: readonly string[]
  readonly #root = node()
  readonly #names: Words['names']

  constructor(facts: Facts) {
    this.#names = facts.words.names
    const all = new Set<string>()
    for (const endpoint of facts.endpoints.values()) {
      for (const [methods, path] of endpoint.u) {
        for (const method of methods.split(' ')) all.add(method)
        this.#add(endpoint, methods.split(' '), partsOf(path))
      }
    }
    const order = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD']
    this.methods = order.filter((method) => all.has(method))
  }

  #add(endpoint: Endpoint, methods: readonly string[], parts: readonly string[]): void {
    let at = this.#root
    for (const part of parts) {
      const name = /^\{(.*)\}$/.exec(part)?.[1]
      const children = name === undefined ? at.literals : at.parts
      const key = name ?? part
      const next = children.get(key) ?? node()
      children.set(key, next)
      const kind = name === undefined ? undefined : endpoint.v?.[name]
      if (kind !== undefined && !next.kinds.some((one) => JSON.stringify(one) === JSON.stringify(kind)))
        next.kinds.push(kind)
      at = next
      for (const method of methods) at.methods.add(method)
    }
    for (const method of methods) at.ends.set(method, [...(at.ends.get(method) ?? []), endpoint])
  }

  /** The endpoints of a path with its method: of these, those with the most literal parts. */
  find(method: string, path: string): readonly Route[] {
    const found: { route: Route; literals: number }[] = []
    const walk = (at: Node, rest: readonly string[], parts: ReadonlyMap<string, string>, literals: number) => {
      const [part, ...after] = rest
      if (part === undefined) {
        for (const endpoint of at.ends.get(method) ?? []) found.push({ route: { endpoint, parts }, literals })
        return
      }
      const next = at.literals.get(part)
      if (next) walk(next, after, parts, literals + 1)
      if (!this.#varies(at, part)) return
      for (const [name, child] of at.parts) walk(child, after, new Map([...parts, [name, part]]), literals)
    }
    walk(this.#root, partsOf(path), new Map(), 0)
    const most = Math.max(...found.map(({ literals }) => literals))
    return found.filter(({ literals }) => literals === most).map(({ route }) => route)
  }

  /** The possible next parts after the complete ones. */
  following(method: string, path: string): Following {
    let places = [this.#root]
    for (const part of partsOf(path)) places = places.flatMap((at) => this.#children(at, part))
    const literals = new Map<string, { title: string; deprecated: boolean; open: boolean }>()
    const kinds: Type[] = []
    for (const at of places) {
      for (const [part, next] of at.literals) if (next.methods.has(method)) add(literals, method, part, next)
      for (const next of at.parts.values()) if (next.methods.has(method)) kinds.push(...next.kinds)
    }
    return { literals, kinds }
  }

  /** A first part whose initial character no name can have is not an object, unless it means all objects. */
  #varies(at: Node, part: string): boolean {
    const { objects, all, reserved } = this.#names
    if (at.parts.size === 0) return false
    if (reserved === '' || !part.startsWith(reserved) || all.includes(part)) return true
    return !objects.some((name) => at.parts.has(name))
  }

  #children(at: Node, part: string): Node[] {
    const literal = at.literals.get(part)
    return [...(literal ? [literal] : []), ...(this.#varies(at, part) ? at.parts.values() : [])]
  }
}

/** Adds a literal part and the parts that must follow it. */
function add(
  literals: Map<string, { title: string; deprecated: boolean; open: boolean }>,
  method: string,
  first: string,
  start: Node,
): void {
  let part = first
  let at = start
  while (!at.ends.has(method) && at.literals.size === 1 && at.parts.size === 0) {
    const [[next, child]] = [...at.literals] as [[string, Node]]
    if (!child.methods.has(method)) break
    part += `/${next}`
    at = child
  }
  const endpoints = at.ends.get(method) ?? []
  const title = endpoints[0]?.t ?? ''
  const deprecated = endpoints.length > 0 && endpoints.every((endpoint) => endpoint.d === 1)
  literals.set(part, { title, deprecated, open: endpoints.length === 0 })
}

function node(): Node {
  return { literals: new Map(), parts: new Map(), ends: new Map(), methods: new Set(), kinds: [] }
}

/** The parts of a path, without the slashes at its ends. */
export function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

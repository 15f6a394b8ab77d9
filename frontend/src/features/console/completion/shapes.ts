import { type Facts, later, type Shape, type Type } from './facts'

/** One possible form of a value. */
export type Part =
  | { readonly kind: 'object'; readonly object: Flat }
  | { readonly kind: 'array'; readonly of: Type }
  | { readonly kind: 'values'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'name'; readonly of: string }
  | { readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'any' }

/** An object with everything it inherits, without what is newer than the server. */
export interface Flat {
  readonly properties: ReadonlyMap<string, Type>
  readonly more: readonly { readonly key: Type; readonly value: Type; readonly single: boolean }[]
  readonly required: readonly string[]
  readonly deprecated: ReadonlySet<string>
  readonly templates: Readonly<Record<string, unknown>>
  /** True if it has exactly one key besides those in beside. */
  readonly container: boolean
  readonly beside: ReadonlySet<string>
}

const scalars: Record<string, 'string' | 'number' | 'boolean' | 'null' | 'any'> = {
  s: 'string',
  n: 'number',
  b: 'boolean',
  '0': 'null',
  '*': 'any',
}

/** The types of a version, expanded on demand. */
export class Shapes {
  readonly #facts: Facts
  readonly #flat = new Map<Shape, Flat>()
  readonly #parts = new Map<Type, readonly Part[]>()

  constructor(facts: Facts) {
    this.#facts = facts
  }

  /** The possible forms of a type's values; the same object for the same type. */
  parts(type: Type): readonly Part[] {
    const known = this.#parts.get(type)
    if (known) return known
    const parts = this.#open(type, new Set())
    this.#parts.set(type, parts)
    return parts
  }

  #open(type: Type, open: Set<number>): readonly Part[] {
    if (typeof type === 'number') {
      const real = this.#facts.types[type]
      if (real === undefined || open.has(type)) return []
      return this.#open(real, new Set([...open, type]))
    }
    if (typeof type === 'string')
      return [type.startsWith('@') ? { kind: 'name', of: type } : { kind: scalars[type] ?? 'any' }]
    if (isShape(type))
      return later(type.v, this.#facts.version) ? [] : [{ kind: 'object', object: this.#flatten(type) }]
    return this.#tuple(type, open)
  }

  #tuple(type: readonly [string, ...unknown[]], open: Set<number>): readonly Part[] {
    const [tag, ...rest] = type
    if (tag === 'a') return [{ kind: 'array', of: rest[0] as Type }]
    if (tag === 'e') return [{ kind: 'values', values: rest as (string | number | boolean)[] }]
    if (tag === 'u') return (rest as Type[]).flatMap((one) => this.#open(one, open))
    const [key, value, single] = rest as [Type, Type, 1?]
    return [{ kind: 'object', object: { ...empty, more: [{ key, value, single: single === 1 }] } }]
  }

  #flatten(shape: Shape): Flat {
    const known = this.#flat.get(shape)
    if (known) return known
    const { version, types } = this.#facts
    const inherited = (shape.x ?? []).flatMap((number) => {
      const type = types[number]
      return type !== undefined && typeof type !== 'number' && isShape(type) ? [this.#flatten(type)] : []
    })
    const own = Object.entries(shape.p).filter(([key]) => !later(shape.s?.[key], version))
    const flat: Flat = {
      properties: new Map([...own, ...inherited.flatMap((one) => [...one.properties])]),
      more: [
        ...(shape.m ? [{ key: shape.m[0], value: shape.m[1], single: shape.m[2] === 1 }] : []),
        ...inherited.flatMap((one) => one.more),
      ],
      required: [...(shape.r ?? []), ...inherited.flatMap((one) => one.required)],
      deprecated: new Set([...(shape.d ?? []), ...inherited.flatMap((one) => [...one.deprecated])]),
      templates: Object.assign({}, ...inherited.map((one) => one.templates), shape.i),
      container: shape.c === 1 || inherited.some((one) => one.container),
      beside: new Set([...(shape.k ?? []), ...inherited.flatMap((one) => [...one.beside])]),
    }
    this.#flat.set(shape, flat)
    return flat
  }
}

const empty: Flat = {
  properties: new Map(),
  more: [],
  required: [],
  deprecated: new Set(),
  templates: {},
  container: false,
  beside: new Set(),
}

function isShape(type: Exclude<Type, number>): type is Shape {
  return typeof type === 'object' && !Array.isArray(type)
}

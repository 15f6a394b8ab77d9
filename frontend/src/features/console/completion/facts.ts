/**
 * What is known of an engine's API: the completion.json of its driver, such as frontend/completion-facts generates. A type is
 * one of
 *   's' 'n' 'b' '0' '*'        a string, a number, a boolean, null, anything
 *   '@field' '@object' '@doc'  the name of a field or of an object; a document
 *   a number                   a type by its number
 *   ['a', T] ['u', T...]       an array, a union
 *   ['e', value...]            one of these values
 *   ['m', K, V, 1?]            an object with keys of K; 1 if it has only one
 *   Shape                      an object
 */
export type Type = string | number | readonly [string, ...unknown[]] | Shape

/** An object: its properties and what it inherits. */
export interface Shape {
  readonly p: Readonly<Record<string, Type>>
  readonly x?: readonly number[]
  /** Further keys, their values, and 1 if there is only one. */
  readonly m?: readonly [Type, Type, 1?]
  readonly r?: readonly string[]
  /** 1 if it has one key besides those in k. */
  readonly c?: 1
  readonly k?: readonly string[]
  readonly d?: readonly string[]
  /** The versions that keys came with, and the whole. */
  readonly s?: Readonly<Record<string, string>>
  readonly v?: string
  /** What is written for keys. */
  readonly i?: Readonly<Record<string, unknown>>
}

export interface Endpoint {
  /** Its title. */
  readonly t: string
  /** Methods, separated by spaces, and path. */
  readonly u: readonly (readonly [string, string])[]
  readonly q?: Readonly<Record<string, Type>>
  /** The versions that parameters came with. */
  readonly o?: Readonly<Record<string, string>>
  /** The parts of its paths that are names of the cluster, or one of some values. */
  readonly v?: Readonly<Record<string, Type>>
  readonly b?: Type
  /** Groups of query parameters that many have. */
  readonly g?: readonly string[]
  /** Its name if its body is lines of JSON. */
  readonly l?: string
  readonly s?: string
  readonly d?: 1
}

type Endpoints = Readonly<Record<string, Endpoint | null>>
type Common = Readonly<Record<string, Readonly<Record<string, Type>> | null>>

/** The words of an engine. */
export interface Words {
  /** The version that is assumed of a server that does not say its own. */
  readonly assumed: string
  readonly names: {
    /** Parts of paths and keys of bodies that name an object. */
    readonly objects: readonly string[]
    /** Names that stand for all objects. */
    readonly all: readonly string[]
    /** What a part of a path begins with if it names no object; '' for nothing. */
    readonly reserved: string
    /** Keys above a document in a body. */
    readonly documents: readonly string[]
  }
  /** Actions of bodies of lines, by endpoint: those that no line follows, and those that are followed by the second type. */
  readonly lines: Readonly<Record<string, { readonly alone: readonly string[]; readonly second: readonly string[] }>>
  readonly fields: FieldWords
}

/** Groups and types of fields; all others if the first is "!". */
type Kinds = readonly string[]

/** What is known of the types of fields. */
export interface FieldWords {
  /** Types that fit everywhere. */
  readonly always: readonly string[]
  readonly objects: readonly string[]
  /** Types whose values have no quotes. */
  readonly bare: readonly string[]
  /** The key of a query that searches objects apart from their document, and the key of their path in it. */
  readonly nested: readonly [string, string]
  /** Queries whose word for a field is one of its values, and the keys that can be between the two. */
  readonly valued: readonly string[]
  readonly between: readonly string[]
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** The fields that can be named below a key: of a query, and of something else. */
  readonly queries: Readonly<Record<string, Kinds>>
  readonly others: Readonly<Record<string, Kinds>>
  /** Keys below which there are queries, or something else. */
  readonly holders: Readonly<Record<string, 'queries' | 'others'>>
}

/** The file: a version, what differs from a later one on, and which paths those before an earlier one lack and have besides. */
export interface FactsFile {
  readonly words: Words
  readonly types: readonly Type[]
  readonly endpoints: Endpoints
  readonly common: Common
  readonly newer: {
    /** The first major version of it. */
    readonly from: number
    readonly types: Readonly<Record<string, Type>>
    readonly endpoints: Endpoints
    readonly common: Common
  }
  readonly older: {
    /** The first major version that is not older. */
    readonly before: number
    readonly drop: readonly string[]
    readonly add: Readonly<Record<string, Endpoint>>
  }
  readonly docs: DocsFile
}

/** Where endpoints are documented. */
export interface DocsFile {
  readonly base: Pages
  readonly newer: Pages
}

export interface Pages {
  /** The common part of the addresses, with {branch} for major and minor version. */
  readonly address: string
  /** What follows it, or a whole address, by the names of the endpoints; '' for those without a page. */
  readonly pages: Readonly<Record<string, string>>
  /** 1 if the pages of all other endpoints are named after them. */
  readonly named: 0 | 1
}

/** The facts of one version. */
export interface Facts {
  readonly version: Version
  readonly words: Words
  readonly types: readonly Type[]
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly common: ReadonlyMap<string, Readonly<Record<string, Type>>>
  readonly docs: Pages
}

export type Version = readonly [major: number, minor: number]

/** The version in a text such as "Product 8.16.3", null if there is none. */
function versionIn(text: string): Version | null {
  const found = /(\d+)\.(\d+)/.exec(text)
  return found && [Number(found[1]), Number(found[2])]
}

/** True if something came with a version that a server does not have yet. */
export function later(since: string | undefined, version: Version): boolean {
  if (since === undefined) return false
  const [major, minor] = versionIn(since) ?? version
  return major > version[0] || (major === version[0] && minor > version[1])
}

/** The facts that hold for a server, by what it says of itself. */
export function factsOf(file: FactsFile, product: string): Facts {
  const version = versionIn(product) ?? versionIn(file.words.assumed) ?? [0, 0]
  const newer = version[0] >= file.newer.from
  const types = [...file.types]
  if (newer) for (const [number, type] of Object.entries(file.newer.types)) types[Number(number)] = type
  const common = merged(file.common, newer ? file.newer.common : {})
  const endpoints = merged(file.endpoints, newer ? file.newer.endpoints : {})
  if (version[0] < file.older.before) mask(endpoints, file.older)
  for (const [name, endpoint] of endpoints) if (later(endpoint.s, version)) endpoints.delete(name)
  return { version, words: file.words, types, endpoints, common, docs: newer ? file.docs.newer : file.docs.base }
}

function merged<T>(
  base: Readonly<Record<string, T | null>>,
  changed: Readonly<Record<string, T | null>>,
): Map<string, T> {
  const all = new Map<string, T>()
  for (const [name, entry] of Object.entries({ ...base, ...changed })) if (entry !== null) all.set(name, entry)
  return all
}

function mask(endpoints: Map<string, Endpoint>, { drop, add }: FactsFile['older']): void {
  const dropped = new Set(drop)
  for (const [name, endpoint] of endpoints) {
    const u = endpoint.u.filter(([, path]) => !dropped.has(path))
    if (u.length === 0) endpoints.delete(name)
    else if (u.length < endpoint.u.length) endpoints.set(name, { ...endpoint, u })
  }
  for (const [name, endpoint] of Object.entries(add)) endpoints.set(name, endpoint)
}

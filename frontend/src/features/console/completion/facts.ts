/**
 * The facts about an engine's API: the driver's completion.json, generated for example by frontend/completion-facts. A type is
 * one of
 *   's' 'n' 'b' '0' '*'        a string, a number, a boolean, null, anything
 *   '@field' '@object' '@doc'  the name of a field or of an object; a document
 *   '@' and another word       a text with a grammar of its own: see Words.texts
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
  /** Types of further keys and their values, and 1 if there is only one. */
  readonly m?: readonly [Type, Type, 1?]
  readonly r?: readonly string[]
  /** 1 if it has exactly one key besides those in k. */
  readonly c?: 1
  readonly k?: readonly string[]
  readonly d?: readonly string[]
  /** The versions that introduced keys, and the whole object. */
  readonly s?: Readonly<Record<string, string>>
  readonly v?: string
  /** The templates for keys. */
  readonly i?: Readonly<Record<string, unknown>>
}

export interface Endpoint {
  /** Its title. */
  readonly t: string
  /** Methods, separated by spaces, and path. */
  readonly u: readonly (readonly [string, string])[]
  readonly q?: Readonly<Record<string, Type>>
  /** The versions that introduced parameters. */
  readonly o?: Readonly<Record<string, string>>
  /** The path parts that are names from the cluster, or one of some values. */
  readonly v?: Readonly<Record<string, Type>>
  readonly b?: Type
  /** Shared groups of query parameters. */
  readonly g?: readonly string[]
  /** Its name if its body is JSON lines. */
  readonly l?: string
  readonly s?: string
  readonly d?: 1
}

type Endpoints = Readonly<Record<string, Endpoint | null>>
type Common = Readonly<Record<string, Readonly<Record<string, Type>> | null>>

/** The vocabulary of an engine. */
export interface Words {
  /** The version assumed for a server that does not report its own. */
  readonly assumed: string
  readonly names: {
    /** Path parts and body keys that name an object. */
    readonly objects: readonly string[]
    /** Names that mean all objects. */
    readonly all: readonly string[]
    /** The prefix of path parts that do not name an object; '' for none. */
    readonly reserved: string
    /** Keys above a document in a body. */
    readonly documents: readonly string[]
  }
  /** Actions in line bodies, by endpoint: those without a following line, and those followed by the second type. */
  readonly lines: Readonly<Record<string, { readonly alone: readonly string[]; readonly second: readonly string[] }>>
  readonly fields: FieldWords
  /** What can be written inside texts, by their type. */
  readonly texts?: Readonly<Record<string, readonly TextRule[]>>
}

/** What can follow inside a text. */
export interface TextRule {
  /** The end of what is before it: a regular expression. */
  readonly a: string
  /** The names of fields, with this after them. */
  readonly f?: string
  readonly w?: readonly string[]
}

/** Groups and types of fields; all others if the first is "!". */
type Kinds = readonly string[]

/** The facts about field types. */
export interface FieldWords {
  /** Types that fit everywhere. */
  readonly always: readonly string[]
  readonly objects: readonly string[]
  /** Types whose values are not quoted. */
  readonly bare: readonly string[]
  /** The key of a nested query, and the key of its path. */
  readonly nested: readonly [string, string]
  /** Queries that take a value after the field name, and the keys that can be between the two. */
  readonly valued: readonly string[]
  readonly between: readonly string[]
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** The fields that can be used below a key: in a query, and elsewhere. */
  readonly queries: Readonly<Record<string, Kinds>>
  readonly others: Readonly<Record<string, Kinds>>
  /**
   * What a field needs to be usable below a key: one of some lists of attributes ('' is its type) with their possible
   * texts; all others if the first is "!".
   */
  readonly needs?: Readonly<Record<string, readonly Readonly<Record<string, Kinds>>[]>>
  /** Keys that contain queries, or something else. */
  readonly holders: Readonly<Record<string, 'queries' | 'others'>>
}

/**
 * The file: a version, the differences from a later version on, and the paths that versions before an earlier one lack
 * or additionally have.
 */
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
  /** The common part of the URLs, with {branch} for the major and minor version. */
  readonly address: string
  /** The rest of the URL, or a whole URL, by endpoint name; '' for endpoints without a page. */
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

/** True if something needs a newer version than the server's. */
export function later(since: string | undefined, version: Version): boolean {
  if (since === undefined) return false
  const [major, minor] = versionIn(since) ?? version
  return major > version[0] || (major === version[0] && minor > version[1])
}

/** The facts for a server, by the version that it reports. */
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

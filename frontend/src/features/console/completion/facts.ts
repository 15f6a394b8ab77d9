/**
 * What is known of the API of Elasticsearch, as frontend/completion-facts generates it. A type is one of
 *   's' 'n' 'b' '0' '*'        a string, a number, a boolean, null, anything
 *   '@field' '@index' '@doc'   the name of a field or of an index, alias or data stream; a document
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

/** The generated file: version 8, what differs in 9, and which paths 7.17 lacks and has besides. */
export interface FactsFile {
  readonly types: readonly Type[]
  readonly endpoints: Endpoints
  readonly common: Common
  readonly nine: {
    readonly types: Readonly<Record<string, Type>>
    readonly endpoints: Endpoints
    readonly common: Common
  }
  readonly seven: { readonly drop: readonly string[]; readonly add: Readonly<Record<string, string>> }
  readonly docs: DocsFile
}

/** Where endpoints are documented: by their names, what follows the common part of the addresses, or a whole address. */
export interface DocsFile {
  /** The common part for version 8 and before, with {branch} for major and minor, and that for 9. */
  readonly guide: string
  readonly reference: string
  readonly eight: Readonly<Record<string, string>>
  /** Those that are not named after their endpoints, '' for those without a page. */
  readonly nine: Readonly<Record<string, string>>
}

/** The facts of one version. */
export interface Facts {
  readonly version: Version
  readonly types: readonly Type[]
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly common: ReadonlyMap<string, Readonly<Record<string, Type>>>
  readonly docs: DocsFile
}

export type Version = readonly [major: number, minor: number]

/** What is assumed of a server that does not say its version. */
const unknown: Version = [8, 19]

/** The version in a text such as "Elasticsearch 8.16.3". */
export function versionIn(text: string): Version {
  const found = /(\d+)\.(\d+)/.exec(text)
  return found ? [Number(found[1]), Number(found[2])] : unknown
}

/** True if something came with a version that a server does not have yet. */
export function later(since: string | undefined, version: Version): boolean {
  if (since === undefined) return false
  const [major, minor] = versionIn(since)
  return major > version[0] || (major === version[0] && minor > version[1])
}

/** The facts that hold for a server of a version. */
export function factsOf(file: FactsFile, version: Version): Facts {
  const nine = version[0] >= 9
  const types = [...file.types]
  if (nine) for (const [number, type] of Object.entries(file.nine.types)) types[Number(number)] = type
  const common = merged(file.common, nine ? file.nine.common : {})
  const endpoints = merged(file.endpoints, nine ? file.nine.endpoints : {})
  if (version[0] < 8) mask(endpoints, file.seven)
  for (const [name, endpoint] of endpoints) if (later(endpoint.s, version)) endpoints.delete(name)
  return { version, types, endpoints, common, docs: file.docs }
}

function merged<T>(
  base: Readonly<Record<string, T | null>>,
  changed: Readonly<Record<string, T | null>>,
): Map<string, T> {
  const all = new Map<string, T>()
  for (const [name, entry] of Object.entries({ ...base, ...changed })) if (entry !== null) all.set(name, entry)
  return all
}

function mask(endpoints: Map<string, Endpoint>, { drop, add }: FactsFile['seven']): void {
  const dropped = new Set(drop)
  for (const [name, endpoint] of endpoints) {
    const u = endpoint.u.filter(([, path]) => !dropped.has(path))
    if (u.length === 0) endpoints.delete(name)
    else if (u.length < endpoint.u.length) endpoints.set(name, { ...endpoint, u })
  }
  for (const [path, methods] of Object.entries(add)) {
    const named = path.startsWith('/{}/') ? path.replace('{}', '{index}') : path
    endpoints.set(`7 ${path}`, { t: '', u: [[methods, named]], v: { index: '@index' }, g: ['CommonQueryParameters'] })
  }
}

import type { Failure } from './types'

/** One column of the list of keys. Without a width it takes the remaining space. */
export interface KeyColumn {
  title: string
  look: 'number' | 'name' | 'text' | 'code'
  /** Its width in pixels at the normal text size, 0 for none. */
  width: number
}

/** One cell: a text or a time. */
export interface KeyCell {
  text: string
  /** In milliseconds since 1970, '' for none. */
  time: string
  /** True if the key is not limited to any place. */
  wide: boolean
}

export interface KeyInfo {
  id: string
  /** What the user calls it, '' for nothing. */
  name: string
  /** One for each column. */
  cells: KeyCell[]
  expired: boolean
  /** What it reaches besides the places that it is limited to, '' for nothing. */
  reach: string
  /** The first characters of its value, '' if unknown. */
  head: string
  /** Whether keys can be derived from it. */
  scopes: boolean
}

/** How a key that can do less is derived from the value of another one. */
export interface ScopeForm {
  title: string
  sourceTitle: string
  sourceHint: string
  fields: { id: string; title: string; hint: string }[]
  /** What its expiry means. */
  expiry: string
  /** Why nothing is derived from a key that does not scope. */
  unfit: string
  /** What whoever has the derived key can see. */
  end: string
}

/** A derived key. */
export interface ScopedKey {
  /** The parameters in it. */
  embedded: string
  /** '' without the value of the other key. */
  value: string
}

/** Something that a key can allow. */
export interface KeyAction {
  name: string
  meaning: string
  /** What it reaches besides the places that the key is limited to, '' for nothing. */
  reach: string
}

/** How a key is made. */
export interface KeyForm {
  title: string
  /** What a key is limited to. */
  places: string
  hint: string
  /** What to type for all places: "*". */
  all: string
  groups: { title: string; actions: KeyAction[] }[]
}

/** The keys of a server. */
export interface KeyList {
  title: string
  columns: KeyColumn[]
  keys: KeyInfo[]
  /** The request that listed them, and how long it took. */
  source: string
  millis: number
  /** Why a key cannot be edited. */
  fixedTitle: string
  fixedText: string
  form: KeyForm
  /** Null if no key can be derived. */
  scope: ScopeForm | null
}

/** The request that makes or deletes a key, as it will be sent. */
export interface KeyPlan {
  method: string
  path: string
  query: string
  body: string
  reason: string
  /** Sending with it sends exactly this, once. */
  digest: string
}

export interface KeyOutcome {
  outcome: 'done' | 'refused' | 'unknown'
  /** Why, unless it is done. */
  error: Failure | null
  /** Of the new key. */
  id: string
  /** Of the new key: nothing returns it again. */
  value: string
}

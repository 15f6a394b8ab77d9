/** A cluster's names that can be used in a request. */
export interface LiveName {
  readonly name: string
  /** Its kind, in the engine's words. */
  readonly kind: string
}

/** A field of an object. */
export interface LiveField {
  /** Its full path. */
  readonly name: string
  readonly type: string
  /** The path of the enclosing nested object, '' for none. */
  readonly nested: string
  /** What the engine says about it, by the titles of its attributes; undefined if unknown. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** A value of a field, and how many documents have it. */
export interface LiveValue {
  readonly text: string
  readonly count: string
}

/** What is currently known about the cluster. Unknown parts are empty lists. */
export interface Live {
  readonly names: readonly LiveName[]
  /** The fields of an object, or of the objects that a list or pattern matches; '' for all. */
  fields(object: string): readonly LiveField[]
}

export const nothing: Live = { names: [], fields: () => [] }

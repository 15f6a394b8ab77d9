/** What of a cluster can be named in a request. */
export interface LiveName {
  readonly name: string
  /** What it is, in the engine's word. */
  readonly kind: string
}

/** A field of an object. */
export interface LiveField {
  /** Its full path. */
  readonly name: string
  readonly type: string
  /** The path of the nested object that it is in, '' for none. */
  readonly nested: string
}

/** A value of a field, and how many documents have it. */
export interface LiveValue {
  readonly text: string
  readonly count: string
}

/** What is known of the cluster at the moment. What is not known yet is an empty list. */
export interface Live {
  readonly names: readonly LiveName[]
  /** The fields of an object, or of the objects that a list or a pattern stands for; '' for all. */
  fields(object: string): readonly LiveField[]
}

export const nothing: Live = { names: [], fields: () => [] }

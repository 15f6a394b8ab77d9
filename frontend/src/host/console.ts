import type { Failure } from './types'

/**
 * Which part of a text is run: every request, the selected ones, or, if both positions are equal, the one at the
 * cursor.
 */
export interface ConsoleSelection {
  all: boolean
  /** In UTF-16 code units. */
  from: number
  to: number
  /** Whether the engine profiles the searches; nothing else can be sent then. */
  profile?: boolean
}

/** The requests of a text, in order, as they would be sent. */
export interface ConsolePlans {
  safe: 'off' | 'confirm' | 'read-only'
  plans: ConsolePlan[]
}

/** What would be sent for a request typed in a console, or why it cannot be sent. */
export interface ConsolePlan {
  /** The number of its first line in the text. */
  line: number
  /** Where it is in the text. */
  from: number
  to: number
  /** Why it cannot be sent: then the members below are empty. */
  failure: Failure | null
  method: string
  path: string
  query: string
  /** Of the body. */
  contentType: string
  /** Of the body, in bytes. */
  size: string
  /** For a write: the beginning of its body, as it is sent. */
  body: string
  /** Sending with it sends exactly this, once. */
  digest: string
  write: boolean
  /** Body and response can contain credentials, so they are never stored. */
  private: boolean
}

/** A response of any status. Its bytes come from /data/response. */
export interface ConsoleResponse {
  /** Its id, until it is dropped. */
  id: string
  status: number
  contentType: string
  /** The name of its format, such as "CBOR"; '' for text. */
  binary: string
  /** How many bytes of the text are not valid UTF-8. */
  damaged: string
  /** A suggested file name. */
  file: string
  headers: { name: string; value: string }[]
  warnings: string[]
  /** Bytes. */
  size: string
  /** Milliseconds from sending to the end of the response. */
  elapsed: number
  private: boolean
  /** Where its rows are, such as "hits.hits"; '' if the route has none. */
  rows: string
  /** Where the document is in each row. */
  doc: string
  /** How long it took, in milliseconds, according to the engine; '' if it does not say. */
  took: string
  /** The engine's row count, '' if it does not say. */
  total: string
  /** Whether there may be more rows than the total. */
  atLeast: boolean
  /** How many of them are in the response, '' if unknown. */
  count: string
  /** How many groups these rows are in, '' for none. */
  groups: string
  /** The engine's group count, '' if it does not say. */
  allGroups: string
  /** What it contains besides its rows. */
  search: SearchResponse
  /** Parts of the request, such as operations of a bulk request, that failed although it succeeded. */
  failed: FailedParts
  /** Where the search profiles are in the response. */
  measured: readonly MeasuredPart[]
  /** How that becomes rows. */
  layout: ProfileLayout
  /** What to do about an error, or about the first failed part; '' for none. */
  hint: string
  /** Why the outcome of a write is unknown, and what to do; '' if it is known. */
  doubt: string
  /** Where the engine found an error in the text, -1 if it does not say. */
  fault: number
}

/**
 * What a search response contains besides its rows, as its driver describes it. A path is member names joined by dots;
 * a name is a single member. '' means that responses never have it.
 */
export interface SearchResponse {
  /** The path of the object that contains all of this. */
  around: string
  /** The paths of the engine's time and of the number of rows. */
  took: string
  total: string
  /**
   * The total is a number, or an object with the number in count: there may be more rows if its relation equals
   * atLeast.
   */
  count: string
  relation: string
  atLeast: string
  /** The path in a row to its document's id. */
  key: string
  /** The member of a row that names the document's index or collection. */
  place: string
  /** The prefix of the engine's own members of a row. */
  reserved: string
  /** Whether columns of the document come before those of the other members of a row. */
  docFirst: boolean
  facts: readonly SearchFact[]
  /** A response has at most one of them; the first one applies if it has none. */
  buckets: readonly SearchBuckets[]
  highlights: SearchHighlights
}

export interface SearchFact {
  title: string
  path: string
  /** A template with {name} for members of the object at the path; '' for the value itself. */
  text: string
}

/** Names of members of a list of buckets, or of a bucket. */
export interface SearchBuckets {
  /** What the engine calls these lists. */
  title: string
  /** Their path: an object or an array. */
  path: string
  /** The member with the name of a list; '' if the name is that of the list's own member. */
  name: string
  /** The separator between the type of a list and its name. */
  typed: string
  /** The member with the buckets: an array, or an object by their keys. */
  list: string
  key: string
  /** The human-readable key. */
  shown: string
  /** The number of documents in a bucket. */
  count: string
  /**
   * Whether a bucket has its own figures and lists: its other members, except for own. So does a list without buckets.
   */
  nested: boolean
  /** The name for the only figure of an object. */
  value: string
  own: readonly string[]
  /** The member with the figures of a whole list; '' if all members except for its buckets are figures. */
  stats: string
  /** Figures of a list that are hidden if they are 0. */
  quiet: readonly string[]
}

/** Where a row has its highlighted texts: by field, or as a list, which takes precedence if it is not empty. */
export interface SearchHighlights {
  /** Texts, or objects with a fragment, by field, nested like the fields. */
  byField: string
  list: string
  /** The members of a list element with its field, its text, or its texts. */
  name: string
  fragment: string
  fragments: string
}

/** How an engine's profile becomes a tree of rows with times. */
export interface ProfileLayout {
  parts: readonly ProfilePart[]
  /** The message for a profile that has none of them. */
  none: string
}

/**
 * One kind of object in a profile. Its paths and names are relative to the enclosing object, or to the profile. Times
 * are in nanoseconds. A text is a template: {name} stands for a member that is a text, {name ns} for a time, and {name
 * word} for a count with its unit, "3 hits". The first template of a list whose members all exist is used; a time or
 * count of 0 counts as missing.
 */
export interface ProfilePart {
  /** The enclosing part, counted from 1; 0 for the top. */
  inside: number
  /**
   * "unit" for the level at which times are compared, "section" or "step"; '' for no row: its children take its place.
   */
  kind: string
  /**
   * The path of the objects: the elements of an array, or a non-empty object. '' is the enclosing object; * is each of
   * its members that is an object, with {*} as its name.
   */
  path: string
  /** Prefix of the titles inside; one with {#}, its number, is used only if there are several. */
  before: string
  /** A member whose text has a format, such as "[{node}][{index}]"; its first part matches as little as possible. */
  of: string
  form: string
  title: readonly string[]
  text: readonly string[]
  /** Whether to use all templates of the text whose members exist. */
  joined: boolean
  /** The member with its time; '' means the sum of spent, or of the parts inside. */
  time: string
  /** Whether its time is not part of the enclosing object's time. */
  beside: boolean
  /** Whether the longest come first. */
  sorted: boolean
  /** The member with steps of the same kind. */
  children: string
  /** The member with the parts of its time. */
  spent: string
  /** The suffix of the member that counts how often a part of the time occurred. */
  calls: string
  /** The suffix of members that are parts of the time; the others are details. '' for all. */
  ending: string
  details: string
  /** For a unit: the title of the column with shares, and the note below. */
  share: string
  note: string
}

/** The part of a response with the profile of a search, in bytes. */
export interface MeasuredPart {
  /** The number of the search, from 1, if the request has several; otherwise 0. */
  search: number
  from: string
  size: string
}

/** The range of the response's bytes that comes with it. */
export interface ResponsePart {
  from: string
  /** Of the whole response, in bytes. */
  size: string
}

/** How many rows of a response are known; a block of them comes with it. */
export interface ResponseRows {
  /** How many have been found so far. */
  rows: number
  /** How many rows a block has, 0 while unknown. */
  per: number
  /** Whether the count is final. */
  done: boolean
  /** How many of the first columns are not part of the document. */
  beside: number
}

/** Replaces a part of a text, given in UTF-16 code units. */
export interface TextChange {
  from: number
  to: number
  insert: string
}

/** A request, or several, that was saved under a name. */
export interface Snippet {
  name: string
  text: string
}

/** A request that was sent over a connection. */
/** Parts of a request that failed. */
export interface FailedParts {
  /** Whether there are any. */
  some: boolean
  /** How many failed, and out of how many; '' if unknown. */
  count: string
  all: string
  /** What they are called, such as "operations". */
  noun: string
  /** Why the first of them failed, '' if unknown. */
  why: string
}

export interface PastRequest {
  /** The name of the connection, '' if it no longer exists. */
  connection: string
  /** RFC 3339. */
  at: string
  method: string
  path: string
  query: string
  body: string
  /** Whether the body, or more of the request, was not saved. */
  left: boolean
  /** 0 if no response came. */
  status: number
  /** Whether a part of the request failed. */
  failed?: boolean
  /** Milliseconds. */
  elapsed: number
  /** Of the response, in bytes. */
  size: string
}

import type { Failure } from './types'

/** What of a text is run: every request, those that are selected, or the one at the cursor, where both places are equal. */
export interface ConsoleSelection {
  all: boolean
  /** In UTF-16 code units. */
  from: number
  to: number
  /** Whether the engine measures the searches; nothing else can be sent then. */
  profile?: boolean
}

/** What would be sent of a text, in its order. */
export interface ConsolePlans {
  safe: 'off' | 'confirm' | 'read-only'
  plans: ConsolePlan[]
}

/** What would be sent for a request that was typed in a console, or why nothing would be. */
export interface ConsolePlan {
  /** The number of its first line in the text. */
  line: number
  /** Where it is in the text. */
  from: number
  to: number
  /** Why it cannot be sent: there is nothing below then. */
  failure: Failure | null
  method: string
  path: string
  query: string
  /** Of the body. */
  contentType: string
  /** Of the body, in bytes. */
  size: string
  /** Of a write: what begins its body, as it is sent. */
  body: string
  /** What sends exactly this, once. */
  digest: string
  write: boolean
  /** Body and response can carry credentials: nothing keeps them. */
  private: boolean
}

/** A response, whatever its status. Its bytes come from /data/response. */
export interface ConsoleResponse {
  /** Its name, until it is dropped. */
  id: string
  status: number
  contentType: string
  /** The name of its format, such as "CBOR"; '' for a text. */
  binary: string
  /** How many bytes of a text are not valid UTF-8. */
  damaged: string
  /** A name for a file with it. */
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
  /** Milliseconds that the engine says it took, '' if it does not. */
  took: string
  /** How many rows the engine says there are, '' if it does not. */
  total: string
  /** Whether there can be more rows than the total. */
  atLeast: boolean
  /** How many of them the response has, '' if that is not known. */
  count: string
  /** How many groups these rows are in, '' if they are not. */
  groups: string
  /** How many groups the engine says there are, '' if it does not. */
  allGroups: string
  /** What it has besides its rows. */
  search: SearchResponse
  /** Parts of the request, such as operations of a bulk request, that failed though it succeeded. */
  failed: FailedParts
  /** Where the response has what the engine measured of searches. */
  measured: readonly MeasuredPart[]
  /** How that becomes rows. */
  layout: ProfileLayout
  /** Why it is not known whether a write was carried out, and what to do; '' if it is known. */
  doubt: string
  /** Where in the text the engine found an error, -1 if it does not say. */
  fault: number
}

/**
 * What the response of a search has besides its rows, in the words of its driver. A path leads through members, with dots
 * between their names; a name is that of one member. '' stands for what a response never has.
 */
export interface SearchResponse {
  /** The path of what has all of this. */
  around: string
  /** The paths of the time that the engine took and of the number of rows. */
  took: string
  total: string
  /** The total is a number, or an object with it as count: there can be more rows if its relation is the text atLeast. */
  count: string
  relation: string
  atLeast: string
  /** The path in a row to what identifies its document. */
  key: string
  /** The name in a row of the object that the document is in. */
  place: string
  /** What the names of the engine's own members of a row begin with. */
  reserved: string
  facts: readonly SearchFact[]
  /** A response has one of them at most; the first is the one that it could have had. */
  buckets: readonly SearchBuckets[]
  highlights: SearchHighlights
}

export interface SearchFact {
  title: string
  path: string
  /** With {name} for members of the object at the path; '' for the value itself. */
  text: string
}

/** Names of members of a list of buckets, or of a bucket. */
export interface SearchBuckets {
  /** What the engine calls these lists. */
  title: string
  /** Where they are: an object or an array. */
  path: string
  /** Has the name of a list; '' if it is the name of the member that the list is. */
  name: string
  /** What separates the type of a list from its name. */
  typed: string
  /** Has the buckets: an array, or an object with their keys. */
  list: string
  key: string
  /** The key as it is written for people. */
  shown: string
  /** Of documents in a bucket. */
  count: string
  /** Whether a bucket has figures and lists of its own: its other members, except for own. A list without buckets is one. */
  nested: boolean
  /** Names the only figure of an object. */
  value: string
  own: readonly string[]
  /** Has the figures of a list as a whole; '' if all members beside its buckets are. */
  stats: string
  /** Figures of a list that are not shown if they are 0. */
  quiet: readonly string[]
}

/** How a row has its highlighted texts: by field, or as a list that wins if it is not empty. */
export interface SearchHighlights {
  /** Texts by field, or objects with a fragment, in objects as the fields are. */
  byField: string
  list: string
  /** The field of an element of the list, its text, or its texts. */
  name: string
  fragment: string
  fragments: string
}

/** How what an engine measured becomes a tree of rows with times. */
export interface ProfileLayout {
  parts: readonly ProfilePart[]
  /** What is said of a profile in which there is none of them. */
  none: string
}

/**
 * One kind of object in a profile. Its paths and names start at the object around it, or at the profile. Times are in
 * nanoseconds. A text is a template: {name} stands for a member that is a text, {name ns} for a time, and {name word} for a
 * count with its unit, "3 hits". Of a list, the first is used whose members are all there; a time or a count of 0 is not.
 */
export interface ProfilePart {
  /** The part that it is inside of, counted from 1; 0 for the top. */
  inside: number
  /** "unit" for what times are compared in, "section", "step"; '' for no row: what is inside of it is in its place. */
  kind: string
  /**
   * Where the things are: the elements of an array, or an object that is not empty. '' is what the part is inside of, * each
   * object that is a member of it, whose name is {*}.
   */
  path: string
  /** Goes before the titles inside; with {#}, its number, only if there are several. */
  before: string
  /** A member that is a text of a form, such as "[{node}][{index}]"; the first of its parts is as short as can be. */
  of: string
  form: string
  title: readonly string[]
  text: readonly string[]
  /** Whether all templates of the text that have their members are used. */
  joined: boolean
  /** The member with its time; '' adds up spent, or the parts inside it. */
  time: string
  /** Whether its time is no part of the time of what it is inside of. */
  beside: boolean
  /** Whether the longest are first. */
  sorted: boolean
  /** Has steps of the same kind. */
  children: string
  /** An object with the parts of its time. */
  spent: string
  /** What is behind the name of a part of the time for how often it was done. */
  calls: string
  /** Only members whose names end so are parts of the time, and the others are details; '' for all. */
  ending: string
  details: string
  /** Of a unit: the title of the column with shares, and what is said below. */
  share: string
  note: string
}

/** The part of a response with what the engine measured of a search, in bytes. */
export interface MeasuredPart {
  /** The number of the search, from 1, if the request has several; otherwise 0. */
  search: number
  from: string
  size: string
}

/** Which bytes of a response come with it. */
export interface ResponsePart {
  from: string
  /** Of the whole response, in bytes. */
  size: string
}

/** How much is known of the rows of a response; a block of them comes with it. */
export interface ResponseRows {
  /** How many were found so far. */
  rows: number
  /** How many a block has, 0 while that is not known. */
  per: number
  /** Whether there are no more. */
  done: boolean
  /** How many of the first columns are beside the document. */
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
  /** How many, and of how many; '' where that is not known. */
  count: string
  all: string
  /** What they are called, such as "operations". */
  noun: string
  /** Why the first of them failed, '' where that is not known. */
  why: string
}

export interface PastRequest {
  /** The name of the connection, '' if there is no longer one. */
  connection: string
  /** RFC 3339. */
  at: string
  method: string
  path: string
  query: string
  body: string
  /** Whether the body or more was not saved. */
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

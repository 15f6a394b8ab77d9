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

/** A response, whatever its status. Its bytes come from /data/answer. */
export interface ConsoleAnswer {
  /** Its name, until it is dropped. */
  answer: string
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
  /** Where the response has what the engine measured of searches. */
  measured: readonly MeasuredPart[]
  /** Why it is not known whether a write was carried out, and what to do; '' if it is known. */
  doubt: string
  /** Where in the text the engine found an error, -1 if it does not say. */
  fault: number
}

/** The part of a response with what the engine measured of a search, in bytes. */
export interface MeasuredPart {
  /** The number of the search, from 1, if the request has several; otherwise 0. */
  search: number
  from: string
  size: string
}

/** Which bytes of a response come with it. */
export interface AnswerPart {
  from: string
  /** Of the whole response, in bytes. */
  size: string
}

/** How much is known of the rows of a response; a block of them comes with it. */
export interface AnswerRows {
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
  /** Milliseconds. */
  elapsed: number
  /** Of the response, in bytes. */
  size: string
}

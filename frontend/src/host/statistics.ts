import type { PageNotice } from './types'

/** A request as it was sent. */
export interface SentText {
  method: string
  path: string
  body: string
}

/** A value, as typed into a filter, and the number of documents or objects with it. */
export interface ValueCount {
  text: string
  count: string
}

/**
 * How many documents or objects have a value from one bound up to the other, exclusive; for dates the upper bound is
 * ''.
 */
export interface HistogramBar {
  from: string
  to: string
  count: string
}

/** A summary of a column's values. Numbers are strings of digits, '' if unknown or not applicable. */
export interface ColumnStatistics {
  requests: SentText[]
  /** Counts of the view's documents, those with a value, and those with a value that the engine has not indexed. */
  total: string
  present: string
  ignored: string
  /** Why such a value is not indexed, in a few words. */
  ignoredWhy?: string
  /** Whether the values were summarized; if not, reason says why. */
  figures: boolean
  reason: string
  /** For a column inside an array of objects: how many objects there are, and how many of them have a value. */
  objects: string
  valued: string
  /** The number of all values: a document can have several. */
  values: string
  distinct: string
  estimated: boolean
  min: string
  max: string
  sum: string
  average: string
  /** Whether sum and average may be inexact. */
  rounded: boolean
  top: ValueCount[]
  topNote: string
  /** How often all other values occur, and how much too low the counts may be. */
  other: string
  countError: string
  /** Why counts may be too low, in a few words. */
  countWhy?: string
  bars: HistogramBar[]
  barNote: string
  /** Whether some documents are missing, as the notices say. */
  partial: boolean
  notices: PageNotice[]
  /** The engine's own time in milliseconds, -1 if unknown. */
  millis: number
  /** When its snapshot was taken, in milliseconds since 1970, '' for none. */
  taken: string
}

import type { PageNotice } from './types'

/** A request as it was sent. */
export interface SentText {
  method: string
  path: string
  body: string
}

/** A value, as it is typed into a filter, and in how many documents or objects it occurs. */
export interface ValueCount {
  text: string
  count: string
}

/** How many documents or objects have a value from one bound to before the other, which is '' for dates. */
export interface HistogramBar {
  from: string
  to: string
  count: string
}

/** A summary of the values of a column. Numbers are digits, '' if they are unknown or do not apply. */
export interface ColumnStatistics {
  requests: SentText[]
  /** Documents of the view, those with a value, and those with a value that the engine has not indexed. */
  total: string
  present: string
  ignored: string
  /** What such a value is, in a few words. */
  ignoredWhy?: string
  /** Whether the values themselves were summarized; if not, the reason says why. */
  figures: boolean
  reason: string
  /** Of a column inside an array of objects: how many objects there are, and how many of them have a value. */
  objects: string
  valued: string
  /** All values: a document can have several. */
  values: string
  distinct: string
  estimated: boolean
  min: string
  max: string
  sum: string
  average: string
  /** Whether sum and average can differ from the exact ones. */
  rounded: boolean
  top: ValueCount[]
  topNote: string
  /** How often values occur that are not among the top ones, and by how much their counts can be too low. */
  other: string
  countError: string
  /** Why counts can be too low, in a few words. */
  countWhy?: string
  bars: HistogramBar[]
  barNote: string
  /** Whether some documents are missing, as the notices say. */
  partial: boolean
  notices: PageNotice[]
  /** The engine's own time in milliseconds, -1 if unknown. */
  millis: number
  /** When the snapshot was taken that it is about, in milliseconds since 1970, '' for none. */
  taken: string
}

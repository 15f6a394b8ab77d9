/** How many values an operator compares with: none, one, two ends, or a list. */
export type Arity = 'none' | 'one' | 'two' | 'list'

/** What a filter is made for that the user does not fill in. */
export type OperatorRole =
  | 'value'
  | 'not value'
  | 'values'
  | 'not values'
  | 'nothing'
  | 'something'
  | 'empty text'
  | 'other text'
  | 'range'
  | 'from'

/** How a row of a filter compares, as the driver lists it. */
export interface Operator {
  id: string
  /** Inside a sentence: "greater than". */
  title: string
  /** What it finds, in a sentence. */
  hint: string
  arity: Arity
  /** What its values are typed in: '' for what suits the column. A row with a query has no column. */
  editor: '' | 'text' | 'query'
  role: OperatorRole | ''
  /** Whether it compares letters, so that Match Case has a meaning. */
  letters: boolean
  /** Whether a group of operators begins with it. */
  begins: boolean
  /** What is offered where it is refused, the nearest first. */
  instead: string[]
  /** The language of a query, as its engine calls it, and a query in it. */
  language: string
  example: string
}

/** One row of a filter: a column, the id of an operator, and its values as typed. A row with a query has no column. */
export interface FilterRow {
  column: string
  operator: string
  values: string[]
  /** It is about the same element of an array as the row before. */
  sameElement?: boolean
  /** Match Case is off. */
  foldCase?: boolean
}

/** A filter: its rows join with and, or with or under any; without rows there is none. */
export interface Filter {
  any: boolean
  rows: FilterRow[]
}

/** Why a row cannot be used, by its number from 0. */
export interface RowRefusal {
  row: number
  column: string
  message: string
}

/** A sentence to know about a row that is used, by its number from 0. */
export interface RowNote {
  row: number
  text: string
}

/** The moment that a value of a row means, if it is computed when it is searched for; both are counted from 0. */
export interface RowMoment {
  row: number
  value: number
  /** Since 1970. */
  millis: string
}

/** A range that is chosen by its title. Without `to` it only begins. */
export interface NamedRange {
  id: string
  title: string
  from: string
  to: string
}

/** The exact request of the first page of a filter (Grid.FilterPreview); nothing was sent. Empty if rows are refused. */
export interface FilterPreview {
  request: { method: string; path: string; body: string }
  clauses: string[]
  refusals: RowRefusal[]
  notes?: RowNote[]
  moments?: RowMoment[]
}

/** How many documents each row matches on its own (Grid.FilterCounts); error is why that is unknown. */
export interface FilterCounts {
  counts: { row: number; count: string; error: string }[]
}

/** What Grid.Suggest takes: the other rows of the filter, a column, and what has been typed so far. */
export interface SuggestRequest extends Filter {
  view: string
  column: string
  text: string
}

/** Values of a column, the most frequent first. */
export interface Suggestions {
  values: { text: string; count: string }[]
  /** There are others. */
  more: boolean
  /** The counts are not exact. */
  estimated: boolean
}

/** How columns that are alike can be filtered. Its sentences contain "{name}" in place of the column's name. */
export interface FilterClass {
  /** The operators that cannot be used; those that are not listed can. */
  refused: { operator: string; reason: string }[]
  /** Why Match Case cannot be turned off, '' where it can. */
  noFold: string
  /** Why no values can be suggested, '' where they can. */
  noSuggest: string
  /** What to know about the values. */
  note: string
  /** The ranges that are offered by name. */
  ranges?: NamedRange[]
}

const unknownClass: FilterClass = { refused: [], noFold: '', noSuggest: '', note: '' }

/** How a column of a view can be filtered, in sentences with its name. Where nothing is known, nothing is refused. */
export function filterClassOf(
  view: { filters?: FilterClass[] },
  column: { name: string; filter?: number },
): FilterClass {
  const { refused, noFold, noSuggest, note, ranges } = view.filters?.[column.filter ?? -1] ?? unknownClass
  const named = (sentence: string) => sentence.replaceAll('{name}', () => column.name)
  return {
    refused: refused.map(({ operator, reason }) => ({ operator, reason: named(reason) })),
    noFold: named(noFold),
    noSuggest: named(noSuggest),
    note: named(note),
    ...(ranges && { ranges }),
  }
}

/** A row as the profile keeps it. */
export interface KeptRow extends Required<FilterRow> {
  off: boolean
}

/** What the filter bar shows, as the profile keeps it. */
export interface KeptFilter {
  any: boolean
  rows: KeptRow[]
}

/** A filter with a name. */
export interface Preset {
  name: string
  filter: KeptFilter
}

/** The filters of an object in the profile: by name, and the one that was applied last, with its time or ''. */
export interface ObjectFilters {
  presets: Preset[]
  last: KeptFilter
  at: string
}

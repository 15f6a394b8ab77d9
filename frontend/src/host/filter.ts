/** How many values an operator compares with: none, one, two ends, or a list. */
export type Arity = 'none' | 'one' | 'two' | 'list'

/** The filters that the page builds itself. */
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

/** An operator of filter rows, as the driver lists it. */
export interface Operator {
  id: string
  /** The name within a sentence: "greater than". */
  title: string
  /** What it finds, in a sentence. */
  hint: string
  arity: Arity
  /** How its values are typed: '' for whatever suits the column. A query row has no column. */
  editor: '' | 'text' | 'query'
  role: OperatorRole | ''
  /** Whether it compares letters, so that Match Case applies. */
  letters: boolean
  /** Whether it starts a group of operators. */
  begins: boolean
  /** What is offered instead if it is refused, the closest first. */
  instead: string[]
  /** The query language, as the engine calls it, and an example query. */
  language: string
  example: string
}

/** One row of a filter: a column, the id of an operator, and its values as typed. A query row has no column. */
export interface FilterRow {
  column: string
  operator: string
  values: string[]
  /** It must match the same array element as the previous row. */
  sameElement?: boolean
  /** Match Case is off. */
  foldCase?: boolean
}

/** A filter: its rows are combined with AND, or with OR under any; without rows there is no filter. */
export interface Filter {
  any: boolean
  rows: FilterRow[]
}

/** Why a row cannot be used, by its zero-based number. */
export interface RowRefusal {
  row: number
  column: string
  message: string
}

/** A note on a usable row, by its zero-based number. */
export interface RowNote {
  row: number
  text: string
}

/** The moment that a row's value means if it is computed at search time; row and value are counted from 0. */
export interface RowMoment {
  row: number
  value: number
  /** Since 1970. */
  millis: string
}

/** A range that is chosen by its title. Without `to` it is open-ended. */
export interface NamedRange {
  id: string
  title: string
  from: string
  to: string
}

/**
 * The exact request for the first page of a filter (Grid.FilterPreview); nothing is sent. Empty if rows are refused.
 */
export interface FilterPreview {
  request: { method: string; path: string; body: string }
  clauses: string[]
  refusals: RowRefusal[]
  notes?: RowNote[]
  moments?: RowMoment[]
}

/** How many documents each row matches on its own (Grid.FilterCounts); error is why a count is unknown. */
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

/** How similar columns can be filtered. Its sentences have "{name}" for the column's name. */
export interface FilterClass {
  /** The operators that cannot be used; those that are not listed can. */
  refused: { operator: string; reason: string }[]
  /** Why Match Case cannot be turned off, '' where it can. */
  noFold: string
  /** Why no values can be suggested, '' where they can. */
  noSuggest: string
  /** A note on the values. */
  note: string
  /** The ranges that are offered by name. */
  ranges?: NamedRange[]
}

const unknownClass: FilterClass = { refused: [], noFold: '', noSuggest: '', note: '' }

/** How a column of a view can be filtered, in sentences with its name. If nothing is known, nothing is refused. */
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

/** A row as stored in the profile. */
export interface KeptRow extends Required<FilterRow> {
  off: boolean
}

/** The content of the filter bar, as stored in the profile. */
export interface KeptFilter {
  any: boolean
  rows: KeptRow[]
}

/** A filter with a name. */
export interface Preset {
  name: string
  filter: KeptFilter
}

/** An object's filters in the profile: by name, and the last applied one, with its time or ''. */
export interface ObjectFilters {
  presets: Preset[]
  last: KeptFilter
  at: string
}

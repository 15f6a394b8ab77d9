/** One row of a filter: a column, an operator such as "equals", and its values as typed. */
export interface FilterRow {
  column: string
  operator: string
  values: string[]
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

/** The filter that holds, and the generation of its pages. If rows are refused, the view is as before. */
export interface FilterResult {
  generation: number
  /** One for each row, in the engine's own language. */
  clauses: string[]
  refusals: RowRefusal[]
}

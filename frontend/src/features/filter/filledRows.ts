import type { Filter, FilterRow, GridColumn, KeptFilter, Operator } from '../../host'
import { quotedList } from '../../lib/lists'
import type { Operators } from './operators'

/** A row of the filter bar, as filled in. */
export interface FilledRow {
  id: number
  /** Whether it is part of the filter. */
  on: boolean
  column: string
  operator: Operator
  /** The values as typed. A list ends with the text being typed. */
  values: readonly string[]
  /** It must match the same array element as the row above. */
  sameElement: boolean
  foldCase: boolean
  /** Why the row cannot be sent, '' if it can as far as is known. */
  refusal: string
  /** A note on a row that can be sent. */
  note: string
  /** Whether something was typed since the row was checked. */
  unchecked: boolean
  /** Whether the user tried to apply the row: before that, a missing value is not an error. */
  tried: boolean
}

/** An empty row. */
export function newFilledRow(id: number, column: string, operator: Operator, values: string[] = ['']): FilledRow {
  const flags = { on: true, sameElement: false, foldCase: false, unchecked: true, tried: false }
  return { id, column, operator, values, ...flags, refusal: '', note: '' }
}

/** A row of an applied or stored filter. */
export function filledRowOf(id: number, row: FilterRow & { off?: boolean }, operators: Operators): FilledRow {
  const operator = operators.ofRow(row)
  const draft = newFilledRow(id, row.column, operator, openValues(operator, row.values))
  const { sameElement = false, foldCase = false, off = false } = row
  return { ...draft, sameElement, foldCase, on: !off, tried: true }
}

/** Whether a row has a query instead of a column. */
export const isRaw = ({ operator }: Pick<FilledRow, 'operator'>) => operator.editor === 'query'

/** The values that a row sends. */
export function sentValues({ operator: { arity }, values }: Pick<FilledRow, 'operator' | 'values'>): string[] {
  if (arity === 'none') return []
  if (arity === 'list') return [...values.slice(0, -1), ...quotedList.all(values.at(-1) ?? '')]
  return arity === 'two' ? [values[0] ?? '', values[1] ?? ''] : [values[0] ?? '']
}

/** The values for an operator's fields, converted from the previous operator's: an end, a list, or one. */
export function openValues({ arity }: Operator, values: readonly string[]): string[] {
  if (arity === 'none') return [...values]
  if (arity === 'list')
    return values.at(-1) === '' || values.length === 0 ? [...values.slice(0, -1), ''] : [...values, '']
  return arity === 'two' ? [values[0] ?? '', values[1] ?? ''] : [values[0] ?? '']
}

/** Whether a row lacks a required value. */
export function isBlank(draft: FilledRow): boolean {
  const values = sentValues(draft)
  return draft.operator.arity !== 'none' && values.every((value) => value === '')
}

/** Whether a row lacks a value, and the user has not tried to apply it. */
export function isUnfinished(draft: FilledRow): boolean {
  return !draft.tried && (isBlank(draft) || (draft.operator.arity === 'two' && sentValues(draft).includes('')))
}

/** The array of objects that contains a row's column, '' for none. */
function arrayOf({ column }: Pick<FilledRow, 'column'>, columns: readonly GridColumn[]): string {
  return columns.find(({ name }) => name === column)?.nested?.at(-1) ?? ''
}

/** The array that both rows search, '' if they do not search the same one. */
export function sharedArray(
  a: FilledRow | undefined,
  b: FilledRow | undefined,
  columns: readonly GridColumn[],
): string {
  if (!a || !b || isRaw(a) || isRaw(b)) return ''
  const array = arrayOf(a, columns)
  return array === arrayOf(b, columns) ? array : ''
}

/** The rows without links to a row above on another array. Before the columns are known, all links stay. */
export function linked(drafts: readonly FilledRow[], columns: readonly GridColumn[]): FilledRow[] {
  return drafts.map((draft, at) =>
    draft.sameElement && columns.length > 0 && sharedArray(drafts[at - 1], draft, columns) === ''
      ? { ...draft, sameElement: false }
      : draft,
  )
}

/**
 * The ticked rows as sent. A row shares its element with the previous ticked one if all rows between them are linked,
 * ticked or not.
 */
export function sentRows(drafts: readonly FilledRow[]): FilterRow[] {
  let linkedToOn = false
  return drafts.flatMap((draft) => {
    if (!draft.sameElement) linkedToOn = false
    if (!draft.on) return []
    const { column, operator, foldCase } = draft
    const same = linkedToOn
    linkedToOn = true
    const row: FilterRow = { column: isRaw(draft) ? '' : column, operator: operator.id, values: sentValues(draft) }
    return [{ ...row, ...(same && { sameElement: true }), ...(foldCase && { foldCase: true }) }]
  })
}

export const noFilter: Filter = { any: false, rows: [] }

/** The filter of the ticked rows. */
export function filterOf(any: boolean, drafts: readonly FilledRow[]): Filter {
  const rows = sentRows(drafts)
  return rows.length === 0 ? noFilter : { any, rows }
}

/** The content of the bar, as stored in the profile. */
export function keptOf(any: boolean, drafts: readonly FilledRow[]): KeptFilter {
  const rows = drafts.map((draft) => ({
    ...{ column: isRaw(draft) ? '' : draft.column, operator: draft.operator.id, values: sentValues(draft) },
    ...{ sameElement: draft.sameElement, foldCase: draft.foldCase, off: !draft.on },
  }))
  return { any, rows }
}

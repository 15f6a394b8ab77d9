import type { Filter, FilterRow, GridColumn, KeptFilter, Operator } from '../../host'
import { splitList } from './lists'
import type { Operators } from './operators'

/** A row of the filter bar, as it is filled in. */
export interface FilledRow {
  id: number
  /** Whether it is part of the filter. */
  on: boolean
  column: string
  operator: Operator
  /** As typed. Those of a list end with what is being typed. */
  values: readonly string[]
  /** It is about the same element of an array as the row above. */
  sameElement: boolean
  foldCase: boolean
  /** Why the row cannot be sent, '' where it can be as far as is known. */
  refusal: string
  /** What to know about a row that can be sent. */
  note: string
  /** Whether something was typed since the row was checked. */
  unchecked: boolean
  /** Whether the row was to be applied as it is: before that, a value that is missing is no mistake. */
  tried: boolean
}

/** A row that was not filled in. */
export function newFilledRow(id: number, column: string, operator: Operator, values: string[] = ['']): FilledRow {
  const flags = { on: true, sameElement: false, foldCase: false, unchecked: true, tried: false }
  return { id, column, operator, values, ...flags, refusal: '', note: '' }
}

/** A row of a filter that was applied or kept. */
export function filledRowOf(id: number, row: FilterRow & { off?: boolean }, operators: Operators): FilledRow {
  const operator = operators.ofRow(row)
  const draft = newFilledRow(id, row.column, operator, openValues(operator, row.values))
  const { sameElement = false, foldCase = false, off = false } = row
  return { ...draft, sameElement, foldCase, on: !off, tried: true }
}

/** Whether a row has no column but a query. */
export const isRaw = ({ operator }: Pick<FilledRow, 'operator'>) => operator.editor === 'query'

/** The values that a row sends. */
export function sentValues({ operator: { arity }, values }: Pick<FilledRow, 'operator' | 'values'>): string[] {
  if (arity === 'none') return []
  if (arity === 'list') return [...values.slice(0, -1), ...splitList(values.at(-1) ?? '')]
  return arity === 'two' ? [values[0] ?? '', values[1] ?? ''] : [values[0] ?? '']
}

/** The values of the fields of an operator, of those of the operator before: an end, a list, or one. */
export function openValues({ arity }: Operator, values: readonly string[]): string[] {
  if (arity === 'none') return [...values]
  if (arity === 'list')
    return values.at(-1) === '' || values.length === 0 ? [...values.slice(0, -1), ''] : [...values, '']
  return arity === 'two' ? [values[0] ?? '', values[1] ?? ''] : [values[0] ?? '']
}

/** Whether a row has no value where it needs one. */
export function isBlank(draft: FilledRow): boolean {
  const values = sentValues(draft)
  return draft.operator.arity !== 'none' && values.every((value) => value === '')
}

/** Whether a row has a value too few, and was not to be applied like that. */
export function isUnfinished(draft: FilledRow): boolean {
  return !draft.tried && (isBlank(draft) || (draft.operator.arity === 'two' && sentValues(draft).includes('')))
}

/** The array of objects that the column of a row is inside of, '' for none. */
function arrayOf({ column }: Pick<FilledRow, 'column'>, columns: readonly GridColumn[]): string {
  return columns.find(({ name }) => name === column)?.nested?.at(-1) ?? ''
}

/** The array in whose elements two rows look, '' where they do not look in the same one. */
export function sharedArray(
  a: FilledRow | undefined,
  b: FilledRow | undefined,
  columns: readonly GridColumn[],
): string {
  if (!a || !b || isRaw(a) || isRaw(b)) return ''
  const array = arrayOf(a, columns)
  return array === arrayOf(b, columns) ? array : ''
}

/** The rows without the links to a row above that is of another array. Before the columns are known, all stay. */
export function linked(drafts: readonly FilledRow[], columns: readonly GridColumn[]): FilledRow[] {
  return drafts.map((draft, at) =>
    draft.sameElement && columns.length > 0 && sharedArray(drafts[at - 1], draft, columns) === ''
      ? { ...draft, sameElement: false }
      : draft,
  )
}

/**
 * The ticked rows as they are sent. A row is about the same element as the ticked one before where both are linked by
 * rows between them, ticked or not.
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

/** What the bar shows, as the profile keeps it. */
export function keptOf(any: boolean, drafts: readonly FilledRow[]): KeptFilter {
  const rows = drafts.map((draft) => ({
    ...{ column: isRaw(draft) ? '' : draft.column, operator: draft.operator.id, values: sentValues(draft) },
    ...{ sameElement: draft.sameElement, foldCase: draft.foldCase, off: !draft.on },
  }))
  return { any, rows }
}

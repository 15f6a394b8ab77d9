import type { Cell } from '../../grid/types'
import type { FilterClass, OperatorRole } from '../../host'
import { Kind } from '../../lib/block'
import { Node, readTree } from '../../ui/text/json'
import { type Operators, whyNotUsed } from './operators'
import { noOperator } from './words'

/** The most values of a cell that can become a filter. */
const most = 100

/** A filter row for the documents with a cell's value, or without it; why says why there is none. */
export interface CellFilter {
  why: string
  /** The id of the operator. */
  operator: string
  values: string[]
}

const refused = (why: string): CellFilter => ({ why, operator: '', values: [] })

/** The filter row for a cell's value; excludes means the documents without it. */
export function cellFilter(
  cell: Cell | undefined,
  column: FilterClass,
  excludes: boolean,
  operators: Operators,
): CellFilter {
  if (!cell) return refused('the row is not loaded')
  if (cell.cut > 0) return refused('the value is too long')
  if (cell.kind === Kind.escaped) return refused('the value has characters that cannot be sent')
  const values = valuesOf(cell)
  if (!values) return refused('the value is an object')
  if (values.length > most) return refused(`the cell has more than ${most} values`)
  return filterFor(roleFor(values.length, excludes), values, column, operators)
}

/** The filter row for one value of a column, as listed by the engine; excludes means the documents without it. */
export function valueFilter(value: string, column: FilterClass, excludes: boolean, operators: Operators): CellFilter {
  if (value === '') return filterFor(excludes ? 'other text' : 'empty text', [], column, operators)
  return filterFor(roleFor(1, excludes), [value], column, operators)
}

function filterFor(role: OperatorRole, values: string[], column: FilterClass, operators: Operators): CellFilter {
  const operator = operators.for(role)
  return operator ? { why: whyNotUsed(operator, column), operator: operator.id, values } : refused(noOperator)
}

function roleFor(values: number, excludes: boolean): OperatorRole {
  if (values === 0) return excludes ? 'something' : 'nothing'
  if (values === 1) return excludes ? 'not value' : 'value'
  return excludes ? 'not values' : 'values'
}

/** The distinct values of a cell: for an array those of its elements, none for NULL; undefined if one is an object. */
function valuesOf({ kind, text }: Cell): string[] | undefined {
  if (kind <= Kind.null) return []
  if (kind !== Kind.json) return [text]
  const tree = readTree(text)
  const values = new Set<string>()
  for (let node = 0; node < tree.count; node += 1) {
    const raw = tree.raw(node)
    const of = tree.kinds[node]
    if (of === Node.array) continue
    if (of === Node.object || of === Node.rest) return undefined
    if (of === Node.string) values.add(JSON.parse(raw) as string)
    else if (raw !== 'null') values.add(raw)
  }
  return [...values]
}

import type { Cell } from '../../grid/types'
import type { FilterClass, rawOperator } from '../../host'
import { Kind } from '../../lib/block'
import { Node, readTree } from '../../ui/text/json'
import { type Operator, whyNotUsed } from './operators'

/** The most values of one cell that become a filter. */
const most = 100

/** A row of a filter that finds the documents with the value of a cell, or those without it; why says why there is none. */
export interface CellFilter {
  why: string
  operator: Operator
  values: string[]
}

const refused = (why: string): CellFilter => ({ why, operator: 'equals', values: [] })

/** The row of a filter for the value of a cell of a column; excludes is for the documents without it. */
export function cellFilter(cell: Cell | undefined, column: FilterClass, excludes: boolean): CellFilter {
  if (!cell) return refused('the row is not loaded')
  if (cell.cut > 0) return refused('the value is too long')
  if (cell.kind === Kind.escaped) return refused('the value has characters that cannot be sent')
  const values = valuesOf(cell)
  if (!values) return refused('the value is an object')
  if (values.length > most) return refused(`the cell has more than ${most} values`)
  const operator = operatorFor(values.length, excludes)
  const why = whyNotUsed(operator, column)
  return { why, operator, values }
}

/** The row of a filter for one value of a column, as the engine lists it; excludes is for the documents without it. */
export function valueFilter(value: string, column: FilterClass, excludes: boolean): CellFilter {
  if (value === '') {
    const operator = excludes ? 'is not empty' : 'is empty'
    return { why: whyNotUsed(operator, column), operator, values: [] }
  }
  const operator = operatorFor(1, excludes)
  return { why: whyNotUsed(operator, column), operator, values: [value] }
}

function operatorFor(values: number, excludes: boolean): Exclude<Operator, typeof rawOperator> {
  if (values === 0) return excludes ? 'is not null' : 'is null'
  if (values === 1) return excludes ? 'not equals' : 'equals'
  return excludes ? 'not in list' : 'in list'
}

/** The different values of a cell: of an array those of its elements, none of NULL; undefined where one is an object. */
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

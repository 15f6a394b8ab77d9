import { type FilterClass, filterOperators, rawOperator } from '../../host'

/** How a row of a filter compares. */
export type Operator = (typeof filterOperators)[number] | typeof rawOperator

/** How many values an operator compares with: none, one, two ends, or a list. */
export type Arity = 'none' | 'one' | 'two' | 'list'

/** Where a group of operators begins in the menu, behind a line. */
const groups: ReadonlySet<Operator> = new Set(['contains', 'is null'])

const arities: Partial<Record<Operator, Arity>> = {
  ...{ between: 'two', 'in list': 'list', 'not in list': 'list' },
  ...{ 'is null': 'none', 'is not null': 'none', 'is empty': 'none', 'is not empty': 'none' },
}

/** The operators that compare letters, so that Match Case has a meaning. */
const lettered: ReadonlySet<Operator> = new Set<Operator>([
  ...(['equals', 'not equals', 'in list', 'not in list', 'contains', 'not contains'] as const),
  ...(['starts with', 'ends with', 'matches regex'] as const),
])

/** How an operator is shown: "is NULL". */
export function operatorTitle(operator: string): string {
  return operator.replace(/null$/, 'NULL')
}

/** How many values an operator compares with. */
export function arityOf(operator: Operator): Arity {
  return arities[operator] ?? 'one'
}

/** An operator as it is known here; undefined for one of a later version. */
export function operatorOf(text: string): Operator | undefined {
  return text === rawOperator ? rawOperator : filterOperators.find((known) => known === text)
}

/** An operator in the menu of a column. */
export interface OperatorItem {
  id: Operator
  title: string
  /** Why it cannot be used, '' where it can. */
  why: string
  /** Whether it begins a group. */
  begins: boolean
}

/** The operators of a column in their order, those that cannot be used with the first sentence of the reason. */
export function operatorItems({ refused }: FilterClass): OperatorItem[] {
  return filterOperators.map((id) => ({
    ...{ id, title: operatorTitle(id), begins: groups.has(id) },
    why: (refused.find(({ operator }) => operator === id)?.reason ?? '').replace(/\.( .*)?$/s, ''),
  }))
}

/** Why an operator cannot be used, '' where it can. */
export function whyNotUsed(operator: Operator, { refused }: FilterClass): string {
  return refused.find((one) => one.operator === operator)?.reason ?? ''
}

/** Why Match Case cannot be turned off for an operator of a column, '' where it can. */
export function whyCase(operator: Operator, { noFold }: FilterClass): string {
  if (operator === rawOperator) return 'A query has its own rules for case.'
  return lettered.has(operator) ? noFold : `${operatorTitle(operator)} does not depend on case.`
}

/** What is offered in the place of an operator that cannot be used, the nearest one first. */
const offers: Partial<Record<Operator, readonly Operator[]>> = {
  'matches regex': ['between', 'contains', 'equals'],
  contains: ['equals', 'between', 'is not null'],
  'not contains': ['not equals', 'is not null'],
  'starts with': ['greater or equal', 'contains', 'equals'],
  'ends with': ['contains', 'less or equal', 'equals'],
  'is empty': ['is null'],
  'is not empty': ['is not null'],
  'is null': ['is empty'],
  'is not null': ['is not empty'],
}
const otherwise: readonly Operator[] = ['equals', 'contains', 'is not null']

/** The operator to use instead of one that cannot be used; undefined where it can be, or no other can. */
export function offerOf(operator: Operator, column: FilterClass): Operator | undefined {
  if (whyNotUsed(operator, column) === '') return undefined
  return (offers[operator] ?? otherwise).find((one) => one !== operator && whyNotUsed(one, column) === '')
}

/** How a row of a filter compares. */
export type Operator = 'equals' | 'is null' | 'is not null'

/** The operators that drivers know, in their order, with their titles and whether they compare with a value. */
export const operators: readonly { id: Operator; title: string; value: boolean }[] = [
  { id: 'equals', title: 'equals', value: true },
  { id: 'is null', title: 'is NULL', value: false },
  { id: 'is not null', title: 'is not NULL', value: false },
]

/** Whether an operator compares with a value. */
export function takesValue(operator: Operator): boolean {
  return operators.find(({ id }) => id === operator)?.value === true
}

/** The values that a row sends. */
export function valuesOf(operator: Operator, value: string): string[] {
  return takesValue(operator) ? [value] : []
}

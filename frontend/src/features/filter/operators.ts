import type { FilterClass, FilterRow, Operator, OperatorRole } from '../../host'

/** The driver's operators, by id and by purpose. */
export class Operators {
  /** The operators of columns, in menu order. */
  readonly ofColumns: readonly Operator[]
  /** The operator of a row with a query in the engine's own language; undefined if the engine has none. */
  readonly query: Operator | undefined
  readonly #byId: ReadonlyMap<string, Operator>

  constructor(listed: readonly Operator[]) {
    this.ofColumns = listed.filter(({ editor }) => editor !== 'query')
    this.query = listed.find(({ editor }) => editor === 'query')
    this.#byId = new Map(listed.map((one) => [one.id, one]))
  }

  /** The operator with an id; undefined for one from another version or engine. */
  of(id: string): Operator | undefined {
    return this.#byId.get(id)
  }

  /** The operator for a purpose; undefined if the engine has none. */
  for(role: OperatorRole): Operator | undefined {
    return this.ofColumns.find((one) => one.role === role)
  }

  /** The operator of an applied or stored row. A row without a column has a query, whatever its operator is called. */
  ofRow({ column, operator }: Pick<FilterRow, 'column' | 'operator'>): Operator {
    return (
      this.of(operator) ?? (column === '' ? { ...none, id: operator, title: operator, editor: 'query' } : this.first)
    )
  }

  /** The default operator of a row. */
  get first(): Operator {
    return this.for('value') ?? this.ofColumns[0] ?? none
  }

  /** How an operator is shown. */
  title(id: string): string {
    return this.of(id)?.title ?? id
  }

  /** The operator of a new row: the usual one, or its replacement for the column. */
  usable(column: FilterClass): Operator {
    return whyNotUsed(this.first, column) === '' ? this.first : (this.offerOf(this.first, column) ?? this.first)
  }

  /** The replacement for an unusable operator; undefined if it is usable, or if there is none. */
  offerOf(operator: Operator, column: FilterClass): Operator | undefined {
    if (whyNotUsed(operator, column) === '') return undefined
    const others = operator.instead.flatMap((id) => this.of(id) ?? [])
    return others.find((one) => one.id !== operator.id && whyNotUsed(one, column) === '')
  }
}

/** The operator of a row if the driver lists none. */
const none: Operator = {
  ...{ id: '', title: '', hint: '', arity: 'one', editor: '', role: '', letters: false, begins: false },
  ...{ instead: [], language: '', example: '' },
}

/** An operator in the menu of a column. */
export interface OperatorItem {
  id: string
  title: string
  /** What it finds. */
  hint: string
  /** Why it cannot be used, '' where it can. */
  why: string
  /** Whether it starts a group. */
  begins: boolean
}

/** The operators of a column in order; unusable ones have the first sentence of the reason. */
export function operatorItems({ ofColumns }: Operators, column: FilterClass): OperatorItem[] {
  return ofColumns.map((one) => ({
    ...{ id: one.id, title: one.title, hint: one.hint, begins: one.begins },
    why: whyNotUsed(one, column).replace(/\.( .*)?$/s, ''),
  }))
}

/** Why an operator cannot be used, '' where it can. */
export function whyNotUsed({ id }: Operator, { refused }: FilterClass): string {
  return refused.find((one) => one.operator === id)?.reason ?? ''
}

/** Why Match Case cannot be turned off for an operator of a column, '' where it can. */
export function whyCase({ letters, title, editor }: Operator, { noFold }: FilterClass): string {
  if (editor === 'query') return 'A query has its own rules for case.'
  return letters ? noFold : `${title} does not depend on case.`
}

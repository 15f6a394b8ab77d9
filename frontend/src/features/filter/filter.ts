import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Filter,
  type FilterResult,
  type FilterRow,
  type GridColumn,
  type HostError,
  toHostError,
} from '../../host'
import { type Operator, operators, valuesOf } from './operators'

/** A row of the filter bar, as it is filled in. */
export interface Draft {
  id: number
  column: string
  operator: Operator
  value: string
  /** Why the row was refused, '' where it was not. */
  refusal: string
  /** What the row is in the engine's own language, '' while that is not known. */
  clause: string
}

export interface FilterState {
  /** Whether the bar is shown. */
  open: boolean
  any: boolean
  drafts: readonly Draft[]
  /** The filter that the rows on screen have. */
  applied: Filter
  applying: boolean
  error: HostError | null
}

/** Carries out a filter: the rows on screen are those of the filter once its promise is kept, unless rows are refused. */
export type Apply = (filter: Filter) => Promise<FilterResult>

export const noFilter: Filter = { any: false, rows: [] }

/** The filter of one object: what is filled in, and what holds. */
export class Filtering {
  readonly store: StoreApi<FilterState> = createStore(() => ({
    ...{ open: false, any: false, drafts: [], applied: noFilter, applying: false, error: null },
  }))
  readonly #apply: Apply
  readonly #columns: () => readonly GridColumn[]
  #next = 0
  #turn = 0

  constructor(apply: Apply, columns: () => readonly GridColumn[]) {
    this.#apply = apply
    this.#columns = columns
  }

  /** Whether what is filled in differs from the filter that holds. */
  get changed(): boolean {
    return JSON.stringify(this.#wanted()) !== JSON.stringify(this.store.getState().applied)
  }

  /** Shows the bar, with a row to fill in; of the given column where it has none. */
  show(column?: string): void {
    this.store.setState({ open: true })
    if (this.store.getState().drafts.length === 0) this.add(column)
  }

  /** Hides the bar. The filter that holds stays. */
  hide(): void {
    this.store.setState({ open: false })
  }

  /** Adds a row behind another one, or at the end. */
  add(column?: string, behind?: number): void {
    const { drafts } = this.store.getState()
    const last = drafts.find(({ id }) => id === behind) ?? drafts.at(-1)
    this.#next += 1
    const name = column ?? last?.column ?? firstOf(this.#columns())
    const made: Draft = { id: this.#next, column: name, operator: 'equals', value: '', refusal: '', clause: '' }
    const at = last ? drafts.indexOf(last) + 1 : 0
    this.store.setState({ drafts: drafts.toSpliced(at, 0, made) })
  }

  /** Filters by one value beside what is applied; null for rows without one. */
  async only(column: string, value: string | null): Promise<void> {
    this.restore()
    this.#next += 1
    const operator: Operator = value === null ? 'is null' : 'equals'
    const made: Draft = { id: this.#next, column, operator, value: value ?? '', refusal: '', clause: '' }
    this.store.setState((s) => ({ open: true, drafts: [...s.drafts, made] }))
    await this.apply()
  }

  /** Removes a row; with the last one, nothing is filtered once that is applied. */
  remove(id: number): void {
    this.store.setState((s) => ({ drafts: s.drafts.filter((draft) => draft.id !== id) }))
  }

  /** Fills in a part of a row. */
  set(id: number, part: Partial<Pick<Draft, 'column' | 'operator' | 'value'>>): void {
    const now = (draft: Draft) => (draft.id === id ? { ...draft, ...part, refusal: '', clause: '' } : draft)
    this.store.setState((s) => ({ drafts: s.drafts.map(now), error: null }))
  }

  /** Joins the rows with or, or with and. */
  match(any: boolean): void {
    this.store.setState({ any })
  }

  /** Filters by what is filled in. Rows that cannot be used say why, and the rows on screen stay as they are. */
  async apply(): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    const wanted = this.#wanted()
    const asked = this.store.getState().drafts
    this.store.setState({ applying: true, error: null })
    try {
      const { clauses, refusals } = await this.#apply(wanted)
      if (turn !== this.#turn) return
      const told = (draft: Draft) => {
        const at = asked.indexOf(draft)
        if (at < 0) return draft
        const refusal = refusals.find(({ row }) => row === at)?.message ?? ''
        return { ...draft, refusal, clause: clauses[at] ?? '' }
      }
      const applied = refusals.length > 0 ? this.store.getState().applied : wanted
      this.store.setState((s) => ({ drafts: s.drafts.map(told), applied, applying: false }))
    } catch (cause) {
      if (turn === this.#turn) this.store.setState({ applying: false, error: toHostError(cause) })
    }
  }

  /** Takes the whole filter away. */
  async clear(): Promise<void> {
    const { applied } = this.store.getState()
    this.store.setState({ drafts: [], error: null })
    if (applied.rows.length > 0) await this.apply()
  }

  /** Takes back what was filled in since the filter was applied. */
  restore(): void {
    const { applied } = this.store.getState()
    const drafts = applied.rows.map(({ column, operator, values }) => {
      this.#next += 1
      const known = operators.find(({ id }) => id === operator)?.id ?? 'equals'
      return { id: this.#next, column, operator: known, value: values[0] ?? '', refusal: '', clause: '' }
    })
    this.store.setState({ drafts, any: applied.any, error: null })
  }

  #wanted(): Filter {
    const { any, drafts } = this.store.getState()
    const rows: FilterRow[] = drafts.map(({ column, operator, value }) => ({
      ...{ column, operator, values: valuesOf(operator, value) },
    }))
    return rows.length === 0 ? noFilter : { any, rows }
  }
}

/** The column that a first row has: the first that can be sorted, since most of those can be compared. */
function firstOf(columns: readonly GridColumn[]): string {
  const column = columns.find(({ primary, sortable }) => sortable && !primary) ?? columns[0]
  return column?.name ?? ''
}

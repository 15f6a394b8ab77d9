// Filter by This Value adds to the applied filter, not to unapplied rows in the bar: the applied rows are known by
// their ids (FilterState.keptAs).
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Filter,
  type FilterClass,
  type FilterPreview,
  filterClassOf,
  type GridColumn,
  type Host,
  type HostError,
  type KeptFilter,
  type Operator,
  type SortBy,
  toHostError,
  type ViewInfo,
} from '../../host'
import type { CellFilter } from './cellFilter'
import { type Checked, firstRefused, judged, sendable, type Told, told } from './checks'
import { Counting } from './counting'
import type { FilledRow } from './filledRows'
import {
  filledRowOf,
  filterOf,
  isBlank,
  isRaw,
  keptOf,
  linked,
  newFilledRow,
  noFilter,
  openValues,
  sentRows,
  sentValues,
} from './filledRows'
import { Operators } from './operators'
import { Presets } from './presets'
import { Suggesting } from './suggesting'
import { noOperator } from './words'

export { type FilledRow, noFilter } from './filledRows'

export interface FilterState {
  /** Whether the bar is shown. */
  open: boolean
  any: boolean
  drafts: readonly FilledRow[]
  /** The row to focus, 0 for none. */
  fresh: number
  /** The filter of the rows on screen. */
  applied: Filter
  /** The content of the bar when it was applied, including unused rows. */
  kept: KeptFilter
  /** The drafts of its rows. */
  keptAs: readonly number[]
  applying: boolean
  error: HostError | null
  /** When a restored filter was applied, in milliseconds since 1970; '' for other filters. */
  restored: string
  /** The preview of the request, while it is shown. */
  preview: FilterPreview | null
}

/** Applies a filter: when the promise resolves, the rows on screen are filtered, unless filter rows are refused. */
export type Apply = (filter: Filter) => Promise<Told>

/** What an object's filter needs from its tab. */
export interface FilterPorts {
  host: Host
  session: string
  object: string
  /** The view of the rows; null while it is not open. */
  view(): Pick<ViewInfo, 'id' | 'columns' | 'filters'> | null
  /** The order of the rows. */
  sort?(): readonly SortBy[]
  /** The operators that the driver lists. */
  operators: readonly Operator[]
  apply: Apply
  /** Called when a value was typed into a row. */
  typed?(): void
  /** Runs a function after some milliseconds; the returned function cancels it. */
  later(work: () => void, millis: number): () => void
}

/** The changes to a row, with its operator by id. */
export type RowPart = Partial<Pick<FilledRow, 'column' | 'values' | 'foldCase' | 'sameElement'> & { operator: string }>

/** How long typing must pause before a filter is checked, in milliseconds. */
const restsFor = 250

const nothingKept: KeptFilter = { any: false, rows: [] }

/** The filter of one object: the draft in the bar, and the applied filter. */
export class Filtering {
  readonly store: StoreApi<FilterState> = createStore<FilterState>(() => ({
    ...{ open: false, any: false, drafts: [], fresh: 0, applied: noFilter, kept: nothingKept, keptAs: [] },
    ...{ applying: false, error: null, restored: '', preview: null },
  }))
  readonly operators: Operators
  readonly presets: Presets
  readonly suggesting: Suggesting
  readonly counting: Counting
  readonly #ports: FilterPorts
  #next = 0
  #turn = 0
  #checks = 0
  #callOff: () => void = () => undefined

  constructor(ports: FilterPorts) {
    this.#ports = ports
    this.operators = new Operators(ports.operators)
    this.presets = new Presets(ports.host, ports.session, ports.object)
    this.suggesting = new Suggesting(ports.host)
    this.counting = new Counting(ports.host)
  }

  get #columns(): readonly GridColumn[] {
    return this.#ports.view()?.columns ?? []
  }

  /** Whether the draft differs from the applied filter. */
  get changed(): boolean {
    return JSON.stringify(this.wanted) !== JSON.stringify(this.store.getState().applied)
  }

  /** The filter of the ticked rows, as filled in. */
  get wanted(): Filter {
    const { any, drafts } = this.store.getState()
    return filterOf(any, drafts)
  }

  /** The number of the first row known to be refused, from 1; 0 for none. */
  get blocked(): number {
    return firstRefused(this.store.getState().drafts)
  }

  /** How the column of a row can be filtered. */
  classOf(column: string): FilterClass {
    const view = this.#ports.view()
    const found = view?.columns.find(({ name }) => name === column)
    return filterClassOf(view ?? {}, found ?? { name: column })
  }

  /** Shows the bar and focuses its last row; if it has none, adds one for the given column. */
  show(column?: string): void {
    this.store.setState(({ drafts }) => ({ open: true, fresh: drafts.at(-1)?.id ?? 0 }))
    if (this.store.getState().drafts.length === 0) this.add(column)
  }

  /** Called when the row to focus has been focused. */
  focused(): void {
    this.store.setState({ fresh: 0 })
  }

  /** Hides the bar. The applied filter stays. */
  hide(): void {
    this.suggesting.close()
    this.store.setState({ open: false, fresh: 0 })
  }

  /** Adds a row after another one, or at the end. */
  add(column?: string, behind?: number): number {
    const { drafts } = this.store.getState()
    const last = drafts.find(({ id }) => id === behind) ?? drafts.at(-1)
    const name = column ?? (last && !isRaw(last) ? last.column : firstOf(this.#columns))
    const made = newFilledRow(this.#id(), name, this.operators.usable(this.classOf(name)))
    this.#fill(drafts.toSpliced(last ? drafts.indexOf(last) + 1 : 0, 0, made), made.id)
    return made.id
  }

  /** Removes a row; without rows, applying removes the filter. Focuses the neighbouring row. */
  remove(id: number): void {
    const { drafts } = this.store.getState()
    const at = drafts.findIndex((draft) => draft.id === id)
    const rest = drafts.filter((draft) => draft.id !== id)
    this.#fill(rest, rest[Math.min(at, rest.length - 1)]?.id ?? 0)
  }

  /** Moves a row by some positions. */
  move(id: number, by: number): void {
    const { drafts } = this.store.getState()
    const at = drafts.findIndex((draft) => draft.id === id)
    const moved = drafts[at]
    const to = at + by
    if (!moved || to < 0 || to >= drafts.length) return
    this.#fill(drafts.toSpliced(at, 1).toSpliced(to, 0, moved), this.store.getState().fresh)
  }

  /** Changes part of a row. */
  set(id: number, { operator, ...rest }: RowPart): void {
    const chosen = operator === undefined ? undefined : this.operators.of(operator)
    const part = { ...rest, ...(chosen && { operator: chosen }) }
    const { drafts } = this.store.getState()
    const other = part.column !== undefined || chosen !== undefined
    const fill = (draft: FilledRow): FilledRow => {
      const now = { ...draft, ...part, unchecked: true, tried: false }
      if (!other) return now
      const same = isRaw(draft) !== isRaw(now) ? [''] : now.values
      return { ...now, values: openValues(now.operator, same), refusal: '', note: '' }
    }
    this.#fill(
      drafts.map((draft) => (draft.id === id ? fill(draft) : draft)),
      this.store.getState().fresh,
    )
    if (part.values !== undefined) this.#ports.typed?.()
  }

  /** Adds the text typed after a list's values to them: in one row, or in all. */
  split(id?: number): void {
    for (const draft of this.store.getState().drafts) {
      if (draft.operator.arity !== 'list' || (id !== undefined && draft.id !== id)) continue
      if (draft.values.at(-1)) this.set(draft.id, { values: [...sentValues(draft), ''] })
    }
  }

  /** Links a row to the one above, so that both must match the same array element, or unlinks it. */
  tie(id: number, sameElement: boolean): void {
    this.set(id, { sameElement })
  }

  /** Ticks or unticks a row; without an id, all of them. */
  tick(on: boolean, id?: number): void {
    const { drafts, fresh } = this.store.getState()
    const ticked = drafts.map((draft) =>
      id === undefined || draft.id === id ? { ...draft, on, unchecked: true } : draft,
    )
    this.#fill(ticked, fresh)
  }

  /** Checks the rows again: their columns may have changed. */
  recheck(): void {
    const { drafts, fresh } = this.store.getState()
    if (drafts.length === 0) return
    const unchecked = drafts.map((draft) => ({ ...draft, unchecked: true }))
    this.#fill(unchecked, fresh)
    this.#judge(this.#ports.view())
  }

  /** Combines the rows with OR, or with AND. */
  match(any: boolean): void {
    this.store.setState({ any })
    this.#check()
  }

  /** Why no row for a cell's value can be added, '' if it can. */
  whyNotBy({ why }: CellFilter): string {
    const { applied } = this.store.getState()
    return why || (applied.any && applied.rows.length > 1 ? 'the filter matches Any' : '')
  }

  /** Adds a filter for one value to the applied filter; null for rows without a value. */
  only(column: string, value: string | null): Promise<void> {
    const operator = this.operators.for(value === null ? 'nothing' : 'value')
    const why = operator ? '' : noOperator
    return this.by(column, { why, operator: operator?.id ?? '', values: value === null ? [] : [value] })
  }

  /** Adds a filter for the value of a cell to the applied filter. Does nothing if that is not possible. */
  async by(column: string, filter: CellFilter): Promise<void> {
    if (this.whyNotBy(filter) !== '') return
    this.suggesting.close()
    const { operator, values } = filter
    const made = filledRowOf(this.#id(), { column, operator, values }, this.operators)
    const { drafts, any, kept } = this.store.getState()
    const sent = JSON.stringify(sentRows([made]))
    const again = (draft: FilledRow) => JSON.stringify(sentRows([draft])) === sent
    const copied = new Map<FilledRow, number>()
    const holding = this.#holding(copied)
    const filled = drafts.filter((draft) => draft.tried || !isBlank(draft))
    this.store.setState({ open: true, any: any && !kept.any })
    this.#fill(filled.some(again) ? filled : [...filled, made], 0)
    await this.#filter(false, holding.some(again) ? holding : [...holding, made], copied)
  }

  /** The drafts of the applied filter: those in the bar, or copies with the same ids if they were changed there. */
  #holding(copied: Map<FilledRow, number>): FilledRow[] {
    const { kept, keptAs, drafts } = this.store.getState()
    return kept.rows.map((row, at) => {
      const shown = drafts.find(({ id }) => id === keptAs[at])
      const same = shown && JSON.stringify(keptOf(false, [shown]).rows[0]) === JSON.stringify(row)
      if (same) return shown
      const copy = filledRowOf(this.#id(), row, this.operators)
      copied.set(copy, keptAs[at] ?? copy.id)
      return copy
    })
  }

  /** Applies the draft. If filter rows cannot be used, they say why, and the rows on screen do not change. */
  async apply(): Promise<void> {
    this.#callOff()
    this.suggesting.close()
    this.split()
    this.#judge(this.#ports.view())
    this.store.setState(({ drafts }) => ({ drafts: drafts.map((draft) => ({ ...draft, tried: true })) }))
    if (this.blocked > 0) return
    const { any, drafts } = this.store.getState()
    await this.#filter(any, drafts)
  }

  /** Filters by some rows, and shows their check results next to them: for copies, only refusals. */
  async #filter(
    any: boolean,
    asked: readonly FilledRow[],
    copied: ReadonlyMap<FilledRow, number> = new Map(),
  ): Promise<void> {
    this.#turn += 1
    this.#checks += 1
    const turn = this.#turn
    const wanted = filterOf(any, asked)
    const kept = keptOf(any, asked)
    this.store.setState({ applying: true, error: null })
    try {
      const result = await this.#ports.apply(wanted)
      if (turn !== this.#turn) return
      this.#show(refusedOf(asked, result).filter((draft) => copied.has(draft)))
      this.#told(asked, result)
      this.store.setState({ applying: false })
      if (result.refusals.length === 0)
        this.#hold(
          wanted,
          kept,
          asked.map((draft) => copied.get(draft) ?? draft.id),
        )
    } catch (cause) {
      if (turn === this.#turn) this.store.setState({ applying: false, error: toHostError(cause) })
    }
  }

  /** Restores a row to the applied filter; false if it has not changed. */
  takeBack(id: number): boolean {
    const { drafts, kept, keptAs } = this.store.getState()
    const draft = drafts.find((one) => one.id === id)
    if (!draft) return false
    const row = kept.rows[keptAs.indexOf(id)]
    const before = row?.column === draft.column && row.operator === draft.operator.id ? row.values : []
    const was = draft.values.map((_, place) => before[place] ?? '')
    if (was.every((value, place) => value === draft.values[place])) return false
    this.set(id, { values: was })
    return true
  }

  /** Clears the whole filter. */
  async clear(): Promise<void> {
    const { applied, kept, applying } = this.store.getState()
    this.#fill([], 0)
    if (applied.rows.length > 0 || applying) await this.apply()
    else if (kept.rows.length > 0) this.#hold(noFilter, nothingKept, [])
  }

  /** Restores the applied filter in the bar. */
  restore(): void {
    this.#use(this.store.getState().kept)
    this.store.setState(({ drafts }) => ({ keptAs: drafts.map(({ id }) => id) }))
  }

  /** Fills in the bar from a preset and applies it. */
  async use(preset: KeptFilter): Promise<void> {
    this.store.setState({ open: true })
    this.#use(preset)
    await this.apply()
  }

  /** The content of the bar, to save under a name. */
  get shown(): KeptFilter {
    const { any, drafts } = this.store.getState()
    return keptOf(any, drafts)
  }

  /**
   * Restores the bar's content from the last time the object was filtered, for a view that is being opened. Returns the
   * filter to load it with; null if there is none, or if it cannot be used: then the bar says why.
   */
  async begin(view: Checked & Pick<ViewInfo, 'presets'>, ask: Apply, signal: AbortSignal): Promise<Filter | null> {
    const { last, at } = view.presets ? this.presets.take(view.presets) : await this.presets.read(signal)
    if (signal.aborted || last.rows.length === 0 || this.store.getState().drafts.length > 0) return null
    this.#use(last)
    this.#judge(view)
    const wanted = this.wanted
    if (wanted.rows.length === 0) return null
    const asked = this.store.getState().drafts
    const open = () => this.store.setState({ open: true, fresh: 0 })
    if (this.blocked > 0) {
      open()
      return null
    }
    try {
      const result = await ask(wanted)
      if (signal.aborted) return null
      open()
      this.#told(asked, result)
      if (result.refusals.length > 0) return null
      this.store.setState({ applied: wanted, kept: last, keptAs: asked.map(({ id }) => id), restored: at })
      return wanted
    } catch (cause) {
      if (signal.aborted) return null
      open()
      this.store.setState({ error: toHostError(cause) })
      return null
    }
  }

  /** Shows the request that the draft would send. */
  async showPreview(): Promise<void> {
    this.split()
    this.#judge(this.#ports.view())
    const { drafts: asked } = this.store.getState()
    this.store.setState({ drafts: asked.map((draft) => ({ ...draft, tried: true })), error: null })
    if (this.blocked > 0) return
    const now = this.store.getState().drafts
    try {
      const preview = await this.#ask(this.wanted)
      this.#told(now, preview)
      if (preview.refusals.length === 0) this.store.setState({ preview })
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
    }
  }

  closePreview(): void {
    this.store.setState({ preview: null })
  }

  /** Suggests values for a row's field from its typed text, among the documents that match the other rows. */
  async suggest(id: number, value = 0): Promise<void> {
    const { drafts, any } = this.store.getState()
    const view = this.#ports.view()
    const draft = drafts.find((one) => one.id === id)
    if (!view || !draft || isRaw(draft)) return
    const others = drafts.filter((one) => one.id !== id && sendable(one, view))
    const { column, values } = draft
    const request = { view: view.id, any, rows: sentRows(others), column, text: values[value] ?? '' }
    await this.suggesting.ask(id, value, request)
  }

  /** Suggests values of a column in a new row, or in its existing row without a value. */
  suggestFor(column: string): void {
    this.store.setState({ open: true })
    const last = this.store.getState().drafts.at(-1)
    const free = last && last.column === column && isBlank(last) && last.operator.arity === 'one'
    void this.suggest(free ? last.id : this.add(column))
  }

  /** Accepts a suggested value. */
  take(text: string): void {
    const { row, value } = this.suggesting.store.getState()
    const draft = this.store.getState().drafts.find(({ id }) => id === row)
    this.suggesting.close()
    if (!draft) return
    const values = draft.values.with(Math.min(value, draft.values.length - 1), text)
    this.set(row, { values: openValues(draft.operator, values) })
  }

  /** Counts the documents that each row of the filter matches on its own. */
  async count(): Promise<void> {
    const view = this.#ports.view()
    if (view) await this.counting.count(view.id, this.store.getState().applied)
  }

  /** Combines the applied rows with Any, and applies that. */
  async matchAny(): Promise<void> {
    this.restore()
    this.match(true)
    await this.apply()
  }

  /** Cancels everything in progress. */
  close(): void {
    this.#callOff()
    this.#turn += 1
    this.#checks += 1
    this.counting.clear()
    this.suggesting.close()
  }

  #id(): number {
    this.#next += 1
    return this.#next
  }

  #use({ any, rows }: KeptFilter): void {
    const drafts = rows.map((row) => filledRowOf(this.#id(), row, this.operators))
    this.store.setState({ any, error: null })
    this.#fill(drafts, 0)
  }

  /** Sets the rows, and has them checked after a pause. */
  #fill(drafts: readonly FilledRow[], fresh: number): void {
    this.store.setState({ drafts: linked(drafts, this.#columns), fresh, error: null })
    this.#check()
  }

  #check(): void {
    this.#callOff()
    this.#checks += 1
    this.#callOff = this.#ports.later(() => void this.#checkNow(), restsFor)
  }

  /** Asks which of the rows could not be sent, and shows that next to them. */
  async #checkNow(): Promise<void> {
    const view = this.#ports.view()
    if (!view) return
    this.#judge(view)
    const { drafts, any } = this.store.getState()
    const asked = drafts.filter((draft) => sendable(draft, view))
    const checks = this.#checks
    const answer = asked.length > 0 ? await this.#ask(filterOf(any, asked)).catch(() => null) : null
    if (answer && checks === this.#checks) this.#told(asked, answer)
  }

  #ask(filter: Filter): Promise<FilterPreview> {
    const request = { view: this.#ports.view()?.id ?? '', sort: this.#ports.sort?.() ?? [], ...filter }
    return this.#ports.host.call<FilterPreview>('Grid.FilterPreview', request)
  }

  /** Refuses the rows that the page knows cannot be sent. */
  #judge(view: Checked | null): void {
    if (view) this.store.setState(({ drafts }) => ({ drafts: judged(drafts, view) }))
  }

  /** Adds rows back to the bar that it no longer has. */
  #show(rows: readonly FilledRow[]): void {
    if (rows.length > 0) this.store.setState(({ drafts }) => ({ drafts: [...drafts, ...rows] }))
  }

  /** Shows the check results of rows. */
  #told(asked: readonly FilledRow[], answer: Told): void {
    this.store.setState(({ drafts }) => ({ drafts: told(drafts, asked, answer) }))
  }

  /** Called when the rows on screen are filtered. */
  #hold(applied: Filter, kept: KeptFilter, keptAs: readonly number[]): void {
    this.counting.clear()
    this.store.setState({ applied, kept, keptAs, restored: '' })
    void this.presets.keep(kept)
  }
}

/** The refused rows among the checked ones. */
function refusedOf(asked: readonly FilledRow[], { refusals }: Told): FilledRow[] {
  const sent = asked.filter(({ on }) => on)
  return refusals.flatMap(({ row }) => sent[row] ?? [])
}

/** The default column of the first row: the first sortable one, since most sortable columns can be compared. */
function firstOf(columns: readonly GridColumn[]): string {
  const column = columns.find(({ primary, sortable }) => sortable && !primary) ?? columns[0]
  return column?.name ?? ''
}

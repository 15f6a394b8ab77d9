import { createStore, type StoreApi } from 'zustand/vanilla'
import { rowNow } from '../../grid/follow'
import type { Cell, Source } from '../../grid/types'
import { type GridColumn, type HostError, toHostError } from '../../host'
import { Kind } from '../../lib/block'
import { points, shownLength } from '../../lib/shortened'
import { count } from '../../lib/words'
import { type JsonTree, readTree, readTreeSlowly } from '../../ui/text/json'
import { codeUnits, hexText } from './escapes'
import { fragmentReason, hasReturns, loadingReason, notHere, onlyShown, readAgain } from './reasons'
import { ValueDraft, type ValueEdits } from './typedValue'

/** The rows of a viewer, and how to load their whole values. */
export interface Rows extends Source {
  /** Reads a whole value from the engine; the column -1 is the whole document. */
  value(row: number, column: number, signal?: AbortSignal): Promise<{ kind: number; text: string; changed: boolean }>
}

/** The display modes of a value. */
export type Way = 'text' | 'tree' | 'raw' | 'escapes' | 'hex'

/** A value, ready to be shown. */
export interface Content {
  kind: number
  text: string
  /** How many characters it has. */
  points: number
  /** Its nodes if it is JSON. */
  tree: JsonTree | null
}

/** Whether a value takes a few lines at most. */
export function isBrief({ text, tree }: Content): boolean {
  return tree === null && text.length <= 300 && text.split('\n', 5).length < 5
}

/** Which value is shown, and how much of it is loaded. */
export interface Shown {
  /** Identifies the row; undefined if rows have no keys. */
  key: string | undefined
  /** The row's position when its value was shown. */
  row: number
  /** The column's index in the view. */
  column: number
  name: string
  type: string
  kindOfColumn: GridColumn['kind']
  epoch?: GridColumn['epoch']
  /** The row's name: the value of its primary column. */
  label: string
  /** The length of the whole value in characters if the grid has only its beginning, else 0. */
  cut: number
  /** How many characters of a cut value the grid shows, else 0. */
  inGrid: number
  state: 'whole' | 'loading' | 'loaded' | 'failed'
  changed: boolean
  error: HostError | null
}

export interface ViewerState {
  shown: Shown | null
  content: Content | null
  /** The last mode chosen for values of that kind. */
  way: { json: 'text' | 'tree' | 'raw'; escaped: 'escapes' | 'hex' }
  wrap: boolean
  /** The text being typed for the value, null while it is only viewed. */
  draft: ValueDraft | null
  /** Whether it is edited as text, or value by value in its tree; and the edited node, -1 for none. */
  editsIn: 'text' | 'tree'
  node: number
}

/** How long the focus must stay on a cut cell before its whole value is loaded, in milliseconds. */
const rest = 150
/** The longest JSON value, in characters, that is parsed synchronously. */
const atOnce = 20_000

/** Shows one whole value of a grid: a cut one is loaded from the engine. It follows the focus while it is open. */
export class Viewer {
  readonly store: StoreApi<ViewerState> = createStore<ViewerState>(() => ({
    shown: null,
    content: null,
    way: { json: 'tree', escaped: 'escapes' },
    wrap: true,
    draft: null,
    editsIn: 'text',
    node: -1,
  }))
  readonly edits: ValueEdits | null
  #rows: Rows | null = null
  #columns: readonly GridColumn[] = []
  /** The rows that the content came from: there may be new ones before it is loaded again. */
  #source: Rows | null = null
  /** The row that had the focus last. */
  #focus = -1
  /** The last requested value, and its rows; it is shown once loaded. */
  #latest: { rows: Rows; shown: Shown } | null = null
  #end = new AbortController()
  /** The value to edit once it is loaded, and the text typed on its cell until then. */
  #opening: { key: string | undefined; row: number; column: number; typed: string | undefined } | null = null

  /** Without edits, values can only be looked at. */
  constructor(edits: ValueEdits | null = null) {
    this.edits = edits
  }

  /**
   * Switches to other rows. The shown value stays that of the same row and column, which may have moved; if the row is
   * not loaded, it is that of the focused row.
   */
  attach(rows: Rows | null, columns: readonly GridColumn[]): void {
    if (rows === this.#rows && columns === this.#columns) return
    this.#rows = rows
    this.#columns = columns
    const { shown, draft } = this.store.getState()
    if (draft) return
    const column = columns.findIndex(({ name }) => name === shown?.name)
    if (shown && rows && column >= 0) void this.#show(rowNow(rows, shown.row, shown.key) ?? this.#focus, column, 0)
    else this.close()
  }

  get isOpen(): boolean {
    return this.store.getState().shown !== null
  }

  /** Opens a value. Resolves when it is shown, or with the reason why the whole value is not. */
  open(row: number, column: number): Promise<void> {
    this.#leave()
    this.#focus = row
    return this.#show(row, column, 0)
  }

  /**
   * Opens a value to edit it, starting with text typed on its cell or, once it is loaded, with all of it. Text typed on
   * the cell before the editor has the focus is added.
   */
  async openToEdit(row: number, column: number, typed?: string): Promise<void> {
    const key = this.#rows?.key?.(row)
    const isThis = (one: { key: string | undefined; row: number; column: number } | null) =>
      one?.column === column && one.key === key && (key !== undefined || one.row === row)
    const { shown: edited, draft } = this.store.getState()
    if (draft && isThis(edited)) return draft.append(typed ?? '')
    if (isThis(this.#opening)) {
      if (this.#opening && typed !== undefined) this.#opening.typed = (this.#opening.typed ?? '') + typed
      return
    }
    const opening = { key, row, column, typed }
    this.#opening = opening
    await this.open(row, column)
    if (this.#opening !== opening) return
    this.#opening = null
    const { shown } = this.store.getState()
    if (shown?.row === row && isThis(shown)) this.edit(opening.typed)
  }

  /** Why the shown value cannot be edited, '' if it can. */
  get whyNotEdited(): string {
    const { shown, content } = this.store.getState()
    if (!shown || !this.edits) return onlyShown
    const row = this.#row(shown)
    if (row === undefined) return notHere
    const why = this.edits.why(row, shown.column)
    if (why !== '') return why
    if (shown.state === 'loading' || !content) return loadingReason
    if (this.#isOld) return readAgain
    if (shown.state === 'failed') return fragmentReason
    return content.kind === Kind.string && content.text.includes('\r') ? hasReturns : ''
  }

  /** Edits the shown value, if possible. */
  edit(typed?: string): void {
    if (this.whyNotEdited === '') this.#begin(false, typed)
  }

  /** Edits one value of the tree; -1 for none. */
  editNode(node: number): void {
    if (!this.store.getState().draft) {
      if (this.whyNotEdited !== '') return
      this.#begin(false)
    }
    this.store.setState({ node, editsIn: 'tree' })
  }

  /** Edits in another way. */
  editIn(editsIn: 'text' | 'tree'): void {
    this.store.setState({ node: -1, editsIn })
  }

  /** Edits the beginning of a value that could not be loaded completely. */
  editFragment(): void {
    if (this.whyNotEdited === fragmentReason) this.#begin(true)
  }

  /** Stages the typed text and closes; false if it cannot be staged. */
  stage(): boolean {
    const { draft } = this.store.getState()
    if (draft === null || draft.why !== '') return false
    draft.stage()
    this.#drop()
    this.close()
    return true
  }

  /** Discards the typed text, and shows the value again. */
  discard(): void {
    this.store.getState().draft?.discard()
    this.#drop()
    if (this.#isOld) void this.loadAgain()
  }

  /** Stages the text typed so far because the focus moves: closing the tab then asks about it. */
  rest(): void {
    this.store.getState().draft?.rest()
  }

  #begin(fragment: boolean, typed?: string): void {
    const { shown, content, draft } = this.store.getState()
    const row = shown ? this.#row(shown) : undefined
    const cell = shown && row !== undefined ? this.edits?.begin(row, shown.column) : undefined
    if (!shown || !content || !cell || draft) return
    const json = content.kind === Kind.json || (shown.kindOfColumn === 'json' && content.kind !== Kind.string)
    // A fragment is followed by the three dots that the grid shows.
    const text = fragment ? content.text.slice(0, -3) : content.text
    this.store.setState({
      node: -1,
      editsIn: 'text',
      draft: new ValueDraft({ kind: content.kind, text, json, fragment, cell }, typed),
    })
  }

  /** Leaves the editor: the typed text is staged, like text typed on a cell; a fragment only on request. */
  #leave(): void {
    const { draft } = this.store.getState()
    if (!draft) return
    if (!draft.fragment) draft.stage()
    this.#drop()
  }

  #drop(): void {
    this.store.setState({ draft: null, node: -1 })
  }

  /** Shows another value if the viewer is open. */
  follow(row: number, column: number): void {
    const { shown, draft } = this.store.getState()
    this.#focus = row
    if (!shown || draft || this.#isAsked(row, column)) return
    void this.#show(row, column, rest)
  }

  /** Retries loading the whole value. */
  loadAgain(): Promise<void> {
    const { shown } = this.store.getState()
    const row = shown && this.#rows ? rowNow(this.#rows, shown.row, shown.key) : undefined
    return shown && row !== undefined ? this.#show(row, shown.column, 0) : Promise.resolve()
  }

  close(): void {
    this.#opening = null
    this.#leave()
    this.#end.abort()
    this.store.setState({ shown: null, content: null })
  }

  /** Chooses the display mode for values of this kind. */
  choose(way: Way): void {
    this.store.setState(({ way: before }) => ({
      way: way === 'escapes' || way === 'hex' ? { ...before, escaped: way } : { ...before, json: way },
    }))
  }

  toggleWrap(): void {
    this.store.setState(({ wrap }) => ({ wrap: !wrap }))
  }

  async #show(row: number, column: number, wait: number): Promise<void> {
    const rows = this.#rows
    const described = this.#columns[column]
    const cell = rows?.cell(row, column)
    if (!rows || !described || !cell) return
    this.#end.abort()
    this.#end = new AbortController()
    const { signal } = this.#end
    const shown: Shown = {
      ...{
        key: rows.key?.(row),
        row,
        column,
        name: described.name,
        type: described.type,
        kindOfColumn: described.kind,
        epoch: described.epoch,
      },
      ...{
        label: this.#label(rows, row),
        cut: cell.cut,
        inGrid: cell.cut > 0 ? shownLength(cell.text) : 0,
        state: cell.cut > 0 ? 'loading' : 'whole',
      },
      ...{ changed: false, error: null },
    }
    this.#latest = { rows, shown }
    await this.#put(rows, shown, cell, signal)
    if (cell.cut > 0) await this.#load(rows, shown, wait, signal)
  }

  async #load(rows: Rows, shown: Shown, wait: number, signal: AbortSignal): Promise<void> {
    if (wait > 0) await new Promise((resume) => setTimeout(resume, wait))
    if (signal.aborted) return
    try {
      const value = await rows.value(shown.row, shown.column, signal)
      if (signal.aborted) return
      await this.#put(rows, { ...shown, state: 'loaded', changed: value.changed }, value, signal)
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ shown: { ...shown, state: 'failed', error: toHostError(cause) } })
    }
  }

  /**
   * Shows a value. The previous one stays until a long one is loaded, under its own name, so that it is never mistaken
   * for another cell's.
   */
  async #put(
    rows: Rows,
    shown: Shown,
    { kind, text }: Pick<Cell, 'kind' | 'text'>,
    signal: AbortSignal,
  ): Promise<void> {
    const long = text.length > atOnce
    const tree = kind !== Kind.json ? null : long ? await readTreeSlowly(text, signal) : readTree(text)
    if (signal.aborted || tree === undefined) return
    this.#source = rows
    this.store.setState({ shown, content: { kind, text, points: points(text), tree } })
  }

  /** Whether the last requested value is one of the current rows. */
  #isAsked(row: number, column: number): boolean {
    const { rows, shown } = this.#latest ?? {}
    return rows === this.#rows && shown?.row === row && shown.column === column && shown.key === this.#rows?.key?.(row)
  }

  /** Whether the content is older than the current rows. */
  get #isOld(): boolean {
    return this.#source !== null && this.#source !== this.#rows
  }

  /** The current position of the shown row; undefined while it is not loaded. */
  #row({ row, key }: Shown): number | undefined {
    return this.#rows ? rowNow(this.#rows, row, key) : undefined
  }

  #label(rows: Rows, row: number): string {
    const primary = this.#columns.findIndex((column) => column.primary)
    const cell: Cell | undefined = primary < 0 ? undefined : rows.cell(row, primary, 200)
    return cell?.text || `row ${rows.rowLabel?.(row) ?? count(row + 1)}`
  }
}

/** The display modes for a kind of value, with their names. */
export function waysOf(kind: number): [Way, string][] {
  if (kind === Kind.json)
    return [
      ['text', 'Formatted'],
      ['tree', 'Tree'],
      ['raw', 'Raw'],
    ]
  if (kind === Kind.escaped)
    return [
      ['escapes', 'Escapes'],
      ['hex', 'Hex'],
    ]
  return []
}

/** The display mode of a content, out of the possible ones. */
export function wayOf(content: Content, chosen: ViewerState['way']): Way {
  if (content.kind === Kind.json) return content.tree ? chosen.json : 'raw'
  return content.kind === Kind.escaped ? chosen.escaped : 'text'
}

/** The text that is shown in lines if a content is not shown as nodes. */
export function shownText(content: Content, way: Way): string {
  if (content.kind === Kind.null) return 'NULL'
  if (content.kind === Kind.missing) return 'no value'
  return way === 'hex' ? hexText(codeUnits(content.text)) : content.text
}

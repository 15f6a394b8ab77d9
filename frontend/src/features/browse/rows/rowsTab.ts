import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SortBy, ViewInfo } from '../../../host'
import { derive, type ReadStore } from '../../../lib/derive'
import { Roles } from '../../../lib/roles'
import type { Draft } from '../../edits/drafts'
import { EditedRows } from '../../edits/editedRows'
import { Edits } from '../../edits/edits'
import { Fitting } from '../../edits/fitting'
import { Saving } from '../../edits/saving'
import type { Written } from '../../edits/savingState'
import { Staging } from '../../edits/staging'
import { valueFilter } from '../../filter/cellFilter'
import { Filtering } from '../../filter/filter'
import { SelectedFigures } from '../../statistics/selected'
import { Statistics } from '../../statistics/statistics'
import { Structure } from '../../structure/structure'
import type { TabPorts } from '../../tabs/kinds'
import { type Loss, sendingLosses } from '../../tabs/loss'
import type { SavedTab, Tab, TabState } from '../../tabs/tab'
import { GridLink, type Spot } from '../link/gridLink'
import { allDifferent, noStatistics } from '../words'
import { Columns } from './layout'
import { dateColumns, isNewest } from './newest'
import { PageDocuments } from './pageDocuments'
import type { Pages } from './pages'
import { RowsView } from './rowsView'

/** The displayed rows, including staged changes. */
export interface ShownRows {
  pages: EditedRows | null
  view: ViewInfo | null
  /** Changes with every change of the rows or the staged changes. */
  revision: number
}

/** The store of a tab's staged changes. */
export interface DraftPort {
  /** The staged changes have changed. They are requested after a pause. */
  touch(object: string, tab: string, draft: () => Draft | null): void
  /** Stores the changes at once. */
  flush(): Promise<void>
}

/** How long storing the staged changes may delay a save, in milliseconds. */
const storeWithin = 1000

const noDrafts: DraftPort = { touch: () => undefined, flush: () => Promise.resolve() }

/** The state of the bars above the rows of a tab: notices and find bar. */
export interface Bars {
  dismissed: string
  finding: boolean
  /** Whether the search was just requested, so that its field takes the focus. */
  asked: boolean
  text: string
}

/** A tab that shows an object: its rows, the table of its fields, its definitions. */
export class RowsTab implements Tab {
  readonly id: string
  readonly kind = 'objects'
  readonly object: string
  readonly face: StoreApi<TabState>
  readonly rows: RowsView
  readonly columns: Columns
  /** The link to the grid that shows the rows. */
  readonly grid = new GridLink()
  /** The unsaved edits of the rows, and how to save them. */
  readonly edits = new Edits()
  readonly saving: Saving
  /** Marks typed values that do not fit their columns. */
  readonly #fitting: Fitting
  /** The displayed rows, including staged changes. */
  readonly shown: ReadStore<ShownRows>
  /** What commands stage in the displayed rows. */
  readonly staging: Staging
  readonly filtering: Filtering
  /** The statistics of a column, while they are shown. */
  readonly statistics: Statistics
  /** Whether the user is choosing the date column for newest first. */
  readonly choosing: StoreApi<{ date: boolean }> = createStore(() => ({ date: false }))
  /** Kept while another tab is shown. */
  readonly bars: StoreApi<Bars> = createStore(() => ({ dismissed: '', finding: false, asked: false, text: '' }))
  /** The figures of the selected cells. */
  readonly selected = new SelectedFigures((work, millis) => {
    const timer = setTimeout(work, millis)
    return () => clearTimeout(timer)
  })
  readonly #session: TabPorts['session']
  /** The structure of the object. */
  readonly structure: Structure
  /** The documents of a page, while they are shown as JSON. */
  readonly documents: PageDocuments
  /** Whether the driver supports column statistics. */
  readonly #statistics: boolean
  /** Whether the object was deleted in Quarry: the displayed rows were loaded before that. */
  readonly lost: StoreApi<{ lost: boolean }> = createStore(() => ({ lost: false }))
  #shown = false
  #typing = false
  /** Whether to reload the rows once no cell is being edited. */
  #due = false

  constructor(
    { id, host, session, changed, resized }: Omit<TabPorts, 'openObject'>,
    { state }: Pick<SavedTab, 'state'>,
    drafts: DraftPort = noDrafts,
  ) {
    this.id = id
    const object = state.object ?? ''
    this.object = object
    this.face = createStore<TabState>(() => ({ title: object, preview: false, dirty: false, sending: false }))
    const part = { host, session: session.id, object }
    this.structure = new Structure(host, session.id, object, session.structure)
    this.documents = new PageDocuments(host)
    this.columns = new Columns({
      ...part,
      columns: () => this.rows.store.getState().view?.columns,
      failed: (sentence) => this.rows.say(sentence),
    })
    this.rows = new RowsView({
      ...{ ...part, sort: sortOf(state.sort) },
      opened: (view, signal) => this.columns.begin(view, signal),
      begin: (view, ask, signal) => this.filtering.begin(view, ask, signal),
      outdated: () => void this.refreshQuietly(),
    })
    const columns = () => this.rows.store.getState().view?.columns ?? []
    this.#session = session
    this.#statistics = session.statistics
    this.saving = new Saving(
      host,
      this.edits,
      () => ({ view: this.rows.store.getState().view?.id ?? '', columns: columns(), safeMode: session.safeMode }),
      {
        sending: () => {
          this.rows.sending()
          drafts.touch(object, id, () => this.#draft())
          return soon(drafts.flush())
        },
        written: (what) => this.#written(what),
        refresh: () => void this.refreshQuietly(),
        resized: () => resized?.(object),
      },
    )
    this.#fitting = new Fitting(host, this.edits, () => this.rows.store.getState().view?.id ?? '')
    const shown = () => {
      const { pages, view } = this.shown.getState()
      return pages && view && { source: pages, view }
    }
    this.staging = new Staging(this.edits, shown, () => session.safeMode)
    this.filtering = new Filtering({
      ...{ ...part, operators: session.operators, view: () => this.rows.store.getState().view },
      sort: () => this.rows.store.getState().sort,
      apply: (filter) => this.rows.filter(filter),
      // Typed text is not lost when the next object is previewed.
      typed: () => this.face.setState({ preview: false }),
      later: (work, millis) => {
        const timer = setTimeout(work, millis)
        return () => clearTimeout(timer)
      },
    })
    const filterBy = (column: string, value: string, excludes: boolean) =>
      valueFilter(value, this.filtering.classOf(column), excludes, this.filtering.operators)
    this.statistics = new Statistics({
      host,
      view: () => this.rows.current,
      filter: {
        why: (column, value, excludes) => this.filtering.whyNotBy(filterBy(column, value, excludes)),
        by: (column, value, excludes) => this.filtering.by(column, filterBy(column, value, excludes)),
      },
    })
    this.rows.store.subscribe((now, was) => {
      if (now.sort !== was.sort) changed()
      if (now.pages !== was.pages) {
        this.edits.refreshed()
        this.lost.setState({ lost: false })
      }
      if (now.view !== was.view) {
        if (now.view) this.edits.roles = new Roles(now.view.hidden)
        this.filtering.recheck()
        this.#fitting.look()
      }
      if (now.filter !== was.filter) this.statistics.changed(true)
      else if (now.pages !== was.pages && now.again) this.statistics.changed(false)
    })
    this.saving.store.subscribe(({ phase }) => {
      const sending = phase === 'sending'
      if (sending === this.face.getState().sending) return
      this.face.setState({ sending })
      // Stored changes include the rows being sent, until their outcome is known.
      if (!sending && this.edits.rows > 0) drafts.touch(object, id, () => this.#draft())
    })
    let made = this.edits.made
    this.edits.store.subscribe(() => {
      const { created, deleted } = this.edits.made
      // Whether a new row matches the filter is unknown.
      const more = this.rows.store.getState().filter.rows.length > 0 ? 0 : created - made.created
      const less = deleted - made.deleted
      made = { created, deleted }
      this.rows.recount(more - less)
    })
    // A tab with work is no longer replaced by the next preview.
    this.edits.store.subscribe(({ staged }, was) => {
      if (staged === was.staged) return
      const dirty = staged.size > 0
      this.face.setState((s) => ({ dirty, staged: this.edits.rows, preview: s.preview && !dirty }))
      drafts.touch(object, id, () => this.#draft())
    })
    let of: { pages: Pages | null; view: ViewInfo | null; edited: EditedRows | null } | undefined
    this.shown = derive<ShownRows>([this.rows.store, this.edits.store], () => {
      const { pages, view, revision } = this.rows.store.getState()
      if (of?.pages !== pages || of.view !== view)
        of = { pages, view, edited: pages && new EditedRows(pages, view?.columns ?? [], this.edits) }
      return { pages: of.edited, view, revision: revision + this.edits.store.getState().revision }
    })
  }

  /** The safe mode in force in its connection. */
  get safeMode(): string {
    return this.#session.safeMode
  }

  /** The staged changes, with the rows whose save has an unknown outcome; null for none. */
  #draft(): Draft | null {
    const edits = this.edits.draft()
    if (edits === '') return null
    const { sent } = this.saving
    const { staged, problems } = this.edits.store.getState()
    const isUnknown = (key: string) => problems.get(key)?.some(({ kind }) => kind === 'unknown') === true
    const sending = [...staged.keys()].flatMap((key, place) => (sent.has(key) || isUnknown(key) ? [place] : []))
    return { edits, changes: this.edits.rows, sending }
  }

  /**
   * Stages stored changes in a tab without staged changes, and compares them with the current documents; false if they
   * cannot be read.
   */
  restore({ edits, sending }: Draft): boolean {
    if (!this.edits.restore(edits)) return false
    const keys = [...this.edits.store.getState().staged.keys()]
    const sent = new Set(sending.flatMap((place) => keys[place] ?? []))
    const compare = () => void this.saving.compare(sent)
    if (this.rows.store.getState().view) compare()
    else {
      const end = this.rows.store.subscribe(({ view }) => {
        if (!view) return
        end()
        compare()
      })
    }
    return true
  }

  losses(): Loss[] {
    const face = this.face.getState()
    const { title, dirty, staged = 0 } = face
    const part = { ...(staged > 0 && { staged }), ...(this.saving.reason === '' && { saves: true }) }
    return [...(dirty ? [{ kind: 'changes' as const, of: title, ...part }] : []), ...sendingLosses(face)]
  }

  async saveChanges(): Promise<boolean> {
    await this.saving.save()
    return this.edits.rows === 0
  }

  show(): void {
    if (this.#shown) return
    this.#shown = true
    void this.rows.open()
  }

  /** The object was deleted. Its loaded content stays visible until the next load. */
  lose(): void {
    this.rows.refreshEvery(0)
    this.lost.setState({ lost: true })
  }

  refresh(): void {
    this.#shown = true
    this.lost.setState({ lost: false })
    this.structure.refresh()
    void this.rows.refresh()
  }

  /** Notes whether a cell is being edited. Meanwhile the rows do not move automatically. */
  typesIn(typing: boolean): void {
    this.#typing = typing
    if (!typing && this.#due) void this.refreshQuietly()
  }

  /** Reloads the rows, unless they are loading or failed to load: then the user decides. */
  async refreshQuietly(): Promise<void> {
    this.#due = this.#typing
    if (this.#typing || !this.rows.calm) return
    this.structure.refresh()
    await this.rows.refresh()
  }

  /** Handles a completed write. Rows that need it are reloaded, unless the user has to decide about them. */
  #written(what: Written): void {
    const again = this.rows.written(what)
    this.statistics.changed(false)
    this.documents.again()
    if (!again) return
    this.#due = this.#typing
    if (this.#typing || this.rows.store.getState().error) return
    this.structure.refresh()
    void this.rows.refresh()
  }

  /** Changes the page size, now and for the next time the object is opened. */
  async resize(size: number): Promise<void> {
    await this.rows.resize(size)
    const { view } = this.rows.store.getState()
    if (view?.pageSize === size) this.columns.keepPageSize(size)
  }

  resume(): void {
    this.rows.resume()
    this.structure.resume()
    this.documents.resume()
    this.statistics.resume()
  }

  stop(): void {
    this.rows.stop()
  }

  /** Why a column cannot be summarized, '' where it can. */
  whyNoStatistics(column: string): string {
    if (!this.#statistics) return noStatistics
    const found = this.rows.store.getState().view?.columns.find(({ name }) => name === column)
    return found?.primary ? allDifferent : ''
  }

  /** Toggles sorting the newest rows first. With several date columns, the user chooses one. */
  newest(column?: string): void {
    const { view, sort } = this.rows.store.getState()
    const dates = dateColumns(view?.columns ?? [])
    const by = column ?? (dates.length === 1 ? dates[0] : undefined)
    if (by === undefined) this.choosing.setState({ date: dates.length > 0 })
    else void this.rows.sortBy(isNewest(sort, by) ? [] : [{ column: by, desc: true }])
  }

  /** Opens the value of a cell over the rows, which are shown if necessary. */
  openValue(spot: Spot): void {
    this.structure.show('data')
    this.grid.open(spot)
  }

  escape(): boolean {
    return this.grid.escape()
  }

  close(): void {
    this.saving.end()
    this.#fitting.close()
    this.filtering.close()
    this.statistics.close()
    this.selected.close()
    this.columns.close()
    this.structure.close()
    this.documents.close()
    this.rows.close()
  }

  saved(): SavedTab {
    const { sort } = this.rows.store.getState()
    const state = { object: this.object, ...(sort.length > 0 && { sort: JSON.stringify(sort) }) }
    return { kind: this.kind, state }
  }
}

/** The order that a tab was saved with; none if the text is not one. */
export function sortOf(text: string | undefined): SortBy[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(list)) return []
    return list.flatMap((by) => (typeof by?.column === 'string' ? [{ column: by.column, desc: by.desc === true }] : []))
  } catch {
    return []
  }
}

/** Waits briefly for some work. */
async function soon(work: Promise<void>): Promise<void> {
  let late: ReturnType<typeof setTimeout> | undefined
  await Promise.race([work, new Promise((resolve) => (late = setTimeout(resolve, storeWithin)))])
  clearTimeout(late)
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type DraftList, type Host, toHostError } from '../../host'
import { draftUnreadable } from './words'

/** How long edits rest before they are stored, in milliseconds. */
export const draftAfter = 500
/** How long after a failure what could not be stored is tried again, in milliseconds. */
export const draftAgainAfter = 10_000

/** What is staged in one tab, as it is stored in the profile. */
export interface Draft {
  /** What Edits.restore reads. */
  edits: string
  /** How many changes it has. */
  changes: number
  /** The places of the rows that were being saved: their outcome is unknown. */
  sending: readonly number[]
}

interface Written extends Draft {
  /** The page that staged it. */
  page: string
  /** Whether its user chose to keep it. */
  kept: boolean
}

/** A draft that no tab shows yet. */
export interface Found {
  object: string
  /** The page under which it is stored. */
  page: string
  /** When it was stored, in milliseconds since 1970. */
  saved: number
  draft: Draft
  /** Whether it comes back without asking: its user kept it, or it was staged in this window. */
  comesBack: boolean
}

export interface DraftsState {
  found: readonly Found[]
  /** Whether staged changes outlive the tab. */
  keeps: boolean
  /** Why it does not, although it should; '' for nothing. */
  failed: string
}

/** What storing drafts needs of the connection. */
export interface DraftsPorts {
  host: Host
  /** The id of the connection. */
  connection: string
  /** This page, and the earlier pages of this window. */
  page: string
  before: ReadonlySet<string>
}

/** What is staged in the tabs of a connection, stored in the profile until it is saved or discarded. */
export class Drafts {
  readonly store: StoreApi<DraftsState> = createStore<DraftsState>(() => ({ found: [], keeps: true, failed: '' }))
  readonly #ports: DraftsPorts
  /** What each tab has, by the object and the tab. */
  readonly #tabs = new Map<string, Map<string, () => Draft | null>>()
  /** The objects whose drafts differ from those that are stored. */
  readonly #changed = new Set<string>()
  /** The objects for which this page has stored drafts. */
  readonly #stored = new Set<string>()
  /** Drafts of other pages that were taken or given up, and are still stored. */
  #taken: Found[] = []
  /** What is being read or written: one after the other. */
  #work: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Why the drafts of objects are not stored, by the object. */
  readonly #failed = new Map<string, string>()
  /** Whether the profile stores drafts at all, and its message about drafts that it could not read. */
  #keeps = true
  #notice = ''
  #kept = false
  /** False until the stored drafts have been read: nothing overwrites them before. */
  #read = false

  constructor(ports: DraftsPorts) {
    this.#ports = ports
  }

  /** Reads what is stored. */
  read(): Promise<void> {
    return this.#after(async () => {
      const { host, connection, page, before } = this.#ports
      try {
        const request = { connection, page, before: [...before] }
        const { drafts, off, notice } = await host.call<DraftList>('Drafts.List', request)
        const found = drafts.flatMap(({ object, page: by, saved, draft }) => {
          if (by === page) this.#stored.add(object)
          return draftsOf(draft).map((one) => this.#found(object, by, Number(saved), one))
        })
        this.#read = true
        this.#keeps = !off
        this.#notice = notice
        this.store.setState((s) => ({ found: [...found, ...s.found] }))
      } catch (cause) {
        this.#keeps = false
        this.#notice = toHostError(cause).failure.message
      }
      this.#tell()
    })
  }

  /** The edits of a tab changed. The new ones are requested once they rest. */
  touch(object: string, tab: string, draft: () => Draft | null): void {
    const tabs = this.#tabs.get(object) ?? new Map<string, () => Draft | null>()
    this.#tabs.set(object, tabs.set(tab, draft))
    this.#changed.add(object)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), draftAfter)
  }

  /** A tab has discarded its changes: its draft is removed at once. */
  drop(object: string, tab: string): void {
    if (!this.#tabs.get(object)?.delete(tab)) return
    this.#changed.add(object)
    void this.flush()
  }

  /** Removes everything that is staged, and keeps what no tab has taken. */
  clear(): void {
    for (const object of this.#tabs.keys()) this.#changed.add(object)
    this.#tabs.clear()
  }

  /** What is staged is to come back without asking. */
  keep(): void {
    this.#kept = true
    for (const object of this.#tabs.keys()) this.#changed.add(object)
  }

  /** Takes drafts out of those that were found: a tab has them, or its user gave them up. */
  take(found: readonly Found[]): void {
    for (const one of found) {
      this.#changed.add(one.object)
      if (one.page !== this.#ports.page) this.#taken.push(one)
    }
    this.store.setState((s) => ({ found: s.found.filter((one) => !found.includes(one)) }))
  }

  /** A draft cannot be read: it stays stored until its user gives it up. */
  unreadable(found: Found): void {
    this.#notice = draftUnreadable(found.object)
    const left = (one: Found) => (one === found ? { ...one, comesBack: false } : one)
    this.store.setState((s) => ({ found: s.found.map(left) }))
    this.#tell()
  }

  /** Stores the changes at once. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    return this.#after(async () => {
      if (!this.#read) return
      const changed = [...this.#changed]
      this.#changed.clear()
      for (const object of changed) await this.#try(object)
      this.#tell()
    })
  }

  /** Stores the staged changes of an object. A failed attempt is repeated with the next change, or after a while. */
  async #try(object: string): Promise<void> {
    try {
      await this.#save(object)
      this.#failed.delete(object)
    } catch (cause) {
      this.#failed.set(object, toHostError(cause).failure.message)
      this.#changed.add(object)
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.flush(), draftAgainAfter)
    }
  }

  /** Updates whether all staged changes are stored, and why not. */
  #tell(): void {
    const [failed = this.#notice] = this.#failed.values()
    const keeps = this.#keeps && this.#failed.size === 0
    const was = this.store.getState()
    if (was.keeps !== keeps || was.failed !== failed) this.store.setState({ keeps, failed })
  }

  /**
   * Stores what this page has staged of an object, and takes what it has of other pages' drafts from them. What such a page
   * has stored since stays: it is still there.
   */
  async #save(object: string): Promise<void> {
    const { page } = this.#ports
    const own = [...(this.#tabs.get(object)?.values() ?? [])].flatMap((draft): Written[] => {
      const made = draft()
      return made ? [{ ...made, page, kept: this.#kept }] : []
    })
    const all = [...own, ...this.#left(object, page)]
    const before = new Map(
      this.#taken.flatMap((one) => (one.object === object ? [[one.page, one.saved] as const] : [])),
    )
    if (all.length === 0 && !this.#stored.has(object) && before.size === 0) return
    if (all.length > 0) this.#stored.add(object)
    const taken = [...before].map(([other, saved]) => {
      return { page: other, saved: String(saved), left: textOf(this.#left(object, other)) }
    })
    const { host, connection, before: pages } = this.#ports
    const draft = textOf(all)
    await host.call('Drafts.Save', { connection, before: [...pages], object, page, draft, taken })
    this.#taken = this.#taken.filter((one) => one.object !== object || before.get(one.page) !== one.saved)
  }

  /** What a page has stored of an object and no tab shows. */
  #left(object: string, page: string): Written[] {
    const { found } = this.store.getState()
    return found.flatMap((one) => (one.object === object && one.page === page ? [one.draft as Written] : []))
  }

  #found(object: string, page: string, saved: number, draft: Written): Found {
    const { page: own, before } = this.#ports
    const comesBack = draft.kept || draft.page === own || before.has(draft.page)
    return { object, page, saved, draft, comesBack }
  }

  #after(work: () => Promise<void>): Promise<void> {
    // Nothing that one piece of work throws ends those after it.
    this.#work = this.#work.then(work).catch((cause) => {
      this.#notice = toHostError(cause).failure.message
      this.#tell()
    })
    return this.#work
  }
}

/** The text of drafts, '' for none. */
function textOf(drafts: Written[]): string {
  return drafts.length === 0 ? '' : JSON.stringify({ version: 1, drafts })
}

/** The drafts of a text; none if it is something else. */
function draftsOf(text: string): Written[] {
  try {
    const { version, drafts } = JSON.parse(text) as { version: unknown; drafts: Written[] }
    if (version !== 1 || !Array.isArray(drafts)) return []
    return drafts.filter(({ edits, changes, sending }) => {
      return typeof edits === 'string' && typeof changes === 'number' && Array.isArray(sending)
    })
  } catch {
    return []
  }
}

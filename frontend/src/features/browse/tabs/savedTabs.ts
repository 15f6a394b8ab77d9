import { type Host, toHostError } from '../../../host'
import { newestLast } from '../../../lib/newestLast'
import type { SavedTab, Tab } from '../../tabs/tab'

/** An object that was opened by name and stays in the sidebar, with its kind. */
export interface SavedName {
  name: string
  kind: string
}

/** The tabs of a connection from left to right, the index of the visible one, and the names kept in its sidebar. */
export interface SavedTabs {
  tabs: SavedTab[]
  active: number
  named: SavedName[]
}

/** The same as the backend stores it. */
interface Stored {
  tabs: { kind: string; state: { name: string; value: string }[] }[]
  active: number
  named: SavedName[]
}

/** How long the tabs' state must be unchanged before it is saved, in milliseconds. */
export const saveAfter = 400

/**
 * Tabs from left to right, and names in the sidebar, in a form that can be reopened. Tabs that this version cannot show
 * come last.
 */
export function savedOf(
  tabs: readonly Tab[],
  active: string,
  named: readonly SavedName[],
  others: readonly SavedTab[],
  stateOf: (tab: Tab) => SavedTab | null = (tab) => tab.saved(),
): SavedTabs {
  const saved = tabs.flatMap((tab) => {
    const as = stateOf(tab)
    return as ? [{ id: tab.id, as }] : []
  })
  return {
    tabs: [...saved.map(({ as }) => as), ...others],
    active: Math.max(
      0,
      saved.findIndex(({ id }) => id === active),
    ),
    named: named.map(({ name, kind }) => ({ name, kind })),
  }
}

/** Saves the tabs of a connection for the next time that it is opened. */
export class TabStore {
  readonly #host: Host
  readonly #session: string
  readonly #told: (failed: string) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #latest: SavedTabs | null = null
  readonly #keep = newestLast((open: Stored) =>
    this.#host.call('Tabs.Keep', { session: this.#session, open }).then(
      () => this.#told(''),
      (cause: unknown) => this.#told(toHostError(cause).failure.message),
    ),
  )
  #open = ''

  /** Called after each save with the reason why it failed, '' if it did not. */
  constructor(host: Host, session: string, told: (failed: string) => void = () => undefined) {
    this.#host = host
    this.#session = session
    this.#told = told
  }

  /** The tabs of the last session; none if they cannot be read. */
  async read(): Promise<SavedTabs> {
    const none: Stored = { tabs: [], active: 0, named: [] }
    const { tabs, active, named } = await this.#host
      .call<Stored>('Tabs.Get', { session: this.#session })
      .catch(() => none)
    return { tabs: tabs.map(({ kind, state }) => ({ kind, state: recordOf(state) })), active, named: named ?? [] }
  }

  /** Saves the tabs: at once if the set of open tabs has changed, otherwise after a pause. */
  save(latest: SavedTabs): void {
    this.#latest = latest
    const open = JSON.stringify([latest.tabs.map(({ kind, state }) => [kind, state.object]), latest.named])
    clearTimeout(this.#timer)
    if (open !== this.#open) void this.flush()
    else this.#timer = setTimeout(() => void this.flush(), saveAfter)
    this.#open = open
  }

  /** Saves pending changes immediately. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    const latest = this.#latest
    this.#latest = null
    if (!latest) return
    const tabs = latest.tabs.map(({ kind, state }) => ({ kind, state: listOf(state) }))
    const open: Stored = { ...latest, tabs }
    await this.#keep(open)
  }
}

function recordOf(state: { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(state.map(({ name, value }) => [name, value]))
}

function listOf(state: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(state).map(([name, value]) => ({ name, value }))
}

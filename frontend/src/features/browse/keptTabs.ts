import type { Host, SortBy } from '../../host'
import type { Tab } from './tab'

/** A tab as it is kept: its object and the order of its rows. */
export interface KeptTab {
  object: string
  sort: SortBy[]
}

/** What was opened by its name and stays in the sidebar, with what it is. */
export interface KeptName {
  name: string
  kind: string
}

/**
 * The tabs of a connection from left to right, the place of the one that was shown, and the names that stay in its
 * sidebar.
 */
export interface Kept {
  tabs: KeptTab[]
  active: number
  named?: KeptName[]
}

/** How long sorts and the tab in sight rest before they are kept, in milliseconds. */
export const keepAfter = 400

/** Tabs from left to right, and names in the sidebar, as they can be opened again. */
export function keptOf(tabs: readonly Tab[], active: string, named: readonly KeptName[]): Kept {
  return {
    tabs: tabs.map((tab) => ({ object: tab.store.getState().object, sort: tab.store.getState().sort })),
    active: Math.max(
      0,
      tabs.findIndex((tab) => tab.id === active),
    ),
    ...(named.length > 0 && { named: named.map(({ name, kind }) => ({ name, kind })) }),
  }
}

/** Keeps the tabs of a connection for the next time that it is opened. */
export class KeptTabs {
  readonly #host: Host
  readonly #session: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #latest: Kept | null = null
  #objects = ''

  constructor(host: Host, session: string) {
    this.#host = host
    this.#session = session
  }

  /** The tabs of the last time; none where they cannot be read. */
  async read(): Promise<Kept> {
    const none: Kept = { tabs: [], active: 0 }
    return await this.#host.call<Kept>('Tabs.Get', { session: this.#session }).catch(() => none)
  }

  /** Keeps the tabs: at once where others are open than before, else when they rest. */
  keep(tabs: readonly Tab[], active: string, named: readonly KeptName[]): void {
    const latest = keptOf(tabs, active, named)
    this.#latest = latest
    const objects = JSON.stringify([latest.tabs.map((tab) => tab.object), latest.named])
    clearTimeout(this.#timer)
    if (objects !== this.#objects) void this.flush()
    else this.#timer = setTimeout(() => void this.flush(), keepAfter)
    this.#objects = objects
  }

  /** Keeps at once what waits. What cannot be kept is only missed the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    const open = this.#latest
    this.#latest = null
    if (open) await this.#host.call('Tabs.Keep', { session: this.#session, open }).catch(() => undefined)
  }
}

import type { Host, SortBy } from '../../host'
import type { Tab } from './tab'

/** A tab as it is kept: its object and the order of its rows. */
export interface KeptTab {
  object: string
  sort: SortBy[]
}

/** The tabs of a connection from left to right, and the place of the one that was shown. */
export interface Kept {
  tabs: KeptTab[]
  active: number
}

/** How long sorts and the tab in sight rest before they are kept, in milliseconds. */
export const keepAfter = 400

/** Tabs from left to right as they can be opened again. */
export function keptOf(tabs: readonly Tab[], active: string): Kept {
  return {
    tabs: tabs.map((tab) => ({ object: tab.store.getState().object, sort: tab.store.getState().sort })),
    active: Math.max(
      0,
      tabs.findIndex((tab) => tab.id === active),
    ),
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
  keep(tabs: readonly Tab[], active: string): void {
    const latest = keptOf(tabs, active)
    this.#latest = latest
    const objects = JSON.stringify(latest.tabs.map((tab) => tab.object))
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

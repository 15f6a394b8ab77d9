import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Favourite, Host, ObjectOrder, SidebarState } from '../../../host'
import { newestLast } from '../../../lib/newestLast'

const asNew: SidebarState = { also: false, sort: '', favourites: [], folded: [] }

/** How the sidebar of a connection lists its objects; every change is saved. */
export class Listing {
  readonly store: StoreApi<SidebarState> = createStore<SidebarState>(() => ({ ...asNew }))
  readonly #host: Host
  readonly #session: string
  readonly #keep = newestLast((sidebar: SidebarState) =>
    this.#host.call('Sidebar.Keep', { session: this.#session, sidebar }).catch(() => undefined),
  )
  #read: Promise<void> | undefined

  constructor(host: Host, session: string) {
    this.#host = host
    this.#session = session
  }

  /** Reads what was saved, the first time only. What cannot be read is the default. */
  read(): Promise<void> {
    this.#read ??= this.#host
      .call<SidebarState | undefined>('Sidebar.Get', { session: this.#session })
      .then((saved) => saved && this.store.setState(saved))
      .catch(() => undefined)
    return this.#read
  }

  sortBy(sort: ObjectOrder): void {
    this.#change({ sort })
  }

  setAlso(also: boolean): void {
    this.#change({ also })
  }

  isFavourite(name: string): boolean {
    return this.store.getState().favourites.some((f) => f.name === name)
  }

  /** Adds an object to the end of the favourites, or removes it. */
  toggle({ name, kind }: Favourite): void {
    const { favourites } = this.store.getState()
    const others = favourites.filter((f) => f.name !== name)
    this.#change({ favourites: others.length < favourites.length ? others : [...favourites, { name, kind }] })
  }

  /** Folds or unfolds a section. */
  fold(section: string, folded: boolean): void {
    const others = this.store.getState().folded.filter((id) => id !== section)
    this.#change({ folded: folded ? [...others, section] : others })
  }

  #change(part: Partial<SidebarState>): void {
    this.store.setState(part)
    const sidebar = this.store.getState()
    void this.#keep(sidebar)
  }
}

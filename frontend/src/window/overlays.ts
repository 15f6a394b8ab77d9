import { useSyncExternalStore } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { contextOf } from '../lib/context'

/** Whether a sheet or an alert covers the window. Then no shortcuts of the parts below work. */
export interface Cover {
  readonly covered: boolean
  /** Calls back whenever this may have changed; returns a function that stops it. */
  subscribe(changed: () => void): () => void
}

/** Covered while either of two is. */
export function eitherOf(a: Cover, b: Cover): Cover {
  return {
    get covered() {
      return a.covered || b.covered
    },
    subscribe: (changed) => {
      const ends = [a.subscribe(changed), b.subscribe(changed)]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

/** The sheet or alert over the window: one at a time, none at first. */
export class Overlays<O> implements Cover {
  readonly store: StoreApi<{ overlay: O | null }> = createStore(() => ({ overlay: null as O | null }))

  get covered(): boolean {
    return this.store.getState().overlay !== null
  }

  subscribe(changed: () => void): () => void {
    return this.store.subscribe(changed)
  }

  /** Replaces the open sheet or alert; null closes it. */
  show(overlay: O | null): void {
    this.store.setState({ overlay })
  }
}

export const [CoverContext, useCover] = contextOf<Cover>('what may lie over the window')

/** Whether something covers the window. */
export function useCovered(): boolean {
  const cover = useCover()
  return useSyncExternalStore(
    (changed) => cover.subscribe(changed),
    () => cover.covered,
  )
}

import { createStore, type StoreApi } from 'zustand/vanilla'

/** A store that is only read. */
export type ReadStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>

/**
 * A store whose state follows from those of others: whenever one of these changes, the next state is computed from the
 * one before. It lives as long as the others do.
 */
export function derive<T>(from: readonly ReadStore<unknown>[], next: (before: T | undefined) => T): ReadStore<T> {
  const store = createStore<T>(() => next(undefined))
  for (const one of from) one.subscribe(() => store.setState(next(store.getState()), true))
  return store
}

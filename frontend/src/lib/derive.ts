import { createStore, type StoreApi } from 'zustand/vanilla'

/** A read-only store. */
export type ReadStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>

/**
 * A store derived from others: whenever one of them changes, the next state is computed from the previous one. It lives
 * as long as the others.
 */
export function derive<T>(from: readonly ReadStore<unknown>[], next: (before: T | undefined) => T): ReadStore<T> {
  const store = createStore<T>(() => next(undefined))
  for (const one of from) one.subscribe(() => store.setState(next(store.getState()), true))
  return store
}

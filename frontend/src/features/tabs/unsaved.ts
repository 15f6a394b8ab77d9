import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Tab } from './tab'

/** Why tabs are to be closed. */
export type Leaving = 'close' | 'disconnect' | 'reopen' | 'quit'

/** Tabs that would lose work, and why they are to be closed. */
export interface Unsaved {
  why: Leaving
  tabs: readonly Tab[]
}

/** Asks whether the work in some tabs may be lost; false keeps them open. */
export type Ask = (unsaved: Unsaved) => Promise<boolean>

/** The tabs whose closing would lose work. */
export function dirtyOf(tabs: readonly Tab[]): Tab[] {
  return tabs.filter((tab) => tab.face.getState().dirty)
}

/** A question that is open. */
export interface OpenQuestion extends Unsaved {
  answer(lose: boolean): void
}

/** Asks one question at a time: whoever asks while one is open is told no, since the first may keep the tabs open. */
export class UnsavedQuestion {
  readonly store: StoreApi<{ open: OpenQuestion | null }> = createStore(() => ({ open: null }))

  get covered(): boolean {
    return this.store.getState().open !== null
  }

  /** Calls whenever a question is asked or answered; returns how to end it. */
  subscribe(changed: () => void): () => void {
    return this.store.subscribe(changed)
  }

  readonly ask: Ask = ({ why, tabs }) => {
    if (this.covered) return Promise.resolve(false)
    return new Promise<boolean>((resolve) => {
      const answer = (lose: boolean) => {
        this.store.setState({ open: null })
        resolve(lose)
      }
      this.store.setState({ open: { why, tabs, answer } })
    })
  }
}

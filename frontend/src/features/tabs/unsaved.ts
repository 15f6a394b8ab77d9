import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Loss } from './loss'
import type { Tab } from './tab'

/** The reason for closing tabs. */
export type Leaving = 'close' | 'disconnect' | 'reopen' | 'quit'

/** What would be lost, and the reason for closing. */
export interface WorkAtRisk {
  why: Leaving
  losses: readonly Loss[]
}

/** The user's choice: stay open, close as it is, discard even what would be kept, or save first. */
export type Answer = 'stay' | 'leave' | 'discard' | 'save'

/** Asks whether work may be closed. */
export type Ask = (work: WorkAtRisk) => Promise<Answer>

/** What closing tabs would lose. */
export function lossesOf(tabs: readonly Tab[]): Loss[] {
  return tabs.flatMap((tab) => tab.losses())
}

/** The open question. */
export interface OpenQuestion extends WorkAtRisk {
  answer(answer: Answer): void
}

/**
 * Asks one question at a time: a caller that asks during another question gets "stay", since the first may keep the
 * tabs open.
 */
export class UnsavedQuestion {
  readonly store: StoreApi<{ open: OpenQuestion | null }> = createStore(() => ({ open: null }))

  get covered(): boolean {
    return this.store.getState().open !== null
  }

  /** Calls back whenever a question is asked or answered; returns a function that stops it. */
  subscribe(changed: () => void): () => void {
    return this.store.subscribe(changed)
  }

  readonly ask: Ask = ({ why, losses }) => {
    if (this.covered) return Promise.resolve('stay')
    return new Promise<Answer>((resolve) => {
      const answer = (chosen: Answer) => {
        this.store.setState({ open: null })
        resolve(chosen)
      }
      this.store.setState({ open: { why, losses, answer } })
    })
  }
}

/** Whether everything that would be lost can be saved first: the changes of a single tab. */
export function isSavable({ losses }: WorkAtRisk): boolean {
  return losses.length === 1 && losses[0]?.saves === true
}

/** Whether closing loses nothing except staged changes that will be restored. */
export function isKept({ losses }: WorkAtRisk): boolean {
  return losses.every(({ kept }) => kept === true)
}

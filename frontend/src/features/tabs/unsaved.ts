import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Loss } from './loss'
import type { Tab } from './tab'

/** Why tabs are to be closed. */
export type Leaving = 'close' | 'disconnect' | 'reopen' | 'quit'

/** What would be lost, and why it is to be left. */
export interface WorkAtRisk {
  why: Leaving
  losses: readonly Loss[]
}

/** What the user chose: everything stays open, or is left as it is, or what would be kept is discarded too, or is saved first. */
export type Answer = 'stay' | 'leave' | 'discard' | 'save'

/** Asks whether work may be left. */
export type Ask = (work: WorkAtRisk) => Promise<Answer>

/** What closing tabs would lose. */
export function lossesOf(tabs: readonly Tab[]): Loss[] {
  return tabs.flatMap((tab) => tab.losses())
}

/** A question that is open. */
export interface OpenQuestion extends WorkAtRisk {
  answer(answer: Answer): void
}

/**
 * Asks one question at a time: a caller that asks while one is open gets "stay", since the first may keep the tabs
 * open.
 */
export class UnsavedQuestion {
  readonly store: StoreApi<{ open: OpenQuestion | null }> = createStore(() => ({ open: null }))

  get covered(): boolean {
    return this.store.getState().open !== null
  }

  /** Calls whenever a question is asked or answered; returns how to end it. */
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

/** Whether all that would be lost can be saved first: the changes of one tab. */
export function isSavable({ losses }: WorkAtRisk): boolean {
  return losses.length === 1 && losses[0]?.saves === true
}

/** Whether leaving loses nothing but staged changes that come back. */
export function isKept({ losses }: WorkAtRisk): boolean {
  return losses.every(({ kept }) => kept === true)
}

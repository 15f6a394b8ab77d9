import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TabPorts } from './kinds'
import { type Loss, sendingLosses } from './loss'
import type { SavedTab, Tab, TabKind, TabState } from './tab'

/** A tab for tests, which records its calls. */
export class FakeTab implements Tab {
  readonly id: string
  readonly face: StoreApi<TabState>
  readonly asked: string[] = []
  state: Record<string, string>
  /** What closing the tab loses besides what its face shows, once its text is settled. */
  loses: Loss[] = []
  /** Why the tabs could not be saved. */
  refused = ''
  /** A text that settle() saves. */
  settling: string | undefined

  constructor(
    readonly ports: TabPorts,
    readonly kind: TabKind,
    { state }: Pick<SavedTab, 'state'>,
  ) {
    this.id = ports.id
    this.state = state
    this.face = createStore<TabState>(() => ({ title: kind, preview: false, dirty: false, sending: false }))
  }

  show(): void {
    this.asked.push('show')
  }

  refresh(): void {
    this.asked.push('refresh')
  }

  resume(): void {
    this.asked.push('resume')
  }

  stop(): void {
    this.asked.push('stop')
  }

  get rests(): boolean {
    return this.settling !== undefined
  }

  async settle(): Promise<void> {
    if (this.settling === undefined) return
    this.state = { text: this.settling }
    this.settling = undefined
    this.ports.changed()
  }

  close(): void {
    this.asked.push('close')
  }

  losses(): Loss[] {
    const face = this.face.getState()
    const changes: Loss[] = face.dirty ? [{ kind: 'changes', of: face.title }] : []
    return [...changes, ...(this.rests ? [] : this.loses), ...sendingLosses(face)]
  }

  notSaved(reason: string): void {
    this.refused = reason
  }

  inMemory(): SavedTab | null {
    const saved = this.saved()
    return saved && this.loses.length > 0 ? { ...saved, state: { ...this.state, typed: 'all' } } : saved
  }

  saved(): SavedTab | null {
    return this.kind === 'dashboard' ? null : { kind: this.kind, state: this.state }
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Host,
  HostError,
  objectKindOf,
  type PlanInfo,
  type SaveResult,
  type SessionInfo,
  toHostError,
} from '../../host'
import { dropped, dropReadOnly, notOneObject, notPlanned, unknownDrop } from './words'

/** An object to delete: the request, the number of its documents, and why it was not deleted. */
export interface Drop {
  name: string
  phase: 'planning' | 'asked' | 'sending'
  plan: PlanInfo | null
  /** How many documents it has, '' while that is not known. */
  count: string
  /** How many changes are staged in it. */
  staged: number
  error: HostError | null
}

export interface DroppingState {
  drop: Drop | null
  /** The pending message, '' for none. */
  said: string
}

/** What deleting an object needs of the connection. */
export interface DroppingPorts {
  host: Host
  session: Pick<SessionInfo, 'id' | 'safeMode' | 'objectNoun' | 'noDrop' | 'kinds'>
  /** The object may be gone: what shows it is to say so if it is, and the list is to be read again. */
  changed(name: string, gone: boolean): void
  /** How many changes are staged in the object. */
  staged(name: string): number
}

/** Deletes an object of a connection: its request is shown, and sent once its name was typed. */
export class Dropping {
  readonly store: StoreApi<DroppingState> = createStore<DroppingState>(() => ({ drop: null, said: '' }))
  readonly #ports: DroppingPorts
  #end = new AbortController()

  constructor(ports: DroppingPorts) {
    this.#ports = ports
  }

  /** Why an object cannot be deleted, '' if it can. A kind that is not known is judged by the driver. */
  why({ name, kind }: { name: string; kind: string }): string {
    const { safeMode, objectNoun, noDrop, kinds } = this.#ports.session
    if (noDrop !== '') return noDrop.replaceAll('{name}', name)
    if (safeMode === 'read-only') return dropReadOnly
    const { title, refers } = objectKindOf({ kinds }, kind)
    return kind === '' || !refers ? '' : notOneObject(name, title, objectNoun)
  }

  /** Shows the request that would delete an object, with the number of its documents. Nothing is sent. */
  async ask(name: string): Promise<void> {
    this.close()
    const { host, session } = this.#ports
    const { signal } = this.#end
    this.store.setState({
      drop: { name, phase: 'planning', plan: null, count: '', staged: this.#ports.staged(name), error: null },
    })
    void this.#count(name)
    const late = (plan: PlanInfo) => this.#forget(plan)
    try {
      const request = { session: session.id, object: name }
      const plan = await host.call<PlanInfo>('Edits.PlanDrop', request, { signal, timeout: 0, late })
      const [refusal] = plan.refusals
      if (refusal) return this.#refused(plan, new HostError(refusal.error))
      if (plan.requests.length !== 1) return this.#refused(plan, toHostError(notPlanned))
      this.#change({ phase: 'asked', plan })
    } catch (cause) {
      if (!signal.aborted) this.#change({ phase: 'asked', error: toHostError(cause) })
    }
  }

  /** Deletes the object, if its name was typed. */
  async send(typed: string): Promise<void> {
    const { drop } = this.store.getState()
    if (!drop?.plan || drop.phase !== 'asked' || drop.error || typed !== drop.name) return
    const { name, plan } = drop
    this.#change({ phase: 'sending' })
    try {
      const { host } = this.#ports
      const { rows } = await host.call<SaveResult>('Edits.Send', { plan: plan.id, digest: plan.digest }, { timeout: 0 })
      const [row] = rows
      const gone = row?.outcome === 'done'
      this.#forget(plan)
      if (gone) this.store.setState({ drop: null, said: dropped(name) })
      else this.#change({ phase: 'asked', plan: null, error: row?.error ? new HostError(row.error) : notKnown() })
      if (gone || row?.outcome === 'unknown') this.#ports.changed(name, gone)
    } catch (cause) {
      this.#change({ phase: 'asked', plan: null, error: toHostError(cause) })
      this.#ports.changed(name, false)
    }
  }

  /** Leaves the object as it is. What is being sent goes on. */
  close(): void {
    const { drop } = this.store.getState()
    if (drop?.phase === 'sending') return
    this.#end.abort()
    this.#end = new AbortController()
    if (drop?.plan) this.#forget(drop.plan)
    this.store.setState({ drop: null })
  }

  /** Returns the pending message and clears it. */
  takeSaid(): string {
    const { said } = this.store.getState()
    if (said !== '') this.store.setState({ said: '' })
    return said
  }

  #refused(plan: PlanInfo, error: HostError): void {
    this.#forget(plan)
    this.#change({ phase: 'asked', error })
  }

  async #count(name: string): Promise<void> {
    const { host, session } = this.#ports
    const request = { session: session.id, names: [name] }
    const { signal } = this.#end
    const list = await host
      .call<{ counts: { count: string }[] }>('Grid.Counts', request, { signal })
      .catch(() => ({ counts: [] }))
    if (!signal.aborted) this.#change({ count: list.counts[0]?.count ?? '' })
  }

  #change(part: Partial<Drop>): void {
    this.store.setState(({ drop }) => ({ drop: drop && { ...drop, ...part } }))
  }

  #forget(plan: PlanInfo): void {
    void this.#ports.host.call('Edits.Drop', { plan: plan.id }).catch(() => undefined)
  }
}

function notKnown(): HostError {
  return toHostError(unknownDrop)
}

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

/** What is deleted: the object, or all of its documents. */
export type WholeAct = 'drop' | 'empty'

/** An object to delete or empty: the request, the number of its documents, and why it was not sent. */
export interface Drop {
  name: string
  act: WholeAct
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

/** What deleting or emptying an object needs of the connection. */
export interface DroppingPorts {
  host: Host
  session: Pick<SessionInfo, 'id' | 'safeMode' | 'objectNoun' | 'noDrop' | 'noEmpty' | 'kinds'>
  /**
   * The object may be gone, or its documents: what shows it is to say so or be read again if they are, and the list is
   * to be read again.
   */
  changed(name: string, became: 'gone' | 'empty' | ''): void
  /** How many changes are staged in the object. */
  staged(name: string): number
}

/** Deletes an object of a connection, or all of its documents: the request is shown, and sent once the object's name was typed. */
export class Dropping {
  readonly store: StoreApi<DroppingState> = createStore<DroppingState>(() => ({ drop: null, said: '' }))
  readonly #ports: DroppingPorts
  #end = new AbortController()

  constructor(ports: DroppingPorts) {
    this.#ports = ports
  }

  /** Why an object cannot be deleted or emptied, '' if it can. A kind that is not known is judged by the driver. */
  why({ name, kind }: { name: string; kind: string }, act: WholeAct = 'drop'): string {
    const { safeMode, objectNoun, noDrop, noEmpty, kinds } = this.#ports.session
    const never = act === 'drop' ? noDrop : noEmpty
    if (never !== '') return never.replaceAll('{name}', name)
    if (safeMode === 'read-only') return dropReadOnly
    const { title, refers } = objectKindOf({ kinds }, kind)
    return kind === '' || !refers ? '' : notOneObject(act, name, title, objectNoun)
  }

  /** Shows the request that would delete or empty an object, with the number of its documents. Nothing is sent. */
  async ask(name: string, act: WholeAct = 'drop'): Promise<void> {
    this.close()
    const { host, session } = this.#ports
    const { signal } = this.#end
    this.store.setState({
      drop: { name, act, phase: 'planning', plan: null, count: '', staged: this.#ports.staged(name), error: null },
    })
    void this.#count(name)
    const late = (plan: PlanInfo) => this.#forget(plan)
    try {
      const request = { session: session.id, object: name }
      const method = act === 'drop' ? 'Edits.PlanDrop' : 'Edits.PlanEmpty'
      const plan = await host.call<PlanInfo>(method, request, { signal, timeout: 0, late })
      const [refusal] = plan.refusals
      if (refusal) return this.#refused(plan, new HostError(refusal.error))
      if (plan.requests.length !== 1) return this.#refused(plan, toHostError(notPlanned))
      this.#change({ phase: 'asked', plan })
    } catch (cause) {
      if (!signal.aborted) this.#change({ phase: 'asked', error: toHostError(cause) })
    }
  }

  /** Sends the request, if the object's name was typed. */
  async send(typed: string): Promise<void> {
    const { drop } = this.store.getState()
    if (!drop?.plan || drop.phase !== 'asked' || drop.error || typed !== drop.name) return
    const { name, act, plan } = drop
    this.#change({ phase: 'sending' })
    try {
      const { host } = this.#ports
      const { rows } = await host.call<SaveResult>('Edits.Send', { plan: plan.id, digest: plan.digest }, { timeout: 0 })
      const [row] = rows
      const done = row?.outcome === 'done'
      this.#forget(plan)
      if (done) this.store.setState({ drop: null, said: dropped(act, name) })
      else this.#change({ phase: 'asked', plan: null, error: row?.error ? new HostError(row.error) : notKnown(act) })
      if (done) this.#ports.changed(name, act === 'drop' ? 'gone' : 'empty')
      else if (row?.outcome === 'unknown') this.#ports.changed(name, '')
    } catch (cause) {
      this.#change({ phase: 'asked', plan: null, error: toHostError(cause) })
      this.#ports.changed(name, '')
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

function notKnown(act: WholeAct): HostError {
  return toHostError(unknownDrop(act))
}

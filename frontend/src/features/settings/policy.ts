import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type HostError, type PolicyInfo, toHostError } from '../../host'
import { counted } from '../../lib/words'
import { policyWords as words } from './words'

export interface PolicyState {
  info: PolicyInfo | null
  error: HostError | null
}

/** The state of the policy pane. */
export class Policy {
  readonly store: StoreApi<PolicyState> = createStore<PolicyState>(() => ({ info: null, error: null }))
  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  async load(): Promise<void> {
    try {
      this.store.setState({ info: await this.#host.call<PolicyInfo>('Policy.Get'), error: null })
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
    }
  }
}

/** One thing that the organisation has set. */
export interface Decided {
  name: string
  values: string[]
  /** Whether the values are addresses or the like. */
  mono: boolean
  hint: string
}

/** What a policy sets, in the order of the pane. */
export function decidedBy(info: PolicyInfo): Decided[] {
  const one = (name: string, value: string, mono: boolean, hint: string): Decided[] =>
    value === '' ? [] : [{ name, values: [value], mono, hint }]
  const many = (name: string, values: string[], hint: string): Decided[] =>
    values.length === 0 ? [] : [{ name, values, mono: true, hint }]
  return [
    ...one(words.safeMode, words.safeModes[info.safeMode] ?? info.safeMode, false, words.safeModeHint),
    ...many(words.hosts, info.hosts, words.hostsHint),
    ...one(words.registry, info.registry, true, ''),
    ...many(words.keys, info.keys, words.keysHint),
    ...one(words.proxy, info.proxy, true, words.proxyHint),
    ...one(words.updates, info.updates, false, ''),
    ...one(
      words.connections,
      info.connections === 0 ? '' : counted(info.connections, 'connection'),
      false,
      words.connectionsHint(info.organisation),
    ),
  ]
}

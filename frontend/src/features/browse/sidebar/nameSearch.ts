import { createStore, type StoreApi } from 'zustand/vanilla'
import { type CountList, type Host, type HostError, type ObjectItem, toHostError } from '../../../host'
import { isClosed } from '../words'

/** One index or collection that a name stands for; via is the name through which it was found. */
export interface ResolvedPart {
  name: string
  via: string
}

/** What a name stands for, as Grid.Resolve returns it. */
export interface Resolved {
  object: ObjectItem
  stands: number
  parts: ResolvedPart[]
  notices: string[]
}

export interface NameState {
  text: string
  looking: boolean
  /** What the text stands for; null while unknown. */
  found: Resolved | null
  counts: Record<string, string>
  error: HostError | null
}

/** How long after the last key a name is looked up, in milliseconds. */
export const pause = 250

/** Looks up the name typed into Open by Name. Only the response for the latest text counts. */
export class NameSearch {
  readonly store: StoreApi<NameState>
  readonly #host: Host
  readonly #session: string
  #call = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: Host, session: string) {
    this.#host = host
    this.#session = session
    this.store = createStore<NameState>(() => ({ text: '', looking: false, found: null, counts: {}, error: null }))
  }

  /** Sets the text, and looks it up once the user stops typing. */
  type(text: string): void {
    this.close()
    this.store.setState({ text, looking: text.trim() !== '', found: null, counts: {}, error: null })
    if (text.trim() !== '') this.#timer = setTimeout(() => void this.look(), pause)
  }

  /** Looks the text up at once and returns what it stands for, null if nothing. */
  async look(): Promise<Resolved | null> {
    this.close()
    const { text, found } = this.store.getState()
    if (found) return found
    this.#call = new AbortController()
    const { signal } = this.#call
    const request = { session: this.#session, name: text }
    this.store.setState({ looking: true })
    try {
      const resolved = await this.#host.call<Resolved>('Grid.Resolve', request, { signal })
      if (signal.aborted) return null
      this.store.setState({ found: resolved, looking: false, error: null })
      void this.#count(resolved, signal)
      return resolved
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ error: toHostError(cause), looking: false })
      return null
    }
  }

  /** Counts the documents of the name and of its parts; what cannot be counted stays blank. */
  async #count(resolved: Resolved, signal: AbortSignal): Promise<void> {
    if (resolved.object.closed || resolved.parts.length === 0) return
    const names = [...(isApart(resolved) ? [resolved.object.name] : []), ...resolved.parts.map((p) => p.name)]
    const list = await this.#host
      .call<CountList>('Grid.Counts', { session: this.#session, names }, { signal })
      .catch(() => null)
    if (signal.aborted || !list) return
    const counted = list.counts.filter((c) => c.error === '').map((c) => [c.name, c.count])
    this.store.setState({ counts: Object.fromEntries(counted) })
  }

  /** Cancels the current lookup. */
  close(): void {
    clearTimeout(this.#timer)
    this.#call.abort()
  }
}

/**
 * Whether a name must be counted as a whole: not all of its parts are listed, or an alias on the way may filter
 * documents.
 */
function isApart({ object, stands, parts }: Resolved): boolean {
  return object.count === '' && (parts.length < stands || parts.some(({ via }) => via !== ''))
}

/** How many documents a name stands for, "" if they were not counted. */
export function total(found: Resolved, counts: Record<string, string>): string {
  if (found.object.count !== '') return found.object.count
  return isApart(found) ? (counts[found.object.name] ?? '') : sum(found, counts)
}

/** The document count of a part as seen through the name, "" if unknown. */
export function documentsOf({ name, via }: ResolvedPart, found: Resolved, counts: Record<string, string>): string {
  const whole = total(found, counts)
  if (found.stands === 1 && whole !== '') return whole
  return via === '' || !isApart(found) || sum(found, counts) === whole ? (counts[name] ?? '') : ''
}

/** The document count of all parts, "" if one of them is not counted. */
function sum({ stands, parts }: Resolved, counts: Record<string, string>): string {
  const each = parts.map(({ name }) => counts[name] ?? '')
  if (each.length === 0 || each.length < stands || each.includes('')) return ''
  return each.reduce((all, n) => all + BigInt(n), 0n).toString()
}

/** Why the result cannot be opened, "" if it can. */
export function whyNot(found: Resolved): string {
  return found.object.closed ? isClosed(found.object.name) : ''
}

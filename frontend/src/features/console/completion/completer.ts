import type { Host, SessionInfo } from '../../../host'
import { Cluster } from './cluster'
import { complete } from './complete'
import { documentationAt } from './documentation'
import { type FactsFile, factsOf } from './facts'
import { Grammar } from './grammar'
import { factsFrom } from './loaded'
import { type Completion, fitting, type Listed, type Wanted } from './option'

/** The parts of an open connection that completion depends on. */
type Typing = Pick<SessionInfo, 'id' | 'product' | 'completion'>

/** Completes a console's requests from the server version's facts and the cluster's names. */
export class Completer {
  readonly #cluster: Cluster
  readonly #session: Typing
  readonly #load: () => Promise<FactsFile>
  #grammar: Promise<Grammar> | null = null
  /** The grammar, once loaded. */
  #known: Grammar | null = null

  constructor(host: Host, session: Typing, load = () => factsFrom(host, session)) {
    this.#cluster = new Cluster(host, session.id)
    this.#session = session
    this.#load = load
  }

  /** False if nothing is known about the engine's requests. */
  get able(): boolean {
    return this.#session.completion !== ''
  }

  /**
   * The completions at a position, once the needed names are loaded; null for none, and once aborted. The cluster has
   * to count values of a field, so they are loaded only on request.
   */
  async complete(
    text: string,
    cursor: number,
    signal: AbortSignal,
    asked: boolean,
    whole: () => string = () => text,
  ): Promise<Completion | null> {
    if (!this.able) return null
    const grammar = await this.#ready()
    let found = complete(text, cursor, grammar, this.#cluster, whole)
    for (let waiting = this.#cluster.waiting(); waiting && !signal.aborted; waiting = this.#cluster.waiting()) {
      await Promise.race([waiting, aborted(signal)])
      if (!signal.aborted) found = complete(text, cursor, grammar, this.#cluster, whole)
    }
    if (signal.aborted) return null
    if (found?.values && asked) return this.#withValues(found, signal)
    return found && found.options.length > 0 ? found : null
  }

  /**
   * The completions after further typing, synchronously; undefined if the cluster has to be queried. Previously listed
   * values are kept if they still match.
   */
  next(
    text: string,
    cursor: number,
    { listed }: Completion,
    whole: () => string = () => text,
  ): Completion | null | undefined {
    if (!this.#known || (listed && !listed.all)) return undefined
    const found = complete(text, cursor, this.#known, this.#cluster, whole)
    if (this.#cluster.waiting()) return undefined
    return found?.values && listed ? withValues(found, found.values, listed) : found
  }

  /** The documentation URL for the request at a position; '' if none is known. It is not fetched. */
  async documentation(text: string, place: number): Promise<string> {
    return this.able ? documentationAt(text, place, await this.#ready()) : ''
  }

  #ready(): Promise<Grammar> {
    this.#grammar ??= this.#load().then((file) => {
      this.#known = new Grammar(factsOf(file, this.#session.product))
      this.#cluster.attributes = this.#known.fits.attributes
      this.#cluster.every = file.words.names.all
      return this.#known
    })
    this.#grammar.catch(() => {
      this.#grammar = null
    })
    return this.#grammar
  }

  async #withValues(found: Completion, signal: AbortSignal): Promise<Completion | null> {
    const { values: wanted } = found
    if (!wanted) return found
    const { object, field, typed } = wanted
    const values = await this.#cluster.values(object, field.name, typed, signal).catch(() => [])
    if (signal.aborted) return null
    const full = withValues(found, wanted, { values, all: values.length < mostValues })
    return full.options.length === 0 ? null : full
  }
}

/** The most values of a field that the backend lists. */
const mostValues = 100

/** The completions, with the matching values. */
function withValues(found: Completion, { typed, option }: Wanted, listed: Listed): Completion {
  const values = listed.values.map(({ text, count }) => option(text, count))
  return { ...found, options: [...fitting(values, typed), ...found.options], listed }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

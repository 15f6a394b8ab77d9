import type { Host, SessionInfo } from '../../../host'
import { Cluster } from './cluster'
import { complete } from './complete'
import { documentationAt } from './documentation'
import { type FactsFile, factsOf } from './facts'
import { Grammar } from './grammar'
import { factsFrom } from './loaded'
import { type Completion, fitting, type Listed, type Wanted } from './option'

/** What of an open connection its completion depends on. */
type Typing = Pick<SessionInfo, 'id' | 'product' | 'completion'>

/** Completes the requests of a console: what the version of its server knows, and what its cluster has. */
export class Completer {
  readonly #cluster: Cluster
  readonly #session: Typing
  readonly #load: () => Promise<FactsFile>
  #grammar: Promise<Grammar> | null = null
  /** The grammar once it is here. */
  #known: Grammar | null = null

  constructor(host: Host, session: Typing, load = () => factsFrom(host, session)) {
    this.#cluster = new Cluster(host, session.id)
    this.#session = session
    this.#load = load
  }

  /** False where nothing is known of the engine's requests. */
  get able(): boolean {
    return this.#session.completion !== ''
  }

  /**
   * What can be written at a place, once what it needs of the cluster is here; null for nothing, and once it is aborted.
   * Values of a field are counted by the cluster, so they are read only where they were asked for.
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
   * What can be written after more was typed, at once: undefined where the cluster has to be asked. Of the values that were
   * listed before those that still fit are left.
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

  /** The address of the documentation for the request at a place; '' where none is known. Nothing is read from there. */
  async documentation(text: string, place: number): Promise<string> {
    return this.able ? documentationAt(text, place, await this.#ready()) : ''
  }

  #ready(): Promise<Grammar> {
    this.#grammar ??= this.#load().then((file) => {
      this.#known = new Grammar(factsOf(file, this.#session.product))
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

/** How many values of a field the backend lists at most. */
const mostValues = 100

/** What can be written, with those of the values that fit. */
function withValues(found: Completion, { typed, option }: Wanted, listed: Listed): Completion {
  const values = listed.values.map(({ text, count }) => option(text, count))
  return { ...found, options: [...fitting(values, typed), ...found.options], listed }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

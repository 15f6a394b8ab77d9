import type { Host, ObjectList } from '../../../host'
import type { Live, LiveField, LiveName, LiveValue } from './live'

/** How long facts read from a cluster stay valid, in milliseconds. */
const freshFor = 30_000
/** With more names than this the fields of all of them are not read at once. */
const mostForAll = 100

interface Read<T> {
  value: T
  since: number
  /** What reads it now, null for nothing. */
  reading: Promise<void> | null
}

/**
 * The names that exist on an open connection. They load on first use and again once they are old; until then the
 * previous ones are used. Names that cannot be read count as empty.
 */
export class Cluster implements Live {
  readonly #host: Host
  readonly #session: string
  readonly #now: () => number
  /** Names that stand for all objects. */
  #every: readonly string[] = []
  readonly #fields = new Map<string, Read<readonly LiveField[]>>()
  #names: Read<readonly LiveName[]> = { value: [], since: Number.NEGATIVE_INFINITY, reading: null }
  /** What is being read for the first time. */
  readonly #first = new Set<Promise<void>>()

  constructor(host: Host, session: string, now: () => number = () => performance.now()) {
    this.#host = host
    this.#session = session
    this.#now = now
  }

  get names(): readonly LiveName[] {
    const read = async () => {
      const { objects } = await this.#host.call<ObjectList>('Grid.Objects', { session: this.#session, also: true })
      return objects.map(({ name, kind }) => ({ name, kind }))
    }
    return this.#value(this.#names, read)
  }

  /** Says which names stand for all objects, once that is known. */
  set every(names: readonly string[]) {
    this.#every = names
  }

  fields(name: string): readonly LiveField[] {
    const object = name === '' || this.#every.includes(name) ? this.#all() : name
    if (object === '') return []
    let known = this.#fields.get(object)
    if (!known) {
      known = { value: [], since: Number.NEGATIVE_INFINITY, reading: null }
      this.#fields.set(object, known)
    }
    const read = async () => {
      const request = { session: this.#session, object }
      const { fields } = await this.#host.call<{ fields: { name: string; type: string; around: string }[] }>(
        'Completions.Fields',
        request,
      )
      return fields.map(({ name, type, around }) => ({ name, type, nested: around }))
    }
    return this.#value(known, read)
  }

  /** A pattern for every object, '' where there are too many. */
  #all(): string {
    return this.names.length > 0 && this.names.length <= mostForAll ? '*' : ''
  }

  #value<T>(known: Read<T>, read: () => Promise<T>): T {
    if (known.reading || this.#now() - known.since < freshFor) return known.value
    const first = known.since === Number.NEGATIVE_INFINITY
    const reading = read()
      .then((value) => {
        known.value = value
      })
      .catch(() => undefined)
      .then(() => {
        known.since = this.#now()
        known.reading = null
        this.#first.delete(reading)
      })
    known.reading = reading
    if (first) this.#first.add(reading)
    return known.value
  }

  /** Waits for names that are loading for the first time; null if none are. */
  waiting(): Promise<unknown> | null {
    return this.#first.size > 0 ? Promise.all(this.#first) : null
  }

  /** The most frequent values of a field that begin with a text. */
  async values(object: string, field: string, text: string, signal: AbortSignal): Promise<LiveValue[]> {
    const request = { session: this.#session, object, field, text }
    const { values } = await this.#host.call<{ values: LiveValue[] }>('Completions.Values', request, { signal })
    return values
  }
}

import type { Host, ObjectList } from '../../../host'
import type { Live, LiveField, LiveName, LiveValue } from './live'

/** How long facts read from a cluster stay valid, in milliseconds. */
const freshFor = 30_000
/** With more names than this, fields are not loaded for all of them at once. */
const mostForAll = 100

/** A field as the backend lists it. */
interface ReadField {
  name: string
  type: string
  around: string
  attributes: string[] | null
}

interface Read<T> {
  value: T
  since: number
  /** The pending load, null for none. */
  reading: Promise<void> | null
}

/**
 * The names on an open connection. They are loaded on first use and again when they are old; until then the previous
 * ones are used. Names that cannot be loaded count as empty.
 */
export class Cluster implements Live {
  readonly #host: Host
  readonly #session: string
  readonly #now: () => number
  /** Names that mean all objects. */
  #every: readonly string[] = []
  #attributes: readonly string[] = []
  readonly #fields = new Map<string, Read<readonly LiveField[]>>()
  #names: Read<readonly LiveName[]> = { value: [], since: Number.NEGATIVE_INFINITY, reading: null }
  /** The pending first loads. */
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

  /** Sets the names that mean all objects, once known. */
  set every(names: readonly string[]) {
    this.#every = names
  }

  /** Sets the titles of the attributes that fields are judged by, once known. */
  set attributes(titles: readonly string[]) {
    this.#attributes = titles
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
      const titles = this.#attributes
      const request = { session: this.#session, object, attributes: titles }
      const { fields } = await this.#host.call<{ fields: ReadField[] }>('Completions.Fields', request)
      return fields.map(({ name, type, around, attributes }) => {
        if (!attributes) return { name, type, nested: around }
        const texts = Object.fromEntries(titles.map((title, at) => [title, attributes[at] ?? '']))
        return { name, type, nested: around, attributes: texts }
      })
    }
    return this.#value(known, read)
  }

  /** A pattern for every object, '' if there are too many. */
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

  /** A field's most frequent values that begin with a text. */
  async values(object: string, field: string, text: string, signal: AbortSignal): Promise<LiveValue[]> {
    const request = { session: this.#session, object, field, text }
    const { values } = await this.#host.call<{ values: LiveValue[] }>('Completions.Values', request, { signal })
    return values
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Data,
  type DefinitionInfo,
  type DefinitionName,
  type Host,
  type HostError,
  type StructureInfo,
  toHostError,
} from '../../host'
import { Block } from '../../lib/block'
import { type FieldOrder, nextOrder } from './fields'

/** What a tab shows of its object: its rows, its structure, or the documents of a page as JSON. */
export type View = 'data' | 'structure' | 'json'

/** A part of the structure: its content, its error, and whether it is loading. */
export interface Part<T> {
  value: T | null
  error: HostError | null
  reading: boolean
}

export interface FieldTable {
  info: StructureInfo
  block: Block
}

export interface Definition {
  info: DefinitionInfo
  text: string
  /** How long the text is. */
  lines: number
  bytes: number
}

export interface StructureState {
  view: View
  /** The available definitions, null until they are known. */
  names: DefinitionName[] | null
  /** The visible definition, '' for the table of fields. */
  chosen: string
  fields: Part<FieldTable>
  definitions: Record<string, Part<Definition>>
  filter: string
  order: FieldOrder
  widths: ReadonlyMap<number, number>
}

const nothing = { value: null, error: null, reading: false }

/** The structure of a tab's object. It is loaded when it is first shown, and again by a refresh. */
export class Structure {
  readonly store: StoreApi<StructureState>
  readonly object: string
  readonly words: string
  readonly #host: Host
  readonly #session: string
  readonly #readings = new Map<string, AbortController>()

  /** words are the driver's own names for the parts; '' for none. */
  constructor(host: Host, session: string, object: string, words = '') {
    this.words = words
    this.#host = host
    this.#session = session
    this.object = object
    this.store = createStore<StructureState>(() => ({
      view: 'data',
      names: null,
      chosen: '',
      fields: nothing,
      definitions: {},
      filter: '',
      order: null,
      widths: new Map(),
    }))
  }

  /** Shows another view. */
  show(view: View): void {
    this.store.setState({ view })
    void this.#ensure()
  }

  /** Shows the table of fields (''), or a definition. */
  choose(name: string): void {
    this.store.setState({ chosen: name })
    this.show('structure')
  }

  /** Refreshes the visible part now, and the others when they are next shown. */
  refresh(): void {
    for (const reading of this.#readings.values()) reading.abort()
    this.#readings.clear()
    const { view, fields, definitions } = this.store.getState()
    const shown = this.shown
    const keep = (name: string) => view === 'structure' && shown === name
    this.store.setState({
      fields: keep('') ? fields : nothing,
      definitions: Object.fromEntries(Object.entries(definitions).filter(([name]) => keep(name))),
    })
    if (view === 'structure') void this.#read(shown)
  }

  /** Retries loading the visible part, if that failed. */
  resume(): void {
    const { view, fields, definitions } = this.store.getState()
    const part = this.shown === '' ? fields : definitions[this.shown]
    if (view === 'structure' && part?.error) void this.#read(this.shown)
  }

  /** The visible definition, '' for the table of fields. */
  get shown(): string {
    return this.store.getState().chosen
  }

  filter(text: string): void {
    this.store.setState({ filter: text })
  }

  sort(column: number): void {
    this.store.setState((s) => ({ order: nextOrder(s.order, column) }))
  }

  resize(column: number, width: number): void {
    this.store.setState((s) => ({ widths: new Map(s.widths).set(column, width) }))
  }

  close(): void {
    for (const reading of this.#readings.values()) reading.abort()
  }

  /** Loads the visible part unless it is loaded or loading. */
  async #ensure(): Promise<void> {
    const { view, names } = this.store.getState()
    if (view !== 'structure') return
    if (names === null) await this.#name()
    const { fields, definitions } = this.store.getState()
    const shown = this.shown
    const part = shown === '' ? fields : (definitions[shown] ?? nothing)
    if (part.value === null && !part.reading) await this.#read(shown)
  }

  async #name(): Promise<void> {
    const request = { session: this.#session }
    const list = await this.#host
      .call<{ definitions: DefinitionName[] }>('Structures.Definitions', request)
      .catch(() => ({ definitions: [] }))
    this.store.setState({ names: list.definitions })
  }

  async #read(name: string): Promise<void> {
    this.#readings.get(name)?.abort()
    const reading = new AbortController()
    this.#readings.set(name, reading)
    const { signal } = reading
    this.#set(name, (part) => ({ ...part, reading: true }))
    try {
      const value = name === '' ? await this.#fields(signal) : await this.#definition(name, signal)
      if (!signal.aborted) this.#set(name, () => ({ value, error: null, reading: false }))
    } catch (cause) {
      if (!signal.aborted) this.#set(name, (part) => ({ ...part, error: toHostError(cause), reading: false }))
    }
  }

  async #fields(signal: AbortSignal): Promise<FieldTable> {
    const { about, bytes } = await this.#data<StructureInfo>('structure', {}, signal)
    return { info: about, block: new Block(bytes) }
  }

  async #definition(name: string, signal: AbortSignal): Promise<Definition> {
    const { about, bytes } = await this.#data<DefinitionInfo>('definition', { name }, signal)
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return { info: about, text, lines: linesIn(text), bytes: bytes.byteLength }
  }

  #data<R>(what: string, more: Record<string, string>, signal: AbortSignal): Promise<Data<R>> {
    const query = new URLSearchParams({ session: this.#session, object: this.object, ...more })
    return this.#host.data<R>(`/data/${what}?${query}`, { signal, timeout: 0 })
  }

  #set(name: string, change: (part: Part<unknown>) => Part<unknown>): void {
    this.store.setState((s) => {
      if (name === '') return { fields: change(s.fields) as Part<FieldTable> }
      const part = change(s.definitions[name] ?? nothing) as Part<Definition>
      return { definitions: { ...s.definitions, [name]: part } }
    })
  }
}

function linesIn(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

// Edited JSON is staged without the spaces between its values; a value that did not change is staged with its original
// spelling. Our own scanner checks it: browsers word and locate their errors differently, or not at all. The typed text
// is staged when it loses the focus.
import { createStore, type StoreApi } from 'zustand/vanilla'
import { Kind } from '../../lib/block'
import { compactJson, type JsonFault, jsonFault } from '../../ui/text/fault'
import { readTree } from '../../ui/text/json'
import { jsonLines } from '../../ui/text/lines'

/** A cell whose value is edited in the viewer; it follows its row. */
export interface EditedValue {
  stage(text: string): void
  /** Restores the cell to its state when editing began: with its earlier edit, or with none. */
  restore(): void
}

/** What the viewer needs to edit values. */
export interface ValueEdits {
  /** Why the value of a cell cannot be edited, '' if it can, however long it is. */
  why(row: number, column: number): string
  /** Undefined while the row is not loaded. */
  begin(row: number, column: number): EditedValue | undefined
}

export interface DraftState {
  text: string
  /** Its error, if it should be JSON. */
  fault: JsonFault | undefined
  /** Whether the user is being asked to discard it. */
  asking: boolean
}

interface DraftOf {
  /** The original value; a fragment is only its beginning. */
  kind: number
  text: string
  json: boolean
  fragment: boolean
  cell: EditedValue
}

/** The longest text, in characters, that is checked with every key; a longer one is checked when typing pauses. */
const atOnce = 200_000
const rest = 300

/** The text typed for a value, until it is staged or discarded. */
export class ValueDraft {
  readonly store: StoreApi<DraftState>
  readonly json: boolean
  /** Whether it began as a fragment: staging it loses the rest of the value. */
  readonly fragment: boolean
  /** Whether it began with text typed on the cell, after which typing continues. */
  readonly over: boolean
  readonly #value: string
  readonly #begun: string
  readonly #cell: EditedValue
  #rested = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** typed replaces the value, like text typed on a cell. */
  constructor({ kind, text, json, fragment, cell }: DraftOf, typed?: string) {
    this.json = json
    this.fragment = fragment
    this.#cell = cell
    this.#value = kind <= Kind.null ? '' : text
    this.#begun = json && !fragment ? formatted(this.#value) : this.#value
    this.over = typed !== undefined
    const now = typed ?? this.#begun
    this.store = createStore<DraftState>(() => ({ text: now, fault: this.#check(now), asking: false }))
  }

  /** Whether anything would be lost. */
  get dirty(): boolean {
    return this.fragment || this.store.getState().text !== this.#begun
  }

  /** Why it cannot be staged, '' if it can. */
  get why(): string {
    if (this.#timer !== undefined) this.#judge()
    const { fault } = this.store.getState()
    return fault ? `Line ${fault.line}, column ${fault.column}: ${fault.message}` : ''
  }

  type(text: string): void {
    if (text === this.store.getState().text) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const short = text.length <= atOnce
    this.store.setState({ text, fault: short ? this.#check(text) : undefined, asking: false })
    if (!short && this.json) this.#timer = setTimeout(() => this.#judge(), rest)
  }

  /** Adds the text typed on the cell before the editor had the focus. */
  append(typed: string): void {
    this.type(this.store.getState().text + typed)
  }

  /** Replaces a value somewhere in the text. */
  replace(from: number, to: number, value: string): void {
    const { text } = this.store.getState()
    this.type(text.slice(0, from) + value + text.slice(to))
  }

  /** Stages the typed text; JSON without the spaces between its values, otherwise unchanged. */
  stage(): void {
    const { text } = this.store.getState()
    const made = this.json ? compactJson(text) : text
    const same = made === (this.json ? compactJson(this.#value) : this.#value)
    if (!this.dirty && !this.#rested) return
    if (same && !this.fragment) this.#cell.restore()
    else this.#cell.stage(made)
  }

  /** Stages the text typed so far because the focus has moved, while the edit continues; never a fragment. */
  rest(): void {
    if (this.fragment || (!this.dirty && !this.#rested)) return
    this.#rested = true
    if (this.dirty) this.stage()
    else this.#cell.restore()
  }

  /** Discards the typed text. */
  discard(): void {
    if (this.#rested) this.#cell.restore()
  }

  /**
   * Ends without staging: at once if nothing would be lost, otherwise after asking the user. Returns whether it has
   * ended.
   */
  cancel(): boolean {
    if (this.dirty) this.store.setState({ asking: true })
    return !this.dirty
  }

  /** Continues after the user was asked. */
  keep(): void {
    this.store.setState({ asking: false })
  }

  #judge(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.store.setState(({ text }) => ({ fault: this.#check(text) }))
  }

  #check(text: string): JsonFault | undefined {
    return this.json ? jsonFault(text) : undefined
  }
}

/** A JSON text with one member per line, as in the viewer: every value keeps its characters. */
export function formatted(text: string): string {
  if (text === '' || jsonFault(text)) return text
  const lines = jsonLines(readTree(text))
  const all: string[] = []
  for (let line = 0; line < lines.count; line += 1) {
    const parts = lines.parts(line, 0, lines.length(line))
    all.push(parts.map((part) => part.text).join(''))
  }
  return all.join('\n')
}

// JSON that is edited is staged without the spaces between its values; a value that is the same in the end is
// staged as it was spelled. It is judged by our own scanner: browsers word and place the errors of theirs
// differently, or nowhere. What is typed is staged when the focus leaves it.
import { createStore, type StoreApi } from 'zustand/vanilla'
import { Kind } from '../../lib/block'
import { compactJson, type JsonFault, jsonFault } from '../../ui/text/fault'
import { readTree } from '../../ui/text/json'
import { jsonLines } from '../../ui/text/lines'

/** A cell whose value is edited in the viewer, of its row wherever that is by now. */
export interface EditedValue {
  stage(text: string): void
  /** Leaves the cell as it was when editing began: with the edit that it had then, or with none. */
  restore(): void
}

/** What the viewer needs in order to edit values. */
export interface ValueEdits {
  /** Why the value of a cell cannot be edited, '' if it can, however long it is. */
  why(row: number, column: number): string
  /** Undefined while the row is not loaded. */
  begin(row: number, column: number): EditedValue | undefined
}

export interface DraftState {
  text: string
  /** What is wrong with it, if it is to be JSON. */
  fault: JsonFault | undefined
  /** Whether the user is being asked if it is to be given up. */
  asking: boolean
}

interface DraftOf {
  /** The value as it is, of which a fragment is only the beginning. */
  kind: number
  text: string
  json: boolean
  fragment: boolean
  cell: EditedValue
}

/** How long a text is at most, in characters, that is judged with every key; a longer one once typing rests. */
const atOnce = 200_000
const rest = 300

/** What is typed in place of a value, until it is staged or given up. */
export class ValueDraft {
  readonly store: StoreApi<DraftState>
  readonly json: boolean
  /** Whether it began as a fragment: staging it loses the rest of the value. */
  readonly fragment: boolean
  /** Whether it began with what was typed on the cell, behind which typing goes on. */
  readonly over: boolean
  readonly #value: string
  readonly #begun: string
  readonly #cell: EditedValue
  #rested = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** typed takes the place of the value, as what is typed over a cell does. */
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

  /** Puts a value in the place of another one, which is somewhere in the text. */
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

  /** Ends without staging: at once if nothing would be lost, else the user is asked. Returns whether it is over. */
  cancel(): boolean {
    if (this.dirty) this.store.setState({ asking: true })
    return !this.dirty
  }

  /** Goes on after the user was asked. */
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

/** A JSON text with one member on each line, as the viewer shows it: every value keeps its characters. */
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

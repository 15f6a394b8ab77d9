import { X } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { ListReading } from '../lib/lists'
import { Chip } from './Chip'
import style from './Chips.module.css'

interface ChipsProps {
  label: string
  values: readonly string[]
  className?: string
  onRemove(at: number): void
}

/** The values in a list, each of which can be removed. */
export function Chips({ label, values, className = '', onRemove }: ChipsProps) {
  if (values.length === 0) return null
  return (
    <ul className={`${style.chips} ${className}`} aria-label={label}>
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list may hold a value twice.
        <Chip key={at} as="li" line cut>
          <span className="ell" data-tip="">
            {value === '' ? '(empty)' : value}
          </span>
          <button type="button" aria-label={`Remove ${value}`} onClick={() => onRemove(at)}>
            <X size={12} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </Chip>
      ))}
    </ul>
  )
}

/**
 * What keys, typing and pasting do to a list in a field: separators and Enter end a value, Backspace edits the last one,
 * and a pasted list becomes many. The last of the values is the text that is being typed.
 */
export class ListTyping {
  readonly #reading: ListReading
  readonly #values: readonly string[]
  readonly #onValues: (values: string[]) => void

  constructor(reading: ListReading, values: readonly string[], onValues: (values: string[]) => void) {
    this.#reading = reading
    this.#values = values
    this.#onValues = onValues
  }

  /** The text that is being typed. */
  get text(): string {
    return this.#values.at(-1) ?? ''
  }

  get ended(): readonly string[] {
    return this.#values.slice(0, -1)
  }

  /** Whether a key changed the list. */
  key({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
    if (ctrlKey || metaKey) return false
    if (key === 'Enter' && this.text !== '') this.end()
    else if (key === 'Backspace' && this.text === '' && this.ended.length > 0) this.#editLast()
    else return false
    return true
  }

  type(typed: string): void {
    const { values, rest } = this.#reading.typed(typed)
    this.#onValues([...this.ended, ...values, rest])
  }

  /** Adds the values of a pasted list; other texts are left to the field. */
  paste(event: ClipboardEvent<HTMLInputElement>): void {
    const { text } = this
    const field = event.currentTarget
    const [from, to] = [field.selectionStart ?? text.length, field.selectionEnd ?? text.length]
    const pasted = `${text.slice(0, from)}${event.clipboardData.getData('text/plain')}${text.slice(to)}`
    const pieces = this.#reading.all(pasted)
    if (pieces.length < 2) return
    event.preventDefault()
    this.#onValues([...this.ended, ...pieces, ''])
  }

  /** Makes values of the text that is being typed. */
  end(): void {
    if (this.text !== '') this.#onValues([...this.ended, ...this.#reading.all(this.text), ''])
  }

  /** Replaces the text that is being typed with a value. */
  take(value: string): void {
    this.#onValues([...this.ended, value, ''])
  }

  remove(at: number): void {
    this.#onValues(this.#values.toSpliced(at, 1))
  }

  #editLast(): void {
    const last = this.ended.at(-1) ?? ''
    // A single-line input would lose a value's line breaks.
    this.#onValues([...this.ended.slice(0, -1), /[\r\n]/.test(last) ? '' : this.#reading.one(last)])
  }
}

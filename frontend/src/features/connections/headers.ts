import type { FormField } from '../../host'
import { headerWords as words } from './words'

/** An extra header in a form. Only the backend knows a stored value, until a new one is typed. */
export interface HeaderRow {
  /** Identifies a row within one form. */
  key: number
  name: string
  /** The typed text, undefined for none. */
  value?: string
  /** True if the header was saved with the connection. Its name can no longer be changed. */
  saved: boolean
}

const prefix = 'header:'

/** The id of the secret with a header's value. */
export function headerSecret(name: string): string {
  return prefix + name.trim()
}

/** True for the id of a secret with a header's value. */
export function isHeaderSecret(id: string): boolean {
  return id.startsWith(prefix)
}

/** The rows of a connection's saved headers. */
export function savedRows(names: readonly string[]): HeaderRow[] {
  return names.map((name, key) => ({ key, name, saved: true }))
}

/** The rows with an empty one appended. */
export function withRow(rows: readonly HeaderRow[]): HeaderRow[] {
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
  return [...rows, { key, name: '', value: '', saved: false }]
}

/** True if the value is the one that the host has. */
export function isKept(row: HeaderRow, stored: readonly string[]): boolean {
  return row.value === undefined && stored.includes(headerSecret(row.name))
}

/** The rows with typed text. */
export function filledRows(rows: readonly HeaderRow[]): HeaderRow[] {
  return rows.filter((row) => row.name.trim() !== '' || (row.value ?? '') !== '')
}

/** What the first incomplete row lacks, '' if all are complete. */
export function lackingHeader(rows: readonly HeaderRow[], stored: readonly string[]): string {
  for (const row of filledRows(rows)) {
    if (row.name.trim() === '') return words.aName
    if ((row.value ?? '').trim() === '' && !isKept(row, stored)) return words.aValue(row.name.trim())
  }
  return ''
}

/** The values that were typed, as the secrets of a draft. */
export function typedValues(rows: readonly HeaderRow[]): { id: string; value: string; replace: boolean }[] {
  return filledRows(rows).flatMap(({ name, value }) =>
    value === undefined ? [] : [{ id: headerSecret(name), value, replace: true }],
  )
}

/** The values of headers as fields that ask for a secret. */
export function headerFields(names: readonly string[]): FormField[] {
  return names.map((name) => ({
    ...{ id: headerSecret(name), label: words.valueOf(name), kind: 'secret', required: true, mono: false },
    ...{ default: '', placeholder: '', hint: '', warnOn: '', suffix: '', beside: '', comesLater: '' },
    ...{ advanced: false, separator: false, segmented: false, when: null, min: 0, max: 0, options: [] },
  }))
}

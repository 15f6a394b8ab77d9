import type { Connection, ConnectionDraft, Database, FormField, FormTab } from '../../host'
import { isStrictEnough, organisationWords } from '../../lib/organisation'
import { filledRows, type HeaderRow, isHeaderSecret, lackingHeader, savedRows, typedValues } from './headers'
import { words } from './words'

/** The state of a form: values by field id, and the typed secrets. */
export interface FormValues {
  id: string
  name: string
  colour: string
  values: Record<string, string>
  typed: Record<string, string>
  headers: HeaderRow[]
  stored: string[]
  /** The stored ones that are kept only until Quarry quits. */
  thisRun: string[]
  /** Messages about fields by id, from a failed test or save. */
  notes?: Record<string, string>
  /** Why choices are not allowed: by the field's id, then by the choice's value. */
  barred?: Record<string, Record<string, string>>
  /** Why nothing but secrets can be changed, '' if everything can. */
  fixed?: string
}

export const colours = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'grey'] as const

/** The fields of every tab. */
function fieldsOf(database: Database): FormField[] {
  return database.tabs.flatMap((tab) => tab.fields)
}

/** The values of a new connection. */
export function newForm(database: Database): FormValues {
  const values = Object.fromEntries(fieldsOf(database).map((f) => [f.id, f.default]))
  return { id: '', name: '', colour: 'grey', values, typed: {}, headers: [], stored: [], thisRun: [] }
}

/** The values of a saved connection. */
export function formOf(database: Database, saved: Connection): FormValues {
  const form = newForm(database)
  for (const field of saved.fields) form.values[field.id] = field.value
  const { id, name, colour, headers, secrets, thisRun } = saved
  return { ...form, id, name, colour: colour || 'grey', headers: savedRows(headers), stored: secrets, thisRun }
}

/** True while the field's condition is met. */
export function isVisible(field: FormField, values: Record<string, string>): boolean {
  return !field.when || field.when.is.includes(values[field.when.field] ?? '')
}

/** True for a host on this computer: localhost, a name below it (RFC 6761, 6.3), or a loopback address. */
export function isLoopback(host: string): boolean {
  const name = host.trim().replace(/^\[|\]$/g, '')
  if (name.includes(':')) return /^\[::(1|ffff:7f[0-9a-f]{2}:[0-9a-f]+)\]$/.test(plainAddress(name))
  return /^([^.]+\.)*localhost\.?$/i.test(name) || /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(name)
}

/** The canonical form of an IPv6 address in brackets, '' if it is not one. */
function plainAddress(address: string): string {
  const url = `http://[${address}]`
  return URL.canParse(url) ? new URL(url).hostname : ''
}

/** The safe mode of a connection before the user chooses one. */
export function defaultSafeMode(host: string): string {
  return isLoopback(host) ? 'off' : 'confirm'
}

/** The safe mode that a form shows: the chosen or the usual one, or the loosest that the organisation allows. */
export function shownSafeMode(values: Record<string, string>, least: string): string {
  const chosen = values.safeMode || defaultSafeMode(values.host ?? '')
  return isStrictEnough(chosen, least) ? chosen : least
}

/** The safe modes of a form that the organisation does not allow, each with the reason. */
export function barredSafeModes(database: Database, least: string): Record<string, string> {
  const field = fieldsOf(database).find((f) => f.id === 'safeMode')
  const barred = (field?.options ?? []).filter(({ value }) => !isStrictEnough(value, least))
  return Object.fromEntries(barred.map(({ value }) => [value, organisationWords.notAllowed]))
}

/** Something that a form needs before it can be saved: a field and its tab, "" for the connection's name. */
export interface Lacking {
  tab: string
  label: string
  /** The alternative to filling it in: "set Auth Method to None", '' for none. */
  instead?: string
}

/** The name of a connection: its host, until the user enters one. */
export function nameOf(form: FormValues): string {
  return form.name.trim() || (form.values.host ?? '').trim()
}

/** The choice with which neither a field nor the others of its choice are needed. */
function insteadOf(database: Database, { when }: FormField, form: FormValues): string {
  const all = fieldsOf(database)
  const choice = all.find((f) => f.id === when?.field)
  const free = choice?.options.find(
    ({ value }) => !all.some((f) => f.required && f.when?.field === choice.id && f.when.is.includes(value)),
  )
  return choice && free && form.values[choice.id] !== free.value ? `set ${choice.label} to ${free.label}` : ''
}

/** The tab with the extra headers at its end: the options tab, which comes last. */
export function headersTab(database: Database): FormTab | undefined {
  return database.tabs.at(-1)
}

/** The empty visible required fields, and an incomplete extra header. */
export function missing(database: Database, form: FormValues): Lacking[] {
  const lacking: Lacking[] = nameOf(form) === '' ? [{ tab: '', label: 'Name' }] : []
  for (const tab of database.tabs) {
    for (const field of tab.fields) {
      if (field.required && isVisible(field, form.values) && !isFilled(field, form))
        lacking.push({ tab: tab.title, label: field.label, instead: insteadOf(database, field, form) })
    }
  }
  const header = lackingHeader(form.headers, form.stored)
  if (header !== '') lacking.push({ tab: headersTab(database)?.title ?? '', label: header })
  return lacking
}

/** The reason of a dimmed Save: "Enter Password (General) to save, or set Auth Method to None". */
export function lackingWords({ tab, label, instead = '' }: Lacking): string {
  if (tab === '') return 'Enter a name to save'
  return `Enter ${label} (${tab}) to save${instead === '' ? '' : `, or ${instead}`}`
}

function isFilled(field: FormField, form: FormValues): boolean {
  if (field.kind !== 'secret') return (form.values[field.id] ?? '').trim() !== ''
  const typed = form.typed[field.id]
  return typed === undefined ? form.stored.includes(field.id) : typed !== ''
}

/** True if the label marks the field as required: a secret without which the form can never be saved. */
export function isMarkedRequired(field: FormField): boolean {
  return field.required && field.kind === 'secret' && field.when === null
}

/** The hints of a field: next to it, below it, and as a warning below it. */
export interface FieldWords {
  beside: string
  below: string
  warning: string
}

/** The hints of a field for its current value. A short hint for a number is next to it. */
export function wordsOf(field: FormField, form: FormValues): FieldWords {
  const value = form.values[field.id] ?? ''
  const gloss = field.options.find((o) => o.value === value)?.gloss ?? ''
  const note = form.notes?.[field.id]
  if (note) return { beside: '', below: '', warning: note }
  const warning = field.kind === 'switch' && value === 'true' ? field.warnOn : ''
  if (field.comesLater !== '') return { beside: '', below: field.comesLater, warning: '' }
  if (isStored(field, form)) {
    const below = words.stored(lowered(field.label))
    return { beside: '', below, warning: '' }
  }
  const below = warning === '' ? field.hint : ''
  if (field.kind === 'number' && below !== '') return { beside: below, below: '', warning }
  return { beside: gloss, below, warning }
}

/**
 * A label within a sentence: "Key Passphrase" becomes lower case, "API Key" and the name in "Value of X-Tenant" do not.
 */
export function lowered(label: string): string {
  if (!/^[A-Z][a-z]/.test(label)) return label
  return label.replace(/(^| )[A-Z][a-z]*(?= |$)/g, (word) => word.toLowerCase())
}

/** True if a secret is stored and the user has not typed another. */
function isStored(field: FormField, form: FormValues): boolean {
  return field.kind === 'secret' && form.typed[field.id] === undefined && form.stored.includes(field.id)
}

/** The text of a tab without a visible field: which fields it has, and which choice shows them. */
export function emptyTab(database: Database, tab: FormTab, values: Record<string, string>): string {
  const [first, ...rest] = tab.fields
  if (!first?.when || tab.fields.some((f) => isVisible(f, values))) return ''
  const { field, is } = first.when
  const chosen = fieldBehind(database, tab)
  const labels = is.map((value) => chosen?.options.find((o) => o.value === value)?.label ?? value)
  return `${listed(
    [first, ...rest].map((f) => f.label),
    'and',
  )} can be set while ${chosen?.label ?? field} is ${listed(labels, 'or')}.`
}

/** The field whose value determines the fields of a tab without a visible field. */
export function fieldBehind(database: Database, tab: FormTab): FormField | undefined {
  return fieldsOf(database).find(({ id }) => id === tab.fields[0]?.when?.field)
}

function listed(words: string[], last: 'and' | 'or'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/** The tab with a field, "" for none. */
export function tabOf(database: Database, id: string): string {
  if (isHeaderSecret(id)) return headersTab(database)?.id ?? ''
  return database.tabs.find((tab) => tab.fields.some((f) => f.id === id))?.id ?? ''
}

/** The label of a field, and of one of its choices, from the form. */
export function labelOf(database: Database, id: string, choice?: string): string {
  const field = fieldsOf(database).find((f) => f.id === id)
  const option = field?.options.find((o) => o.value === choice)
  return option?.label ?? field?.label ?? choice ?? id
}

/** The draft to save or test. */
export function draftOf(database: Database, form: FormValues, keepForThisRun = false): ConnectionDraft {
  const fields = fieldsOf(database)
    .filter((f) => f.kind !== 'secret' && f.comesLater === '')
    .map((f) => ({ id: f.id, value: form.values[f.id] ?? '' }))
  const typed = Object.entries(form.typed).map(([id, value]) => ({ id, value, replace: true }))
  const secrets = [...typed, ...typedValues(form.headers)]
  return {
    id: form.id,
    name: nameOf(form),
    driver: database.id,
    colour: form.colour,
    group: '',
    fields,
    headers: filledRows(form.headers).map((row) => row.name.trim()),
    secrets,
    keepForThisRun,
  }
}

/** The rows of a tab: a field and those drawn next to it. */
export function rowsOf(tab: FormTab, values: Record<string, string>, advanced: boolean): FormField[][] {
  const shown = tab.fields.filter((f) => f.advanced === advanced && isVisible(f, values))
  return shown
    .filter((f) => f.beside === '' || !shown.some((other) => other.id === f.beside))
    .map((f) => [f, ...shown.filter((other) => other.beside === f.id)])
}

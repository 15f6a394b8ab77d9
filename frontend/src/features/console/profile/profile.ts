import type { ProfileLayout, ProfilePart } from '../../../host'
import { counted as many, nanoseconds } from '../../../lib/words'
import { words } from '../words'

/** The subject of a profile row. */
export type RowKind = 'search' | 'unit' | 'section' | 'step' | 'group' | 'figure'

/** One row of a profile. Rows are in tree order: a row's children follow it. */
export interface ProfileRow {
  kind: RowKind
  title: string
  /** The engine's details: the query of a step, how often a figure was measured. */
  text: string
  /** Nanoseconds including children, null if not measured. */
  time: number | null
  /** Nanoseconds excluding child steps, null if that is the same or unknown. */
  self: number | null
  /** The time as a share of its unit's, from 0 to 1; for a unit or a search, of the slowest one's. */
  share: number
  /** The parent row, -1 for none. */
  parent: number
  level: number
  /** The row after all its descendants. */
  next: number
  /** Its zero-based index among its siblings, and their number. */
  place: number
  of: number
  /** For a unit: its part of the layout, counted from 1; otherwise 0. */
  part: number
}

/** A part of a profile as the engine sends it; its members depend on the version. */
type Part = Record<string, unknown>

/** The profile of one search. */
export interface Profile {
  /** The number of the search, from 1, if the request has several; otherwise 0. */
  search: number
  profile: unknown
}

/** The rows of a profile, the slowest unit first; none if it does not match the layout. */
export function rowsOf(profile: unknown, layout: ProfileLayout): ProfileRow[] {
  return rowsOfAll([{ search: 0, profile }], layout)
}

/** The rows of a response's profiles; with several searches, each profile is under a row for its search. */
export function rowsOfAll(profiles: readonly Profile[], layout: ProfileLayout): ProfileRow[] {
  const rows = new Rows()
  const searches = profiles.map(({ search, profile }) => {
    const things = thingsIn(partOf(profile), layout, 0, '')
    return { search, things, time: longestOf(things.filter(({ part }) => part.kind === 'unit')) }
  })
  const slowest = longestOf(searches)
  for (const { search, things, time } of searches) {
    if (search === 0) addTop(rows, things)
    else if (things.length > 0) {
      const title = words.profile.search(search)
      rows.within({ kind: 'search', title, time, whole: slowest }, () => addTop(rows, things))
    }
  }
  return rows.done()
}

/** The unit at which the rows' times are compared. */
export function unitOf(rows: readonly ProfileRow[], { parts }: ProfileLayout): ProfilePart | undefined {
  const shown = rows.find(({ kind }) => kind === 'unit')
  return shown ? parts[shown.part - 1] : parts.findLast(({ kind }) => kind === 'unit')
}

/** One object of a profile, with its children. */
interface Thing {
  part: ProfilePart
  /** Its part of the layout, counted from 1. */
  number: number
  title: string
  text: string
  time: number | null
  self: number | null
  figures: readonly Figure[]
  details: readonly [string, unknown][]
  inside: readonly Thing[]
}

/** The children of an object, whose part of the layout has a number; before is a prefix of their titles. */
function thingsIn(around: Part, layout: ProfileLayout, number: number, before: string): Thing[] {
  return layout.parts.flatMap((part, at) =>
    part.inside === number ? thingsOf(around, layout, part, at + 1, before) : [],
  )
}

/** The objects of a part, without sections that have no measurements. */
function thingsOf(around: Part, layout: ProfileLayout, part: ProfilePart, number: number, before: string): Thing[] {
  const found = foundAt(around, part.path)
  if (part.kind === '') {
    return found.flatMap(({ value }, at) => {
      const own = found.length < 2 && part.before.includes('{#}') ? '' : part.before.replace('{#}', String(at + 1))
      return thingsIn(value, layout, number, before + own)
    })
  }
  const things = found.map(({ value, name }) => thingOf(value, name, layout, part, number, before))
  if (part.sorted) things.sort((a, b) => (b.time ?? 0) - (a.time ?? 0))
  return part.kind === 'section' ? things.filter(({ time, inside }) => inside.length > 0 || (time ?? 0) > 0) : things
}

function thingOf(
  value: Part,
  name: string,
  layout: ProfileLayout,
  part: ProfilePart,
  number: number,
  before: string,
): Thing {
  const children =
    part.children === '' ? [] : partsOf(value[part.children]).map((one) => thingOf(one, '', layout, part, number, ''))
  const below = thingsIn(value, layout, number, '')
  const known: Part = { ...value, ...takenApart(part.form, textOf(value[part.of])), '*': name }
  const { figures, details } = measuredIn(value, part)
  const time = timeIn(value, part, figures, below)
  const said = part.text.map((one) => filled(one, known)).filter((one) => one !== '')
  return {
    ...{ part, number, figures, details, time },
    title: before + (part.title.map((one) => filled(one, known)).find((one) => one !== '') ?? ''),
    text: part.joined ? said.join(', ') : (said[0] ?? ''),
    self: children.length > 0 ? Math.max(0, (time ?? 0) - sum(children.map((one) => one.time ?? 0))) : null,
    inside: [...children, ...below],
  }
}

function timeIn(value: Part, part: ProfilePart, figures: readonly Figure[], below: readonly Thing[]): number | null {
  if (part.time !== '') return timeOf(value[part.time])
  if (part.ending !== '') return figures.length > 0 ? sum(figures.map(({ spent }) => spent)) : null
  return sum(below.filter(({ part: { beside } }) => !beside).map(({ time }) => time ?? 0))
}

/** The objects at a path: elements of an array, or an object that is not empty. */
function foundAt(around: Part, path: string): { value: Part; name: string }[] {
  if (path === '') return [{ value: around, name: '' }]
  if (path === '*') return Object.entries(around).map(([name, value]) => ({ value: partOf(value), name }))
  const at = path.split('.').reduce<unknown>((value, name) => partOf(value)[name], around)
  if (Array.isArray(at)) return at.map((value) => ({ value: partOf(value), name: '' }))
  const value = partOf(at)
  return isEmpty(value) ? [] : [{ value, name: '' }]
}

/** The parts of a text with a format such as "[{node}][{index}]"; none if it does not match. */
function takenApart(form: string, text: string): Record<string, string> {
  const [start = '', ...rest] = form.split(/\{(\w+)\}/)
  const names = rest.filter((_, at) => at % 2 === 0)
  const pattern = rest.map((one, at) => (at % 2 === 0 ? (at === 0 ? '(.*?)' : '(.*)') : literal(one))).join('')
  const found = names.length > 0 ? new RegExp(`^${literal(start)}${pattern}$`, 's').exec(text) : null
  return Object.fromEntries(names.flatMap((name, at) => (found ? [[name, found[at + 1] ?? '']] : [])))
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** A template with its members filled in, '' if one is missing. */
function filled(template: string, known: Part): string {
  let whole = true
  const text = template.replace(/\{([^ }]+)(?: ([^}]+))?\}/g, (_, name: string, unit?: string) => {
    const said = unit === undefined ? textOf(known[name]) : numberOf(timeOf(known[name]), unit)
    whole &&= said !== ''
    return said
  })
  return whole ? text : ''
}

function numberOf(number: number, unit: string): string {
  if (number <= 0) return ''
  return unit === 'ns' ? nanoseconds(number) : many(number, unit)
}

/** The parts of an object's time, and the engine's other facts about it. */
function measuredIn(value: Part, { spent, calls, ending, details }: ProfilePart): Pick<Thing, 'figures' | 'details'> {
  const parts = spent === '' ? {} : partOf(value[spent])
  if (ending === '') {
    const more = details === '' ? {} : partOf(value[details])
    return { figures: figuresOf(parts, calls), details: Object.entries(more) }
  }
  const figures = Object.entries(parts)
    .filter(([name, time]) => name.endsWith(ending) && typeof time === 'number')
    .map(([name, time]) => ({ name: name.slice(0, -ending.length), spent: timeOf(time), calls: null }))
    .sort((a, b) => b.spent - a.spent)
  return { figures, details: Object.entries(parts).filter(([name]) => !name.endsWith(ending)) }
}

/** Adds the top objects, each with its time as a share of the longest of its kind. */
function addTop(rows: Rows, things: readonly Thing[]): void {
  const longest = new Map<number, number>()
  for (const { number, time } of things) longest.set(number, Math.max(longest.get(number) ?? 0, time ?? 0))
  for (const thing of things) addThing(rows, thing, longest.get(thing.number) ?? 0, thing.time ?? 0)
}

/** Adds an object: the slowest parts of its time, the engine's other facts, and its children, as shares of a whole. */
function addThing(rows: Rows, thing: Thing, whole: number, inner = whole): void {
  const { part, number, title, text, time, self, figures, details, inside } = thing
  const kind = part.kind as RowKind
  rows.within({ kind, title, text, time, self, whole, part: kind === 'unit' ? number : 0 }, () => {
    // A single part says nothing beyond the time itself.
    if (part.ending === '' || figures.length > 1) addFigures(rows, figures, inner)
    addDetails(rows, details, inner)
    for (const one of inside) addThing(rows, one, inner)
  })
}

/**
 * Which rows are expanded at first: all units if there are few, else the first one of each expanded search, down to
 * their steps without the steps' parts. With many searches only the first one is expanded.
 */
export function openAtFirst(rows: readonly ProfileRow[]): ReadonlySet<number> {
  const few = rows.filter(({ kind }) => kind === 'unit').length <= 4
  const steps = new Set(rows.filter(({ kind }) => kind !== 'group' && kind !== 'figure').map(({ parent }) => parent))
  const open = new Set<number>()
  rows.forEach(({ kind, parent, place }, at) => {
    const beside = kind === 'search' || kind === 'unit'
    if (steps.has(at) && (parent < 0 || open.has(parent)) && (!beside || few || place === 0)) open.add(at)
  })
  return open
}

/** The visible rows: those whose ancestors are all expanded. */
export function visibleRows(rows: readonly ProfileRow[], open: ReadonlySet<number>): number[] {
  const visible: number[] = []
  for (let at = 0; at < rows.length; at = open.has(at) ? at + 1 : (rows[at] as ProfileRow).next) visible.push(at)
  return visible
}

/** Adds the parts of a step's time. */
function addFigures(rows: Rows, figures: readonly Figure[], whole: number): void {
  if (figures.length === 0) return
  rows.within({ kind: 'group', title: words.profile.breakdown, whole }, () => {
    for (const { name, spent, calls } of figures) {
      rows.within({ kind: 'figure', title: name, text: words.profile.calls(calls), time: spent, whole })
    }
  })
}

/** Adds the engine's other facts about a step. */
function addDetails(rows: Rows, details: readonly [string, unknown][], whole: number): void {
  if (details.length === 0) return
  rows.within({ kind: 'group', title: words.profile.details, whole }, () => {
    for (const [title, value] of details) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      rows.within({ kind: 'figure', title, text, whole })
    }
  })
}

interface Figure {
  name: string
  spent: number
  /** null if the engine did not count. */
  calls: number | null
}

/** The parts of a step's time, the slowest first, with their counts. Parts that never occurred are left out. */
function figuresOf(breakdown: Part, counted: string): Figure[] {
  const names = Object.keys(breakdown).filter(
    (name) => !(counted !== '' && name.endsWith(counted) && name.slice(0, -counted.length) in breakdown),
  )
  return names
    .map((name) => {
      const calls = counted === '' ? null : breakdown[name + counted]
      return { name, spent: timeOf(breakdown[name]), calls: typeof calls === 'number' ? calls : null }
    })
    .filter(({ spent, calls }) => spent > 0 || (calls ?? 0) > 0)
    .sort((a, b) => b.spent - a.spent || (a.name < b.name ? -1 : 1))
}

interface Made {
  kind: RowKind
  title: string
  text?: string
  time?: number | null
  self?: number | null
  /** The total time. */
  whole: number
  part?: number
}

/** Rows in tree order. */
class Rows {
  readonly #rows: ProfileRow[] = []
  #parent = -1
  #level = 0

  /** Adds a row and the children that add creates. */
  within({ kind, title, text = '', time = null, self = null, whole, part = 0 }: Made, add?: () => void): void {
    const at = this.#rows.length
    const share = whole > 0 && time !== null ? Math.min(1, time / whole) : 0
    const parent = this.#parent
    const row = { kind, title, text, time, self, share, parent, level: this.#level, next: 0, place: 0, of: 0, part }
    this.#rows.push(row)
    this.#parent = at
    this.#level += 1
    add?.()
    this.#parent = parent
    this.#level -= 1
    row.next = this.#rows.length
  }

  /** The rows, each with its index among its siblings. */
  done(): ProfileRow[] {
    const many = new Map<number, number>()
    for (const row of this.#rows) {
      row.place = many.get(row.parent) ?? 0
      many.set(row.parent, row.place + 1)
    }
    for (const row of this.#rows) row.of = many.get(row.parent) ?? 0
    return this.#rows
  }
}

function partOf(value: unknown): Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {}
}

function partsOf(value: unknown): Part[] {
  return Array.isArray(value) ? value.map(partOf) : []
}

function isEmpty(part: Part): boolean {
  return Object.keys(part).length === 0
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function timeOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function sum(times: readonly number[]): number {
  return times.reduce((all, time) => all + time, 0)
}

function longestOf(all: readonly { time: number | null }[]): number {
  return all.reduce((most, { time }) => Math.max(most, time ?? 0), 0)
}

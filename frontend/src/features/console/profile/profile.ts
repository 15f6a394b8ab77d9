import { words } from '../words'

/** What a row of a profile is about. */
export type RowKind = 'search' | 'shard' | 'driver' | 'section' | 'step' | 'group' | 'figure'

/** One row of a profile. Rows come in the order of the tree: those inside of a row follow it. */
export interface ProfileRow {
  kind: RowKind
  title: string
  /** What the engine says about it: the query of a step, how often a figure was measured. */
  text: string
  /** Nanoseconds with everything inside, null where nothing was measured. */
  time: number | null
  /** Nanoseconds without the steps inside, null where that is the same or unknown. */
  self: number | null
  /** The time as a share of its shard's or driver's, from 0 to 1. Of a shard, a driver or a search: of the slowest one's. */
  share: number
  /** The row that it is inside of, -1 for none. */
  parent: number
  level: number
  /** The row after everything inside. */
  next: number
  /** Its place among the rows inside of its parent, from 0, and how many those are. */
  place: number
  of: number
}

/** A part of a profile as the engine sends it: which members it has depends on its version. */
type Part = Record<string, unknown>

/** What the engine measured of one search. */
export interface Profile {
  /** The number of the search, from 1, if the request has several; otherwise 0. */
  search: number
  profile: unknown
}

/** The rows of a profile, the slowest shard or driver first; none where it is a profile of neither. */
export function rowsOf(profile: unknown): ProfileRow[] {
  return rowsOfAll([{ search: 0, profile }])
}

/** The rows of the profiles of a response: those of several searches each inside of a row for its search. */
export function rowsOfAll(profiles: readonly Profile[]): ProfileRow[] {
  const rows = new Rows()
  for (const { profile } of profiles) addQuery(rows, partOf(profile))
  const searches = profiles.map(({ search, profile }) => ({ search, shards: shardsOf(profile) }))
  const slowest = Math.max(...searches.map(({ shards }) => shards[0]?.time ?? 0))
  for (const { search, shards } of searches) {
    const time = shards[0]?.time ?? 0
    if (search === 0) addShards(rows, shards)
    else if (shards.length > 0) {
      const title = words.profile.search(search)
      rows.within({ kind: 'search', title, time, whole: slowest }, () => addShards(rows, shards))
    }
  }
  return rows.done()
}

/**
 * Adds what a query of ES|QL was measured as: its phases, and its drivers, each a chain of operators through which pages of
 * rows go. The time of a driver is what it ran: most of what it took can be waiting for the pages of another one.
 */
function addQuery(rows: Rows, profile: Part): void {
  const phases = Object.entries(profile).flatMap(([title, phase]) => {
    const time = timeOf(partOf(phase).took_nanos)
    return time > 0 ? [{ title, time }] : []
  })
  const longest = Math.max(...phases.map(({ time }) => time))
  for (const { title, time } of phases) rows.within({ kind: 'section', title, time, whole: longest })
  const drivers = partsOf(profile.drivers).map((driver) => ({ driver, time: timeOf(driver.cpu_nanos) }))
  drivers.sort((a, b) => b.time - a.time)
  for (const { driver, time } of drivers) {
    const title = words.profile.driver(textOf(driver.task_description))
    const text = words.profile.ran(textOf(driver.node_name), timeOf(driver.took_nanos), timeOf(driver.iterations))
    rows.within({ kind: 'driver', title, text, time, whole: drivers[0]?.time ?? 0 }, () => {
      for (const operator of partsOf(driver.operators)) addOperator(rows, operator, time)
    })
  }
}

/** Adds an operator: "Name[what it does]", with the parts of its time and what else the engine counted. */
function addOperator(rows: Rows, operator: Part, whole: number): void {
  const [, title = '', text = ''] = /^([^[]*)(?:\[(.*)\])?$/s.exec(textOf(operator.operator)) ?? []
  const status = partOf(operator.status)
  const spent = Object.entries(status).filter(([name, value]) => name.endsWith(nanos) && typeof value === 'number')
  const figures = spent
    .map(([name, value]) => ({ name: name.slice(0, -nanos.length), spent: timeOf(value), calls: null }))
    .sort((a, b) => b.spent - a.spent)
  const more = Object.entries(status).filter(([name]) => !name.endsWith(nanos))
  const time = figures.length > 0 ? sum(figures.map((figure) => figure.spent)) : null
  rows.within({ kind: 'step', title, text, time, whole }, () => {
    if (figures.length > 1) addFigures(rows, figures, whole)
    addDetails(rows, more, whole)
  })
}

const nanos = '_nanos'

interface Shard {
  shard: Part
  sections: readonly Section[]
  time: number
}

/** The shards of a profile, the slowest first. */
function shardsOf(profile: unknown): Shard[] {
  const shards = partsOf(partOf(profile).shards).map((shard) => {
    const sections = sectionsOf(shard)
    return { shard, sections, time: sum(sections.filter(({ own }) => own).map(({ time }) => time)) }
  })
  return shards.sort((a, b) => b.time - a.time)
}

function addShards(rows: Rows, shards: readonly Shard[]): void {
  const slowest = shards[0]?.time ?? 0
  for (const { shard, sections, time } of shards) {
    rows.within({ kind: 'shard', ...nameOf(shard), time, whole: slowest }, () => {
      for (const section of sections) {
        const { title, time: spent } = section
        rows.within({ kind: 'section', title, time: spent, whole: time }, () => {
          for (const step of section.steps) addStep(rows, step, time)
        })
      }
    })
  }
}

/**
 * Which rows are open at first: all of a few shards, else the first one of each open search, down to their steps without
 * what those consist of. Of many searches the first one is open.
 */
export function openAtFirst(rows: readonly ProfileRow[]): ReadonlySet<number> {
  const few = rows.filter(({ kind }) => kind === 'shard' || kind === 'driver').length <= 4
  const steps = new Set(rows.filter(({ kind }) => kind !== 'group' && kind !== 'figure').map(({ parent }) => parent))
  const open = new Set<number>()
  rows.forEach(({ kind, parent, place }, at) => {
    const beside = kind === 'search' || kind === 'shard' || kind === 'driver'
    if (steps.has(at) && (parent < 0 || open.has(parent)) && (!beside || few || place === 0)) open.add(at)
  })
  return open
}

/** The rows that are seen: those whose parents are all open. */
export function visibleRows(rows: readonly ProfileRow[], open: ReadonlySet<number>): number[] {
  const visible: number[] = []
  for (let at = 0; at < rows.length; at = open.has(at) ? at + 1 : (rows[at] as ProfileRow).next) visible.push(at)
  return visible
}

interface Section {
  title: string
  time: number
  /** Whether its time is not a part of the times of other sections. */
  own: boolean
  steps: Part[]
}

/** The sections of a shard that have something. */
function sectionsOf(shard: Part): Section[] {
  const dfs = partOf(shard.dfs)
  const searches = partsOf(shard.searches)
  const statistics = partOf(dfs.statistics)
  const fetch = partOf(shard.fetch)
  return [
    sectionOf(words.profile.statistics, isEmpty(statistics) ? [] : [statistics]),
    ...partsOf(dfs.knn).flatMap((one) => searchOf(one, `${words.profile.knn}: `)),
    ...searches.flatMap((one, at) => searchOf(one, searches.length > 1 ? `${words.profile.search(at + 1)}: ` : '')),
    sectionOf(words.profile.aggregations, partsOf(shard.aggregations)),
    sectionOf(words.profile.fetch, isEmpty(fetch) ? [] : [fetch]),
  ].filter(({ steps, time }) => steps.length > 0 || time > 0)
}

/** Queries, their rewriting and their collectors. Collectors run while queries do, so their time is not added. */
function searchOf(search: Part, before: string): Section[] {
  const { query, rewrite, collectors } = words.profile
  return [
    sectionOf(before + query, partsOf(search.query)),
    { title: before + rewrite, time: timeOf(search.rewrite_time), own: true, steps: [] },
    { ...sectionOf(before + collectors, partsOf(search.collector)), own: false },
  ]
}

function sectionOf(title: string, steps: Part[]): Section {
  return { title, time: sum(steps.map((step) => timeOf(step.time_in_nanos))), own: true, steps }
}

/** Adds a step: the slowest parts of its time, what else the engine says, and the steps inside. */
function addStep(rows: Rows, step: Part, whole: number): void {
  const time = timeOf(step.time_in_nanos)
  const children = partsOf(step.children)
  const inside = sum(children.map((child) => timeOf(child.time_in_nanos)))
  const title = textOf(step.type) || textOf(step.name)
  const text = textOf(step.description) || textOf(step.reason)
  const self = children.length > 0 ? Math.max(0, time - inside) : null
  rows.within({ kind: 'step', title, text, time, self, whole }, () => {
    addFigures(rows, figuresOf(partOf(step.breakdown)), whole)
    addDetails(rows, Object.entries(partOf(step.debug)), whole)
    for (const child of children) addStep(rows, child, whole)
  })
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

/** Adds what else the engine says of a step. */
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
  /** null where the engine did not count. */
  calls: number | null
}

/** The parts of a step's time, the slowest first, each with how often it was done. What never happened is left out. */
function figuresOf(breakdown: Part): Figure[] {
  const names = Object.keys(breakdown).filter(
    (name) => !(name.endsWith(counted) && name.slice(0, -counted.length) in breakdown),
  )
  return names
    .map((name) => {
      const calls = breakdown[name + counted]
      return { name, spent: timeOf(breakdown[name]), calls: typeof calls === 'number' ? calls : null }
    })
    .filter(({ spent, calls }) => spent > 0 || (calls ?? 0) > 0)
    .sort((a, b) => b.spent - a.spent || (a.name < b.name ? -1 : 1))
}

const counted = '_count'

/** The name of a shard. Versions before 8 send nothing but an id: "[node][index][shard]". */
function nameOf(shard: Part): Pick<ProfileRow, 'title' | 'text'> {
  const id = textOf(shard.id)
  const [, node = '', index = '', number = ''] = /^\[(.*?)\]\[(.*)\]\[(\d+)\]$/.exec(id) ?? []
  if (index === '') return { title: id, text: '' }
  return { title: words.profile.shard(index, number), text: words.profile.node(node) }
}

interface Made {
  kind: RowKind
  title: string
  text?: string
  time?: number | null
  self?: number | null
  /** The time that is all of it. */
  whole: number
}

/** Rows in the order of their tree. */
class Rows {
  readonly #rows: ProfileRow[] = []
  #parent = -1
  #level = 0

  /** Adds a row and what add puts inside of it. */
  within({ kind, title, text = '', time = null, self = null, whole }: Made, add?: () => void): void {
    const at = this.#rows.length
    const share = whole > 0 && time !== null ? Math.min(1, time / whole) : 0
    const parent = this.#parent
    const row = { kind, title, text, time, self, share, parent, level: this.#level, next: 0, place: 0, of: 0 }
    this.#rows.push(row)
    this.#parent = at
    this.#level += 1
    add?.()
    this.#parent = parent
    this.#level -= 1
    row.next = this.#rows.length
  }

  /** The rows, each with its place among those beside it. */
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

import type { Connection, ConnectionGroup } from '../../host'
import { found } from './facts'

/** Which connections are shown. */
export type View =
  | { kind: 'all' }
  | { kind: 'recent' }
  | { kind: 'group'; name: string }
  | { kind: 'tag'; name: string }

/** A section of the list under one head. The section without a title has no head. */
export interface Section {
  key: string
  kind: 'recent' | 'group' | 'rest'
  title: string
  /** The group that its connections are in, '' for none. */
  group: string
  collapsed: boolean
  connections: Connection[]
}

/** One line of the list: a head, or a connection under it. */
export type Row =
  | { key: string; section: Section; connection: null }
  | { key: string; section: Section; connection: Connection }

/** The connections with their groups, in the user's order. */
export interface Shelf {
  connections: readonly Connection[]
  groups: readonly ConnectionGroup[]
}

/** How many connections count as recent. */
const recents = 5
/** With at least this many connections, the recent ones are also listed above the groups. */
const many = 7

export const restTitle = 'No Group'
export const allTitle = 'All Connections'

/** The most recently opened connections, latest first. */
export function recentOf(connections: readonly Connection[]): Connection[] {
  const opened = connections.filter((c) => c.lastOpened !== '')
  return opened.sort((a, b) => b.lastOpened.localeCompare(a.lastOpened)).slice(0, recents)
}

/** The tags in use by name, with the number of connections that have each. */
export function tagsOf(connections: readonly Connection[]): { name: string; count: number }[] {
  const counts = new Map<string, { name: string; count: number }>()
  for (const tag of connections.flatMap((c) => c.tags)) {
    const key = tag.toLowerCase()
    const known = counts.get(key)
    counts.set(key, { name: known?.name ?? tag, count: (known?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => a.name.localeCompare(b.name))
}

function hasTag(c: Connection, tag: string): boolean {
  return c.tags.some((t) => t.toLowerCase() === tag.toLowerCase())
}

/** True if the view still exists; if its group or tag is gone, everything is shown. */
export function isThere(view: View, shelf: Shelf): boolean {
  if (view.kind === 'group') return shelf.groups.some((g) => g.name === view.name)
  if (view.kind === 'tag') return shelf.connections.some((c) => hasTag(c, view.name))
  return true
}

function recentSection(connections: Connection[], collapsed: boolean): Section {
  return { key: 'recent', kind: 'recent', title: 'Recent', group: '', collapsed, connections }
}

/**
 * The sections of a view. A search unfolds every group and leaves out groups without matches; empty groups appear only
 * among all connections.
 */
export function sectionsOf(shelf: Shelf, view: View, search: string, recentCollapsed: boolean): Section[] {
  const searching = search.trim() !== ''
  if (view.kind === 'recent') {
    const opened = found(recentOf(shelf.connections), search)
    return opened.length > 0 ? [recentSection(opened, false)] : []
  }
  const tagged = view.kind === 'tag' ? shelf.connections.filter((c) => hasTag(c, view.name)) : shelf.connections
  const shown = found(tagged, search)
  const whole = view.kind === 'all' && !searching
  const groups = shelf.groups.filter((g) => view.kind !== 'group' || g.name === view.name)
  const sections = groups.map((g): Section => {
    const connections = shown.filter((c) => c.group === g.name)
    return {
      key: `group:${g.name}`,
      kind: 'group',
      title: g.name,
      group: g.name,
      collapsed: g.collapsed && whole,
      connections,
    }
  })
  if (view.kind !== 'group') {
    const connections = shown.filter((c) => c.group === '')
    const title = shelf.groups.length > 0 ? restTitle : ''
    sections.push({ key: 'rest', kind: 'rest', title, group: '', collapsed: false, connections })
  }
  const recent = recentOf(shelf.connections)
  if (whole && shelf.connections.length >= many && recent.length > 0) {
    // Below others, connections without a head would look like recent ones.
    for (const section of sections) if (section.title === '') section.title = allTitle
    sections.unshift(recentSection(recent, recentCollapsed))
  }
  return sections.filter(
    (s) => s.connections.length > 0 || (s.kind === 'group' && (whole || view.kind === 'group') && !searching),
  )
}

/** The lines of the list from the top. */
export function rowsOf(sections: readonly Section[]): Row[] {
  return sections.flatMap((section) => {
    const head: Row[] = section.title === '' ? [] : [{ key: section.key, section, connection: null }]
    const under = section.connections.map(
      (connection): Row => ({ key: keyOf(section, connection), section, connection }),
    )
    return section.collapsed ? head : [...head, ...under]
  })
}

/** The key of a connection's line. A recent connection has two. */
export function keyOf(section: Section, connection: Connection): string {
  return `${section.kind === 'recent' ? 'recent' : 'row'}:${connection.id}`
}

/** The focused line: the active one, else that of the selected connection, else the first connection. */
export function activeRow(rows: readonly Row[], active: string, selected: string): Row | undefined {
  const connections = rows.filter((r) => r.connection !== null)
  return (
    rows.find((r) => r.key === active) ??
    connections.find((r) => r.connection?.id === selected && r.section.kind !== 'recent') ??
    connections[0] ??
    rows[0]
  )
}

/** The position of a connection: in a group, before another connection, '' for the end of the group. */
export interface Place {
  group: string
  before: string
}

/** The groups in their order, and '' for ungrouped connections at the end. */
function groupOrder(shelf: Shelf): string[] {
  return [...shelf.groups.map((g) => g.name), '']
}

function inGroup(shelf: Shelf, group: string): Connection[] {
  return shelf.connections.filter((c) => c.group === group)
}

/** The position one step up or down, across group borders; null if there is none. */
export function placeBeside(shelf: Shelf, connection: Connection, by: 1 | -1): Place | null {
  const peers = inGroup(shelf, connection.group)
  const at = peers.findIndex((c) => c.id === connection.id)
  const group = connection.group
  if (by < 0 && at > 0) return { group, before: peers[at - 1]?.id ?? '' }
  if (by > 0 && at < peers.length - 1) return { group, before: peers[at + 2]?.id ?? '' }
  const order = groupOrder(shelf)
  const next = order[order.indexOf(group) + by]
  if (next === undefined) return null
  return { group: next, before: by < 0 ? '' : (inGroup(shelf, next)[0]?.id ?? '') }
}

/** The position before or after another connection, where a dragged one is dropped. */
export function placeAt(shelf: Shelf, over: Connection, after: boolean): Place {
  const peers = inGroup(shelf, over.group)
  const at = peers.findIndex((c) => c.id === over.id)
  return { group: over.group, before: after ? (peers[at + 1]?.id ?? '') : over.id }
}

/** The group before which to put a group to move it one step up or down; null if it cannot move. */
export function groupBeside(groups: readonly ConnectionGroup[], name: string, by: 1 | -1): { before: string } | null {
  const at = groups.findIndex((g) => g.name === name)
  if (at + by < 0 || at + by >= groups.length) return null
  return { before: (by < 0 ? groups[at - 1]?.name : groups[at + 2]?.name) ?? '' }
}

/** The colour of a tag, derived from its name. */
export function tagColour(tag: string): string {
  const palette = ['teal', 'red', 'orange', 'blue', 'violet', 'green', 'yellow']
  let sum = 0
  for (const letter of tag.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return palette[sum % palette.length] ?? 'grey'
}

/** The tags that a text names, separated by commas, each once. */
export function tagsIn(text: string): string[] {
  const tags: string[] = []
  for (const tag of text.split(',').map((t) => t.trim())) {
    if (tag !== '' && !tags.some((t) => t.toLowerCase() === tag.toLowerCase())) tags.push(tag)
  }
  return tags
}

/** The label of a connection's line: its name first, then the line's content. */
export function labelOf(c: Connection, safeMode: string, open: boolean, opened: string): string {
  return [
    c.name,
    `${c.title} ${c.version}`.trim(),
    `${c.host}:${c.port}`,
    safeMode,
    c.tags.length > 0 ? `tagged ${c.tags.join(' and ')}` : '',
    open ? 'open' : '',
    opened === '' ? 'never opened' : `last opened ${opened}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

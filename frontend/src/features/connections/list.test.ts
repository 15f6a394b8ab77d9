// SPEC: CON-21
import { describe, expect, it } from 'vitest'
import type { Connection, ConnectionGroup } from '../../host'
import {
  activeRow,
  groupBeside,
  isThere,
  labelOf,
  placeAt,
  placeBeside,
  recentOf,
  rowsOf,
  type Section,
  type Shelf,
  sectionsOf,
  tagColour,
  tagsIn,
  tagsOf,
  type View,
} from './list'

function connection(id: string, group = '', more: Partial<Connection> = {}): Connection {
  return {
    id,
    name: id,
    group,
    tags: [],
    host: `${id}.example`,
    port: '9200',
    title: 'Engine',
    lastOpened: '',
    ...more,
  } as Connection
}

const group = (name: string, collapsed = false): ConnectionGroup => ({ name, collapsed })

const shelf: Shelf = {
  groups: [group('One'), group('Two', true), group('Empty')],
  connections: [
    connection('a', 'One', { tags: ['eu'] }),
    connection('b', 'One', { lastOpened: '2030-01-01T00:00:00Z' }),
    connection('c', 'Two', { tags: ['EU', 'ops'], lastOpened: '2030-01-02T00:00:00Z' }),
    connection('d'),
  ],
}
const all: View = { kind: 'all' }

/** The sections in short: "One: a b", with a minus if folded. */
const short = (sections: Section[]) =>
  sections.map((s) => `${s.title}${s.collapsed ? '-' : ''}: ${s.connections.map((c) => c.id).join(' ')}`.trim())

describe('the list', () => {
  it.each<[string, View, string, string[]]>([
    [
      'shows every group, an empty one too, and what is in none at the end',
      all,
      '',
      ['One: a b', 'Two-: c', 'Empty:', 'No Group: d'],
    ],
    ['opens folded groups to a search and leaves out what it does not find', all, 'c.example', ['Two: c']],
    ['shows one group', { kind: 'group', name: 'Two' }, '', ['Two: c']],
    ['shows a group that is empty', { kind: 'group', name: 'Empty' }, '', ['Empty:']],
    ['shows a tag however it is spelled', { kind: 'tag', name: 'eu' }, '', ['One: a', 'Two: c']],
    ['shows what was opened last, the latest first', { kind: 'recent' }, '', ['Recent: c b']],
    ['finds within a tag', { kind: 'tag', name: 'eu' }, 'one', ['One: a']],
    ['finds nothing', all, 'zzz', []],
  ])('%s', (_, view, search, wanted) => {
    expect(short(sectionsOf(shelf, view, search, false))).toEqual(wanted)
  })

  it('has no heads where there are no groups', () => {
    const sections = sectionsOf({ groups: [], connections: [connection('a')] }, all, '', false)
    expect(rowsOf(sections).map((r) => r.key)).toEqual(['row:a'])
  })

  it('shows the recent ones once more where there are many, and each line has a key of its own', () => {
    const many: Shelf = {
      groups: [],
      connections: 'abcdefg'.split('').map((id) => connection(id, '', { lastOpened: id === 'c' ? '2030' : '' })),
    }
    const keys = rowsOf(sectionsOf(many, all, '', false)).map((r) => r.key)
    expect(keys.slice(0, 4)).toEqual(['recent', 'recent:c', 'rest', 'row:a'])
    expect(new Set(keys).size).toBe(keys.length)
    const folded = sectionsOf(many, all, '', true)
    expect(rowsOf(folded).map((r) => r.key)[1]).toBe('rest')
    expect(folded.map(({ title }) => title)).toEqual(['Recent', 'All Connections'])
    expect(recentOf(many.connections)).toHaveLength(1)
  })

  it('gives the keyboard to the active line, else to the selected connection, else to the first one', () => {
    const rows = rowsOf(sectionsOf(shelf, all, '', false))
    expect(activeRow(rows, 'group:Two', 'b')?.key).toBe('group:Two')
    expect(activeRow(rows, 'gone', 'b')?.key).toBe('row:b')
    expect(activeRow(rows, 'gone', 'gone')?.key).toBe('row:a')
    expect(activeRow([], '', '')).toBeUndefined()
  })

  it('falls back to everything where a group or tag is gone', () => {
    expect(
      [
        { kind: 'group', name: 'One' },
        { kind: 'group', name: 'Gone' },
        { kind: 'tag', name: 'OPS' },
        { kind: 'tag', name: 'x' },
        all,
      ].map((v) => isThere(v as View, shelf)),
    ).toEqual([true, false, true, false, true])
  })
})

describe('moving by one step', () => {
  it.each<[string, string, 1 | -1, object | null]>([
    ['up within its group', 'b', -1, { group: 'One', before: 'a' }],
    ['down within its group, to its end', 'a', 1, { group: 'One', before: '' }],
    ['down into the next group, as its first', 'b', 1, { group: 'Two', before: 'c' }],
    ['up into the end of the group above', 'c', -1, { group: 'One', before: '' }],
    ['up out of no group', 'd', -1, { group: 'Empty', before: '' }],
    ['not above the first', 'a', -1, null],
    ['not below the last', 'd', 1, null],
  ])('goes %s', (_, id, by, wanted) => {
    const one = shelf.connections.find((c) => c.id === id)
    expect(one && placeBeside(shelf, one, by)).toEqual(wanted)
  })

  it('moves a group, and not over the edge', () => {
    expect(groupBeside(shelf.groups, 'Two', -1)).toEqual({ before: 'One' })
    expect(groupBeside(shelf.groups, 'One', 1)).toEqual({ before: 'Empty' })
    expect(groupBeside(shelf.groups, 'Two', 1)).toEqual({ before: '' })
    expect(groupBeside(shelf.groups, 'One', -1)).toBeNull()
    expect(groupBeside(shelf.groups, 'Empty', 1)).toBeNull()
  })

  it('drops before or after another connection', () => {
    const [a, b] = shelf.connections
    expect(a && placeAt(shelf, a, false)).toEqual({ group: 'One', before: 'a' })
    expect(a && placeAt(shelf, a, true)).toEqual({ group: 'One', before: 'b' })
    expect(b && placeAt(shelf, b, true)).toEqual({ group: 'One', before: '' })
  })
})

describe('tags', () => {
  it('are counted once for each spelling, by name', () => {
    expect(tagsOf(shelf.connections)).toEqual([
      { name: 'eu', count: 2 },
      { name: 'ops', count: 1 },
    ])
  })

  it('are read from a text with commas, each once', () => {
    expect(tagsIn(' orders, eu ,, EU')).toEqual(['orders', 'eu'])
    expect(tagsIn('')).toEqual([])
  })

  it('have a colour that stays', () => {
    expect(tagColour('EU')).toBe(tagColour('eu'))
    expect(tagColour('eu')).not.toBe(tagColour('ops'))
  })
})

describe('what is said of a line', () => {
  it('begins with the name and leaves out what is not there', () => {
    const c = connection('a', '', { version: '8.16.3', tags: ['x', 'y'] })
    expect(labelOf(c, 'Read-only', true, 'Today 09:12')).toBe(
      'a, Engine 8.16.3, a.example:9200, Read-only, tagged x and y, open, last opened Today 09:12',
    )
    expect(labelOf(connection('a', '', { version: '' }), '', false, '')).toBe('a, Engine, a.example:9200, never opened')
  })
})

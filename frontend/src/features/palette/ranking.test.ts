// SPEC: APP-04
import { describe, expect, it } from 'vitest'
import type { Entry, EntryKind } from './entry'
import { matchesOf, matchOf, mostOfKind } from './ranking'
import { Recent } from './recent'
import { heading } from './words'

const entry = (title: string, kind: EntryKind = 'object', why = ''): Entry => ({
  ...{ key: `${kind} ${title}`, kind, title, detail: '', why },
  run: () => undefined,
})

/** The titles that a text finds, by group. */
const found = (entries: readonly Entry[], typed: string, recent: readonly string[] = []) =>
  Object.fromEntries(
    matchesOf(entries, typed, recent).map(({ id, shown }) => [id, shown.map((match) => match.entry.title)]),
  )

describe('a title', () => {
  it.each([
    ['books', 'boo', 0, [[0, 3]]],
    ['old-books', 'boo', 1, [[4, 7]]],
    ['notebooks and books', 'boo', 1, [[14, 17]]],
    ['overbooked', 'boo', 2, [[4, 7]]],
    [
      'big orange owl',
      'boo',
      3,
      [
        [0, 1],
        [4, 5],
        [11, 12],
      ],
    ],
    ['New Console', 'new con', 0, [[0, 7]]],
  ])('%s matches %s with rank %i', (title, text, rank, hits) => {
    expect(matchOf(title, text)).toEqual({ rank, hits })
  })

  it('does not match letters that are missing or in another order', () => {
    expect(matchOf('books', 'bkx')).toBeNull()
    expect(matchOf('books', 'skoob')).toBeNull()
  })
})

describe('the matches', () => {
  it('have the beginning of the title first, then of a word, then a part, then letters in order', () => {
    const all = ['big orange owl', 'overbooked', 'old-books', 'books'].map((title) => entry(title))
    expect(found(all, 'boo').object).toEqual(['books', 'old-books', 'overbooked', 'big orange owl'])
  })

  it('have what was used last before others that match as well, but not before better ones', () => {
    const all = ['books-a', 'books-b', 'books-c', 'old-books'].map((title) => entry(title))
    const recent = ['object old-books', 'object books-c', 'object books-b']
    expect(found(all, 'books', recent).object).toEqual(['books-c', 'books-b', 'books-a', 'old-books'])
  })

  it('have what can be used before what cannot', () => {
    const all = [entry('Refresh A', 'command', 'Not now.'), entry('Refresh B', 'command')]
    expect(found(all, 'refresh').command).toEqual(['Refresh B', 'Refresh A'])
  })

  it('have the group with the best match first', () => {
    const all = [entry('a-refresher'), entry('Refresh', 'command'), entry('refreshed', 'request')]
    expect(Object.keys(found(all, 'refresh'))).toEqual(['command', 'request', 'object'])
  })

  it('are of one kind after its character', () => {
    const kinds: EntryKind[] = ['object', 'command', 'connection', 'request']
    const all = kinds.map((kind) => entry('books', kind))
    for (const [typed, kind] of [
      ['#boo', 'object'],
      ['> boo', 'command'],
      ['@boo', 'connection'],
      [' /', 'request'],
    ] as const) {
      expect(found(all, typed)).toEqual({ [kind]: ['books'] })
    }
  })

  it('begin with the recent ones until something is typed', () => {
    const all = [entry('books'), entry('Refresh', 'command')]
    expect(found(all, '', ['command Refresh', 'object gone'])).toEqual({
      recent: ['Refresh'],
      object: ['books'],
      command: ['Refresh'],
    })
    expect(found(all, 'b', ['object books']).recent).toBeUndefined()
  })

  it('in 5,000 names are the best ones, with the number of all; # shows every one', () => {
    const all = Array.from({ length: 5000 }, (_, i) => entry(`logs-${String(i).padStart(4, '0')}`))
    const [some] = matchesOf(all, '42', [])
    expect(some?.shown.slice(0, 2).map((match) => match.entry.title)).toEqual(['logs-4200', 'logs-4201'])
    expect(some?.shown).toHaveLength(mostOfKind)
    expect(some && heading(some, 'indices')).toBe('Indices, 20 of 383')
    const [every] = matchesOf(all, '#logs', [])
    expect(every?.shown).toHaveLength(5000)
    expect(every && heading(every, 'indices')).toBe('Indices')
  })
})

it('what is used again is remembered once, as the last', () => {
  const recent = new Recent()
  for (const key of ['a', 'b', 'a']) recent.use(key)
  expect(recent.keys).toEqual(['a', 'b'])
  for (let i = 0; i < 60; i++) recent.use(`n${i}`)
  expect(recent.keys).toHaveLength(50)
})

// SPEC: A-EDT-07, A-EDT-14, CON-22
import { expect, it } from 'vitest'
import { Kind } from '../../lib/block'
import type { HiddenValue } from '../../lib/roles'
import { whyFixed, whyNotEdited } from './editable'
import { columnOf, text } from './fixture'

const id = columnOf('_id', { primary: true, readOnly: true })
const authors = columnOf('authors', { kind: 'json' })
const leaf = columnOf('authors.name', { readOnly: true })
const alias = columnOf('alias', { readOnly: true })
const title = columnOf('title')
const view = { readOnly: '', columns: [id, authors, leaf, alias, title] }

it.each([
  ['a value', view, 'off', title, text('a'), ''],
  ['JSON', view, 'confirm', authors, { kind: Kind.json, text: '[]', cut: 0 }, ''],
  ['anything on a read-only connection', view, 'read-only', title, text('a'), 'This connection is read-only'],
  [
    'an object that cannot be written',
    { ...view, readOnly: 'books does not store _source' },
    'off',
    title,
    text('a'),
    'books',
  ],
  ['the key', view, 'off', id, text('a'), '_id identifies the row, so it cannot be edited.'],
  ['a leaf of an array of objects', view, 'off', leaf, text('a'), 'Edit authors instead'],
  ['what is not in the document', view, 'off', alias, text('a'), 'alias is not part of the stored document'],
  ['a row that is not loaded', view, 'off', title, undefined, 'The row is not loaded yet.'],
  [
    'a cut value',
    view,
    'off',
    title,
    { kind: Kind.string, text: '\u{1F600}bc...', cut: 20_000 },
    'Only the first 3 of 20,000 characters',
  ],
  ['a value of 10,000 characters', view, 'off', title, text('a'.repeat(10_000)), ''],
  ['a longer value', view, 'off', title, text('a'.repeat(10_001)), 'This value has 10,001 characters, too many'],
  ['what cannot be typed', view, 'off', title, { kind: Kind.escaped, text: '\\ud800', cut: 0 }, 'cannot be typed'],
  ['carriage returns', view, 'off', title, text('a\r\nb'), 'carriage returns'],
])('says of %s whether it can be edited', (_, of, safeMode, column, cell, why) => {
  const said = whyNotEdited(of, safeMode, column, cell, [])
  if (why === '') expect(said).toBe('')
  else expect(said).toContain(why)
})

const reason = 'This version of Elasticsearch reads the id as the name of a route, so the document cannot be written.'
const routes = { ...view, readOnlyRows: [{ key: '#id', prefix: '_', chars: '_cdo', reason }] }
const withId = (value: string): HiddenValue[] => [
  { name: '#index', value: '_logs' },
  { name: '#id', value },
]

it('says why a row that the driver names cannot be edited', () => {
  expect(whyNotEdited(routes, 'off', title, text('a'), withId('_doc'))).toBe(reason)
})

it('says nothing against the other rows of the same view, or where the driver names none', () => {
  for (const id of ['bk_1', 'doc', '_Doc', '_d1'])
    expect(whyNotEdited(routes, 'off', title, text('a'), withId(id))).toBe('')
  for (const readOnlyRows of [undefined, null])
    expect(whyNotEdited({ ...view, readOnlyRows }, 'off', title, text('a'), withId('_doc'))).toBe('')
})

// SPEC: A-BRO-19
it('says that a field outside of the schema cannot be edited', () => {
  const reason = 'extra is not in the mapping, so it cannot be sorted, filtered or edited.'
  const extra = columnOf('extra', { readOnly: true, outside: true, reason })
  expect(whyNotEdited({ ...view, columns: [extra] }, 'off', extra, text('a'), [])).toBe(reason)
})

// SPEC: A-BRO-20
it('says why a damaged document cannot be edited, and lets its row be deleted', () => {
  const why = 'This document ends with a comment that has no line break, so it cannot be edited here.'
  const hidden = [...withId('7'), { name: '#damaged', value: why }]
  expect(whyNotEdited(view, 'off', title, text('a'), hidden)).toBe(why)
  expect(whyFixed(view, hidden, '')).toBe('')
})

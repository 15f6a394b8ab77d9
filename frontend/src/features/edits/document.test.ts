// SPEC: A-EDT-06, A-EDT-09
import { expect, it } from 'vitest'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'
import { valuesOf } from './document'
import { columnOf } from './fixture'

const named = (...names: string[]): GridColumn[] => names.map((name) => columnOf(name))

it('reads the values of columns exactly as the document spells them', () => {
  const text = '\n{"price": 16.90,"n":1e2, "big" :9223372036854775807,"t":"a \\"q\\" \\u00e9","b":true,"x":null}'
  const cells = valuesOf(text, named('price', 'n', 'big', 't', 'b', 'x', 'none'))
  expect([...cells].map(([name, { kind, text }]) => [name, kind, text])).toEqual([
    ['price', Kind.number, '16.90'],
    ['n', Kind.number, '1e2'],
    ['big', Kind.number, '9223372036854775807'],
    ['t', Kind.string, 'a "q" é'],
    ['b', Kind.bool, 'true'],
    ['x', Kind.null, ''],
    ['none', Kind.missing, ''],
  ])
})

it('reads a document with comments, which are no values', () => {
  const document = '// "a":0\n{"a":/* 1 */ 2, // "b":3\n"u":"https://x/*y*/","l":[1/* " */,2]} /* } */'
  expect([...valuesOf(document, named('a', 'b', 'u', 'l')).values()].map(({ text }) => text)).toEqual([
    ...['2', '', 'https://x/*y*/', '[1       ,2]'],
  ])
})

it('finds a leaf inside of objects and under a dotted key alike', () => {
  const text = '{"a":{"b":1,"c.d":{"e":[1, 2]}},"f.g":"}{"}'
  const cells = valuesOf(text, named('a.b', 'a.c.d.e', 'f.g', 'a'))
  expect([...cells.values()].map((cell) => cell.text)).toEqual(['1', '[1, 2]', '}{', '{"b":1,"c.d":{"e":[1, 2]}}'])
})

it('leaves out what is inside of arrays and what is not part of the document', () => {
  const columns = [
    ...named('authors.name', 'authors'),
    columnOf('_id', { primary: true }),
    columnOf('alias', { readOnly: true }),
  ]
  expect([...valuesOf('{"authors":[{"name":"A"}]}', columns).keys()]).toEqual(['authors'])
})

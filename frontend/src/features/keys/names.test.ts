// SPEC: B-KEY-02
import { expect, it } from 'vitest'
import { nameList, namesIn, once, placesIn } from './names'

it.each([
  ['a, b ,,c', ['a', 'b', 'c']],
  ['a\tb\r\nc\n\n', ['a', 'b', 'c']],
  ['*', ['*']],
  ['', []],
  ['shop_.{1,3}, [a,b]c, (d,e)', ['shop_.{1,3}', '[a,b]c', '(d,e)']],
  ['a{1,b', ['a{1,b']],
])('names are separated by commas outside of brackets: %s', (text, names) => {
  expect(nameList.all(text)).toEqual(names)
})

it.each([
  ['a, b', ['a'], 'b'],
  ['logs_.{1,', [], 'logs_.{1,'],
  ['logs_.{1,3},', ['logs_.{1,3}'], ''],
])('what is still typed of %s is no name yet', (text, values, rest) => {
  expect(nameList.typed(text)).toEqual({ values, rest })
})

it('without a name, a key is limited to nothing', () => {
  expect(placesIn([' '], '*')).toEqual(['*'])
  expect(placesIn([' '], ''), 'a server without a word for everything').toEqual([])
  expect(placesIn(['a', 'b, a'], '*')).toEqual(['a', 'b'])
  expect(namesIn([''])).toEqual([])
})

it('a name that is typed again is there once', () => {
  expect(once(['a', 'b', 'a', 'a'])).toEqual(['a', 'b', 'a'])
})

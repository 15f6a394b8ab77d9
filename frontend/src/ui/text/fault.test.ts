// SPEC: A-EDT-08
import { expect, it } from 'vitest'
import { compactJson, jsonFault } from './fault'

it.each([
  '{}',
  ' [ ] ',
  'null',
  '-0.10e+5',
  '12345678901234567890.10',
  '"\u007f"',
  '"a\\u00e9\\n\\"é🍵"',
  '[{"a":[1,{"b":{}}],"c":"x"},null,true,false]',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
])('%.40s is JSON', (text) => {
  expect(jsonFault(text)).toBeUndefined()
  expect(() => JSON.parse(text)).not.toThrow()
})

it.each([
  ['', 1, 1, 'A value is missing.'],
  ['{"a":1', 1, 7, 'The text ends too early.'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'A comma or the closing bracket is missing.'],
  ['[1,\n2,\n]', 2, 2, 'A comma is not allowed behind the last one.'],
  ['{"a" 1}', 1, 6, 'A colon is missing behind the key.'],
  ['{a:1}', 1, 2, 'A key in quotes is expected here.'],
  ['{"a":}', 1, 6, 'A value is missing here.'],
  ['[1}', 1, 3, 'A comma or the closing bracket is missing.'],
  ['[1,,2]', 1, 4, 'A value is missing here.'],
  ['[01]', 1, 2, 'This number is not written as JSON writes numbers.'],
  ['[1.]', 1, 2, 'This number is not written as JSON writes numbers.'],
  ['[abc]', 1, 2, 'Text needs quotes. Without them, only true, false, null and numbers are allowed.'],
  ['["abc', 1, 2, 'The closing quote is missing.'],
  ['["a\nb"]', 1, 4, 'A quote is missing: a text ends on its own line.'],
  ['["a\tb"]', 1, 4, 'This character is written as an escape, such as \\t.'],
  ['["a\\x"]', 1, 4, 'There is no such escape.'],
  ['{} {}', 1, 4, 'There is more behind the value.'],
])('%j is wrong at line %i, column %i', (text, line, column, message) => {
  const fault = jsonFault(text)
  expect(fault).toMatchObject({ line, column, message })
  expect(() => JSON.parse(text)).toThrow()
})

it('agrees with the parser of the engine about texts of all sorts', () => {
  const signs = ['{', '}', '[', ']', ',', ':', '"a"', '1', '-', '0', 'null', ' ', '\n', '"', '\\', 'e', '.5']
  let seed = 7
  const next = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed
  }
  for (let round = 0; round < 4000; round += 1) {
    const text = Array.from({ length: 1 + (next() % 7) }, () => signs[next() % signs.length]).join('')
    let valid = true
    try {
      JSON.parse(text)
    } catch {
      valid = false
    }
    expect([text, jsonFault(text) === undefined]).toEqual([text, valid])
  }
})

it('leaves out spaces between values alone', () => {
  expect(compactJson('{ "a b" : [ 1.0 ,\n 1e2 ], "c\\" d": " \\\\" }')).toBe('{"a b":[1.0,1e2],"c\\" d":" \\\\"}')
})

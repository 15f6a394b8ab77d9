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
  ['', 1, 1, 'Missing value.'],
  ['{"a":1', 1, 7, 'Unexpected end of text.'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'Missing comma or closing bracket.'],
  ['[1,\n2,\n]', 2, 2, 'Trailing comma.'],
  ['{"a" 1}', 1, 6, 'Missing colon after the key.'],
  ['{a:1}', 1, 2, 'Expected a key in quotes.'],
  ['{"a":}', 1, 6, 'Missing value.'],
  ['[1}', 1, 3, 'Missing comma or closing bracket.'],
  ['[1,,2]', 1, 4, 'Missing value.'],
  ['[01]', 1, 2, 'Invalid number.'],
  ['[1.]', 1, 2, 'Invalid number.'],
  ['[abc]', 1, 2, 'Text needs quotes. Without them, only true, false, null and numbers are allowed.'],
  ['["abc', 1, 2, 'Missing closing quote.'],
  ['["a\nb"]', 1, 4, 'Unterminated string: add a closing quote.'],
  ['["a\tb"]', 1, 4, 'Escape this control character, for example as \\t.'],
  ['["a\\x"]', 1, 4, 'Invalid escape sequence.'],
  ['{} {}', 1, 4, 'Unexpected text after the value.'],
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

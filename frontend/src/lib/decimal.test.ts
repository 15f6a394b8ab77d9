// SPEC: APP-15
import { expect, it } from 'vitest'
import { compare, type Decimal, decimalOf, decimalText, normalText, quotient, Sum } from './decimal'

const of = (text: string) => decimalOf(text) as Decimal
const sum = (...texts: string[]) => {
  const all = new Sum()
  for (const text of texts) all.add(of(text))
  return decimalText(all.value)
}

it.each([
  [['9223372036854775807', '1'], '9223372036854775808'],
  [['0.1', '0.2'], '0.3'],
  [['1e2', '-0.5', '1.50'], '101'],
  [['-1e-3', '0.001'], '0'],
  [['1e308', '1', '-1e308'], '1'],
  [['-0', '0.00'], '0'],
  [['-0.5', '-0.25'], '-0.75'],
  [[], '0'],
])('adds %j up to %s', (texts, total) => expect(sum(...texts)).toBe(total))

it.each(['', '1.', '.5', '1e', 'NaN', '0x1', '1e999999', '1e1001', '1e-1001', ' 1', '1n', '"1"'])(
  'does not compute with %j',
  (text) => expect(decimalOf(text)).toBeUndefined(),
)

it('divides exactly where the quotient ends, and says where it was cut', () => {
  expect(quotient(of('1'), 8)).toBe('0.125')
  expect(quotient(of('10'), 3)).toBe('3.3333333333…')
  expect(quotient(of('-10'), 3)).toBe('-3.3333333333…')
  expect(quotient(of('1e3'), 4)).toBe('250')
  expect(quotient(of('9007199254740993'), 1)).toBe('9007199254740993')
  expect(quotient(of('0'), 7)).toBe('0')
})

it('compares numbers of any size, and gives all spellings of one the same text', () => {
  expect(compare(of('9007199254740993'), of('9007199254740992'))).toBe(1)
  expect(compare(of('1.0'), of('1'))).toBe(0)
  expect(compare(of('-1e-5'), of('0.00001'))).toBe(-1)
  for (const text of ['1', '1.0', '10e-1', '0.1e1', '01']) expect(normalText(text)).toBe('1')
  for (const text of ['0', '-0', '0.0', '0e5']) expect(normalText(text)).toBe('0')
  expect(normalText('1e999999')).toBe('1e999999')
})

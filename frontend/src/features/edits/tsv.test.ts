// SPEC: A-EDT-15
import { expect, it } from 'vitest'
import { cellsOf } from './tsv'

it.each<[string, string, string[][]]>([
  ['one cell', 'abc', [['abc']]],
  ['nothing', '', [['']]],
  [
    'cells and rows',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a line end after the last row, as Excel writes it',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['line ends of old Macs', 'a\rb\r', [['a'], ['b']]],
  [
    'empty cells at both ends of a row',
    '\ta\t\n\t\t',
    [
      ['', 'a', ''],
      ['', '', ''],
    ],
  ],
  ['an empty row in the middle', 'a\n\nb\n', [['a'], [''], ['b']]],
  ['a cell with a line end, as Excel writes it', '"a\nb"\tc\r\n', [['a\nb', 'c']]],
  ['a cell with a line end, as LibreOffice writes it', 'x\t"a\nb ""c"""', [['x', 'a\nb "c"']]],
  ['one cell with a line end', '"a\nb"\r\n', [['a\nb']]],
  ['a cell with a tab', '"a\tb"\tc', [['a\tb', 'c']]],
  ['a quote that closes nothing', '"a\tb', [['"a', 'b']]],
  ['quotes inside of a cell', 'say "hi"\tb', [['say "hi"', 'b']]],
  ['a cell that only begins with quotes', '"a" b\tc', [['"a" b', 'c']]],
  ['one cell with quotes around it is its text', '"a"', [['"a"']]],
  ['numbers keep every digit', '9007199254740993\t1.0\t1e2', [['9007199254740993', '1.0', '1e2']]],
])('%s', (_, text, cells) => {
  expect(cellsOf(text)).toEqual(cells)
})

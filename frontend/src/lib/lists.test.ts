// SPEC: A-FIL-12
import { describe, expect, it } from 'vitest'
import { listText, splitList, splitTyped } from './lists'

describe('the values of a list', () => {
  it.each([
    ['basalt, cedar', ['basalt', 'cedar']],
    ['a\tb\r\nc\n\n', ['a', 'b', 'c']],
    ['"a, b", c', ['a, b', 'c']],
    ['"say ""yes""",""', ['say "yes"', '']],
    ['5" pipe, "x" y', ['5" pipe', '"x" y']],
    ['"never closed, b', ['"never closed', 'b']],
    [' , ', []],
  ])('of %j', (text, values) => expect(splitList(text)).toEqual(values))

  it.each([
    ['a, b', ['a'], 'b'],
    ['a,', ['a'], ''],
    ['"a, b', [], '"a, b'],
    ['"a, b",', ['a, b'], ''],
  ])('leave what is still typed of %j', (text, values, rest) => expect(splitTyped(text)).toEqual({ values, rest }))

  it.each(['a', 'a, b', 'say "yes"', '', ' a '])('%j is typed as one value', (value) =>
    expect(splitList(listText(value))).toEqual([value]),
  )
})

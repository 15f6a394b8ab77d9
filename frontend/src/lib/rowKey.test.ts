// SPEC: APP-02
import { describe, expect, it } from 'vitest'
import { isRevision, rowKey } from './rowKey'

describe('the key of a row', () => {
  it('is made of what identifies the row, not of its revision', () => {
    const names = ['#index', '#id', '#routing', '#seq', '#term', '#hash', '#uuid', '#damaged']
    expect(names.filter(isRevision)).toEqual(['#seq', '#term', '#hash', '#uuid', '#damaged'])
    const before = rowKey([
      ['#id', '7'],
      ['#seq', '1'],
      ['#hash', 'ab'],
      ['#damaged', 'why'],
    ])
    expect(rowKey([['#id', '7']])).toBe(before)
  })

  it.each<[string, [string, string][], [string, string][]]>([
    ['another value', [['#id', '7']], [['#id', '8']]],
    ['a value under another name', [['#id', '7']], [['#index', '7']]],
    [
      'values that meet elsewhere',
      [
        ['#index', 'a"'],
        ['#id', 'b'],
      ],
      [
        ['#index', 'a'],
        ['#id', '"b'],
      ],
    ],
    [
      'a routing',
      [['#id', '7']],
      [
        ['#id', '7'],
        ['#routing', 'x'],
      ],
    ],
  ])('is another one for %s', (_, a, b) => {
    expect(rowKey(a)).not.toBe(rowKey(b))
  })

  it('is not known where nothing identifies the row', () => {
    expect(rowKey([['#hash', 'ab']])).toBeUndefined()
  })
})

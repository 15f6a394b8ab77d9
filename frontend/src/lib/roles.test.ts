// SPEC: APP-02
import { describe, expect, it } from 'vitest'
import { Roles } from './roles'

const roles = new Roles([
  { name: '#index', role: 'place', rank: 0 },
  { name: '#id', role: 'key', rank: 0 },
  { name: '#routing', role: 'routing', rank: 0 },
  { name: '#seq', role: 'revision', rank: 2 },
  { name: '#term', role: 'revision', rank: 1 },
  { name: '#hash', role: 'hash', rank: 0 },
])
const values = (...pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }))

describe('the key of a row', () => {
  it('is made of what identifies the row, not of its revision', () => {
    const names = ['#index', '#id', '#routing', '#seq', '#term', '#hash', '#uuid', '#damaged']
    expect(names.filter((name) => !roles.identifies(name))).toEqual(['#seq', '#term', '#hash', '#uuid', '#damaged'])
    const before = roles.rowKey(values(['#id', '7'], ['#seq', '1'], ['#hash', 'ab'], ['#damaged', 'why']))
    expect(roles.rowKey(values(['#id', '7']))).toBe(before)
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
    expect(roles.rowKey(values(...a))).not.toBe(roles.rowKey(values(...b)))
  })

  it('is not known where nothing identifies the row', () => {
    expect(roles.rowKey(values(['#hash', 'ab']))).toBeUndefined()
    expect(new Roles().rowKey(values(['#id', '7']))).toBeUndefined()
  })
})

describe('a revision', () => {
  const revision = (term: string, seq: string) => values(['#term', term], ['#seq', seq])

  it.each([
    ['9', '8', true, false],
    ['9', '9', true, true],
    ['10', '9', true, false],
    ['8', '9', false, false],
    ['9007199254740993', '9007199254740992', true, false],
    ['', '9', false, false],
    ['x', '9', false, false],
  ])('%s of the same term as %s: reaches it %s, is it %s', (a, b, reaches, same) => {
    expect(roles.reaches(revision('1', a), revision('1', b))).toBe(reaches)
    expect(roles.sameRevision(revision('1', a), revision('1', b))).toBe(same)
  })

  it('is compared by the value of the first rank first', () => {
    expect(roles.reaches(revision('2', '1'), revision('1', '9'))).toBe(true)
    expect(roles.reaches(revision('1', '9'), revision('2', '1'))).toBe(false)
    expect(roles.numberOf(revision('2', '7'))).toBe('7')
  })

  it('is the same where the bytes are, whatever its numbers', () => {
    const [a, b] = [values(['#hash', 'ab'], ['#seq', '1']), values(['#hash', 'ab'], ['#seq', '2'])]
    expect(roles.sameRevision(a, b)).toBe(true)
    expect(roles.sameRevision(a, values(['#hash', 'cd']))).toBe(false)
  })

  it('has no order where the driver names none', () => {
    const plain = new Roles([{ name: '#id', role: 'key', rank: 0 }])
    expect([plain.isOrdered(revision('1', '2')), plain.numberOf(revision('1', '2'))]).toEqual([false, ''])
    expect(plain.reaches(revision('1', '2'), revision('1', '1'))).toBe(false)
  })
})

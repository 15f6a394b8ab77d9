import { describe, expect, it } from 'vitest'
import { around, differing } from './differing'

const names = (name: string) => `[{"name":"${name}","role":"author"}]`

describe('two long texts', () => {
  it.each([
    ['differ in the middle', names('Ada'), names('Grace'), 'Ada', 'Grace'],
    ['differ by what one has more', names('Ada'), names('Ada Lovelace'), '', ' Lovelace'],
    ['differ at the end', 'a long text that ends with 1', 'a long text that ends with 22', '1', '22'],
    ['share what could be head or tail', 'aaaaaaaaaaaaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaaaaaaaaaaaaa', '', 'a'],
    ['differ in half of a character', names('\u{1F600}'), names('\u{1F601}'), '\u{1F600}', '\u{1F601}'],
  ])('%s', (_, one, other, mine, theirs) => {
    const found = differing(one, other)
    expect(found?.map(({ own }) => own)).toEqual([mine, theirs])
    expect(found?.map(({ head, own, tail }) => head + own + tail)).toEqual([one, other])
  })

  it.each([
    ['are short', 'Ada', 'Grace'],
    ['have nothing in common', 'a text about one thing, long', 'quite another subject, briefly put'],
    ['are the same', names('Ada'), names('Ada')],
  ])('are not marked if they %s', (_, one, other) => {
    expect(differing(one, other)).toBeNull()
  })

  it('can be shown with less around what differs', () => {
    const parts = { head: `${'x'.repeat(30)}\u{1F600}`, own: 'Ada', tail: 'y'.repeat(30) }
    expect(around(parts, 2, 3)).toEqual({ head: '…x\u{1F600}', own: 'Ada', tail: 'yyy…' })
    expect(around(parts, 40, 40)).toEqual(parts)
  })
})

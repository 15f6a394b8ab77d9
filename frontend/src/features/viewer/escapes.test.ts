// SPEC: A-BRO-06, APP-02
import { describe, expect, it } from 'vitest'
import { codeUnits, hexText } from './escapes'

describe('a string that UTF-8 cannot hold', () => {
  it('is its code units', () => {
    expect([...codeUnits('a\\ud83e\\n\\"\\\\\\/é')]).toEqual([0x61, 0xd83e, 10, 34, 92, 47, 0xe9])
  })

  it('is shown in hex beside its characters', () => {
    expect(hexText(codeUnits('abcdefgh\\ud83e!'))).toBe(
      '000000  0061 0062 0063 0064 0065 0066 0067 0068  abcdefgh\n000008  d83e 0021                                .!',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { inRem, rem } from './rem'

describe('Lengths that follow the text size', () => {
  // APP-17
  it.each([
    ['13px', '0.8125rem'],
    ['0 7px', '0 0.4375rem'],
    ['-24px', '-1.5rem'],
    ['calc(100% - 8px)', 'calc(100% - 0.5rem)'],
    ['calc(-1 * var(--s-8px) + 12.5px)', 'calc(-1 * var(--s-8px) + 0.78125rem)'],
    ['1px solid var(--c-line)', '1px solid var(--c-line)'],
    ['0 0 0 1px red, 0 0 0 3px blue', '0 0 0 1px red, 0 0 0 0.1875rem blue'],
    ['0.5px', '0.5px'],
    ['url(a.svg#16px)', 'url(a.svg#16px)'],
    ['(max-width: 900px)', '(max-width: 56.25rem)'],
  ])('writes %s as %s', (from, to) => {
    expect(inRem(from)).toBe(to)
  })

  it('gives a length for the script', () => {
    expect(rem(26)).toBe('1.625rem')
  })
})

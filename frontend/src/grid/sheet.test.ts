// SPEC: APP-02
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../lib/random'
import { reorder, rising } from './sheet'

describe('the most numbers that rise', () => {
  it.each<[name: string, numbers: number[], held: number, found: number[]]>([
    ['none of none', [], -1, []],
    ['all that are in order', [0, 1, 2], -1, [0, 1, 2]],
    ['the longer part of what begins again', [3, 4, 5, 6, 0, 1], -1, [0, 1, 2, 3]],
    ['one of those that fall', [2, 1, 0], 1, [1]],
    ['those on both sides of the one that is held', [3, 4, 5, 0, 1], 3, [3, 4]],
    ['the best of several', [4, 0, 3, 1, 2], -1, [1, 3, 4]],
  ])('%s', (_, numbers, held, found) => {
    expect([...rising(numbers, held)].sort((a, b) => a - b)).toEqual(found)
  })
})

describe('children that are brought into order', () => {
  afterEach(() => document.body.replaceChildren())

  function parentOf(count: number): HTMLElement[] {
    const parent = document.body.appendChild(document.createElement('div'))
    return Array.from({ length: count }, () => {
      const child = parent.appendChild(document.createElement('div'))
      child.tabIndex = -1
      return child
    })
  }

  function shuffled<T>(list: readonly T[], random: () => number): T[] {
    return list
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one)
  }

  it('stand as they are wanted, and the focused one was not moved', () => {
    const random = seededRandom(3)
    const children = parentOf(12)
    const parent = document.body.firstElementChild as HTMLElement
    for (let round = 0; round < 100; round++) {
      const wanted = shuffled(children, random)
      const held = children[round % children.length] as HTMLElement
      held.focus()
      const moved = vi.spyOn(parent, 'insertBefore')
      reorder(parent, wanted)
      expect([...parent.children]).toEqual(wanted)
      expect(moved.mock.calls.map(([child]) => child)).not.toContain(held)
      moved.mockRestore()
    }
  })

  it('are moved by as few moves as that takes', () => {
    const children = parentOf(10)
    const parent = document.body.firstElementChild as HTMLElement
    const moved = vi.spyOn(parent, 'insertBefore')
    reorder(parent, [...children.slice(8), ...children.slice(0, 8)])
    expect(moved).toHaveBeenCalledTimes(2)
  })
})

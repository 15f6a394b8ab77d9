import { expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { derive } from './derive'

it('follows each of the stores that it comes from, and knows its state before', () => {
  const [a, b] = [createStore(() => ({ n: 1 })), createStore(() => ({ n: 10 }))]
  const sum = derive<{ sum: number; before?: number }>([a, b], (was) => ({
    sum: a.getState().n + b.getState().n,
    ...(was && { before: was.sum }),
  }))
  const heard = vi.fn()
  sum.subscribe(({ sum: now }) => heard(now))
  expect(sum.getState()).toEqual({ sum: 11 })
  a.setState({ n: 2 })
  b.setState({ n: 20 })
  expect(sum.getState()).toEqual({ sum: 22, before: 12 })
  expect(heard.mock.calls).toEqual([[12], [22]])
})

it('tells nobody where its state stays the same', () => {
  const source = createStore(() => ({ n: 1 }))
  const even = derive<boolean>([source], () => source.getState().n % 2 === 0)
  const heard = vi.fn()
  even.subscribe(heard)
  source.setState({ n: 3 })
  expect(heard).not.toHaveBeenCalled()
})

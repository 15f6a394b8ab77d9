// SPEC: APP-03
import { expect, it } from 'vitest'
import { pagesHere } from './pagesHere'

it('knows the pages that the window showed before, the last twenty', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  expect([...pagesHere('a', storage)]).toEqual([])
  expect([...pagesHere('b', storage)]).toEqual(['a'])
  for (let page = 0; page < 20; page++) pagesHere(`p${page}`, storage)
  expect(pagesHere('c', storage).has('b')).toBe(false)
  expect(pagesHere('d', storage).has('p19')).toBe(true)
})

it('knows none where nothing can be stored', () => {
  const denied = () => {
    throw new Error('denied')
  }
  expect([...pagesHere('a', { getItem: denied, setItem: denied })]).toEqual([])
})

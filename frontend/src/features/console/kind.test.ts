// SPEC: APP-03
import { expect, it } from 'vitest'
import { newConsole } from './kind'

const tab = (title: string) => ({ saved: () => ({ kind: 'console', state: { title, text: 'GET /' } }) })
const other = { saved: () => null }

it('numbers consoles by the first number that is free', () => {
  expect(newConsole([])).toEqual({ kind: 'console', state: { title: 'Console 1' } })
  expect(newConsole([], 'GET /').state).toEqual({ title: 'Console 1', text: 'GET /', opened: 'now' })
  expect(newConsole([other, tab('Console 1'), tab('Console 3')]).state.title).toBe('Console 2')
})

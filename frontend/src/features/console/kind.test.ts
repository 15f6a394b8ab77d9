// SPEC: APP-03
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { newConsole } from './kind'

const tab = (title: string) => ({ face: createStore(() => ({ title, preview: false, dirty: false, sending: false })) })

it('numbers consoles by the first number that is free', () => {
  expect(newConsole([])).toEqual({ kind: 'console', state: { title: 'Console 1' } })
  expect(newConsole([], 'GET /').state).toEqual({ title: 'Console 1', text: 'GET /', opened: 'now' })
  expect(newConsole([tab('books'), tab('Console 1'), tab('Console 3')]).state.title).toBe('Console 2')
})

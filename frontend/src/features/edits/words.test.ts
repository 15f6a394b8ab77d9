import { expect, it } from 'vitest'
import { planOf } from './fixture'
import { lastingText, pendingWords } from './words'

// SPEC: A-EDT-01
it('writes large numbers of staged rows as any other number', () => {
  const none = { created: 0, invalid: 0, refused: 0, conflict: 0, unknown: 0 }
  expect(pendingWords({ ...none, edited: 1000, deleted: 1234, refused: 2000 })).toBe(
    '2,234 changes to save: 1,000 edited, 1,234 deleted; 2,000 refused',
  )
})

// SPEC: A-EDT-01, A-EDT-08
it('counts each staged row once, and those that cannot be saved apart', () => {
  const none = { edited: 0, created: 0, deleted: 0, invalid: 0, refused: 0, conflict: 0, unknown: 0 }
  expect(pendingWords({ ...none, edited: 10, conflict: 1 })).toBe('10 changes to save: 10 edited; 1 conflict')
  expect(pendingWords({ ...none, invalid: 1, conflict: 2, unknown: 1 })).toBe(
    'No other changes to save; 1 invalid; 2 conflicts; 1 to check',
  )
  expect(pendingWords(none)).toBe('No changes to save')
})

// SPEC: A-EDT-18
it.each([
  [0, [0, 1], ''],
  [1, [0], 'Undo Save cannot revert this. Because.'],
  [2, [0, 1], 'Undo Save cannot revert these changes. Because.'],
  [1, [0, 1, 2], 'Undo Save cannot revert 1 of these 3 changes. Because.'],
])('says before a save that %i of its requests %j cannot be undone', (lasting, rows, want) => {
  expect(lastingText(planOf('p', rows, { lasting, lastingWhy: 'Because.' }))).toBe(want)
})

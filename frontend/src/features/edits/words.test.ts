import { expect, it } from 'vitest'
import { pendingWords } from './words'

// SPEC: A-EDT-01
it('writes large numbers of staged rows as any other number', () => {
  expect(pendingWords({ edited: 1000, created: 0, deleted: 1234, refused: 2000 })).toBe(
    '2,234 changes to save: 1,000 edited, 1,234 deleted; 2,000 refused',
  )
})

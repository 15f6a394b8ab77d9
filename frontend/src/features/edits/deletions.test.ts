// SPEC: A-EDT-18
import { describe, expect, it } from 'vitest'
import { deletionsButton, deletionsOf, deletionsTitle, deletionWords, placesWords } from './deletions'
import { planOf } from './fixture'
import type { PlannedRow, Saved } from './planned'

const nouns = { rowNoun: 'document', rowsNoun: 'documents' }
const rowIn = (place: string, act: PlannedRow['act']): PlannedRow => ({
  ...{ key: place, title: place, act, cells: new Map(), before: new Map(), copies: false },
  ...{ hidden: [], place },
})

/** The deletions of a plan with a row for each of the given places, after which others are edited. */
function planned(deleted: readonly string[], edited = 0, undoes: Saved | null = null) {
  const rows = [...deleted.map((place) => rowIn(place, 'delete')), ...Array(edited).fill(rowIn('small', ''))]
  const info = planOf(
    'p1',
    rows.map((_, at) => at),
    { deletions: deleted.length, needsConfirmation: true },
  )
  return deletionsOf({ info, rows, left: 0, undoes })
}

describe('the question before documents are deleted', () => {
  const thousand = planned(Array(1000).fill('small'))
  const mixed = planned(Array(12).fill('small'), 3)
  const undoing = planned(Array(12).fill('small'), 1, { plan: 'p0', rows: [], keys: new Map(), saved: 13 })

  it('names how many documents of which object', () => {
    expect(deletionsTitle(thousand, nouns, 'small')).toBe('Delete 1,000 documents of small?')
    expect(deletionsButton(thousand, nouns)).toBe('Delete 1,000 Documents')
  })

  it('names what is saved besides, or undone', () => {
    expect(deletionsTitle(mixed, nouns, 'small')).toBe('Delete 12 documents of small and save 3 changes?')
    expect(deletionsButton(mixed, nouns)).toBe('Delete 12 Documents and Save 3 Changes')
    expect(deletionsTitle(undoing, nouns, 'small')).toBe('Delete 12 documents of small and undo 1 change?')
  })

  it('names the places of documents that several objects are shown from', () => {
    expect(placesWords(thousand, 'small')).toBe('')
    expect(placesWords(thousand, 'an-alias')).toBe('All are in small.')
    expect(placesWords(planned(['logs-1', 'logs-2', 'logs-1']), 'logs-*')).toBe('2 in logs-1, 1 in logs-2.')
  })

  it('is none where nothing is deleted', () => {
    expect(deletionWords(planned([], 3), nouns)).toBe('')
  })
})

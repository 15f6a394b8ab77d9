// SPEC: A-EDT-12, B-EDT-06, CON-22
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SavedRow, SessionInfo } from '../../host'
import { kinds } from '../../host/fixture'
import { InWindow } from '../../window/fixture'
import { DropSheet } from './DropSheet'
import { Dropping } from './dropping'
import { FakeHost, failureOf, planOf } from './fixture'

afterEach(cleanup)

const outcomeOf = (outcome: SavedRow['outcome'], message = ''): SavedRow => ({
  ...{ row: 0, outcome, document: '', revision: [] },
  error: message === '' ? null : failureOf('engine', message),
})

function open(safeMode = 'off', noDrop = '', noEmpty = 'Use POST /{name}/_delete_by_query.') {
  const host = new FakeHost()
  const nouns = { objectNoun: 'index', rowNoun: 'document', rowsNoun: 'documents', kinds }
  const session = { id: 's1', safeMode, noDrop, noEmpty, ...nouns } as SessionInfo
  const changed = vi.fn()
  const dropping = new Dropping({ host, session, changed, staged: () => 2 })
  const [request] = planOf('p1', [0]).requests
  host.answers.set('Edits.PlanDrop', () =>
    planOf('p1', [], {
      requests: request ? [{ ...request, method: 'DELETE', path: '/books-drafts', query: '', body: '' }] : [],
    }),
  )
  host.answers.set('Grid.Counts', () => ({ counts: [{ name: 'books-drafts', count: '312', error: '' }] }))
  host.answers.set('Edits.Send', () => ({ rows: [outcomeOf('done')] }))
  render(
    <InWindow>
      <DropSheet dropping={dropping} session={session} />
    </InWindow>,
  )
  host.answers.set('Edits.PlanEmpty', () =>
    planOf('p1', [], {
      requests: request
        ? [
            {
              ...{ ...request, method: 'DELETE', path: '/books-drafts/documents', query: 'truncate=true', body: '' },
              reason: 'It keeps its schema.',
            },
          ]
        : [],
    }),
  )
  const ask = async () => {
    await dropping.ask('books-drafts')
    return within(await screen.findByRole('alertdialog', { name: 'Delete the index books-drafts?' }))
  }
  return { host, dropping, changed, ask }
}

describe('deleting an object', () => {
  it('shows the exact request and how many documents it has, and is sent only once the name was typed', async () => {
    const { host, changed, ask } = open()
    const sheet = await ask()
    expect(host.requests('Edits.PlanDrop')).toEqual([{ session: 's1', object: 'books-drafts' }])
    expect(sheet.getByRole('region', { name: 'Request' }).textContent).toBe('DELETE http://host:9200/books-drafts')
    await sheet.findByText(/^All 312 documents in it will be deleted. This cannot be undone./)
    sheet.getByText(/Its 2 unsaved changes will be lost\.$/)
    const button = sheet.getByRole('button', { name: 'Delete Index' })
    const field = sheet.getByRole('textbox', { name: 'Type books-drafts to confirm' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    for (const typed of ['books-draft', 'Books-drafts', 'books-drafts ']) {
      await userEvent.clear(field)
      await userEvent.type(field, typed)
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await userEvent.click(button)
    }
    expect(host.requests('Edits.Send')).toEqual([])
    await userEvent.clear(field)
    await userEvent.type(field, 'books-drafts{Enter}')
    expect(host.requests('Edits.Send')).toEqual([])
    await userEvent.click(button)
    expect(host.requests('Edits.Send')).toEqual([{ plan: 'p1', digest: 'digest of p1' }])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(changed.mock.calls).toEqual([['books-drafts', 'gone']])
    expect(host.requests('Edits.Drop')).toEqual([{ plan: 'p1' }])
  })

  // SPEC: A-EDT-13
  it('says how only its documents are deleted', async () => {
    const sheet = await open().ask()
    sheet.getByText('Delete only its documents, and keep the index? Use POST /books-drafts/_delete_by_query.')
  })

  it('is given up by Escape, and its plan is dropped', async () => {
    const { host, changed, ask } = open()
    await ask()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([host.requests('Edits.Send'), host.requests('Edits.Drop')]).toEqual([[], [{ plan: 'p1' }]])
    expect(changed).not.toHaveBeenCalled()
  })

  it('that the driver refuses to plan says why, and can be prepared again', async () => {
    const { host, ask } = open()
    const error = failureOf('refused', 'books-* is a pattern.')
    const refused = { row: 0, column: '', error, theirs: '', revision: [] }
    host.answers.set('Edits.PlanDrop', () => planOf('p1', [], { refusals: [refused] }))
    const sheet = await ask()
    expect(sheet.getByRole('alert').textContent).toContain('books-* is a pattern.')
    expect(sheet.queryByRole('button', { name: 'Delete Index' })).toBeNull()
    await userEvent.click(sheet.getByRole('button', { name: 'Prepare Again' }))
    expect(host.requests('Edits.PlanDrop')).toHaveLength(2)
  })

  it.each([
    ['that the engine refuses says so, and nothing is read again', 'refused', 0],
    ['without a response says that it is not known, and the list is read again', 'unknown', 1],
  ] as const)('%s', async (_, outcome, changes) => {
    const { host, changed, ask, dropping } = open()
    host.answers.set('Edits.Send', () => ({ rows: [outcomeOf(outcome, 'No usable response.')] }))
    const sheet = await ask()
    await dropping.send('books-drafts')
    await waitFor(() => expect(sheet.getByRole('alert').textContent).toContain('No usable response.'))
    expect(changed).toHaveBeenCalledTimes(changes)
    await dropping.send('books-drafts')
    expect(host.requests('Edits.Send')).toHaveLength(1)
  })

  it.each([
    ['on a read-only connection', 'read-only', 'index', /^This connection is read-only/],
    ['of a pattern', 'off', 'pattern', 'x is a pattern. Delete one index at a time.'],
    ['of an alias', 'confirm', 'alias', 'x is an alias. Delete one index at a time.'],
    ['of a data stream', 'off', 'data stream', 'x is a data stream. Delete one index at a time.'],
    ['of an index', 'confirm', 'index', ''],
  ])('%s: why not', (_, safeMode, kind, why) => {
    const { dropping } = open(safeMode)
    expect(dropping.why({ name: 'x', kind })).toEqual(why instanceof RegExp ? expect.stringMatching(why) : why)
  })

  it('that stays, but is emptied, shows the request and that it stays', async () => {
    const { host, changed, dropping } = open('off', '', '')
    await dropping.ask('books-drafts', 'empty')
    const sheet = within(await screen.findByRole('alertdialog', { name: 'Empty the index books-drafts?' }))
    expect([host.requests('Edits.PlanDrop').length, host.requests('Edits.PlanEmpty')]).toEqual([
      0,
      [{ session: 's1', object: 'books-drafts' }],
    ])
    expect(sheet.getByRole('region', { name: 'Request' }).textContent).toBe(
      'DELETE http://host:9200/books-drafts/documents?truncate=true',
    )
    await sheet.findByText(/^All 312 documents in it will be deleted. This cannot be undone./)
    sheet.getByText('It keeps its schema.')
    sheet.getByText(/Its 2 unsaved changes stay open, but a deleted document can no longer be changed\.$/)
    const button = sheet.getByRole('button', { name: 'Empty Index' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.type(sheet.getByRole('textbox', { name: 'Type books-drafts to confirm' }), 'books-drafts')
    await userEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(host.requests('Edits.Send')).toEqual([{ plan: 'p1', digest: 'digest of p1' }])
    expect(changed.mock.calls).toEqual([['books-drafts', 'empty']])
  })

  it('is emptied with the same reasons against it as it is deleted with', () => {
    const never = open('off').dropping
    expect(never.why({ name: 'x', kind: 'index' }, 'empty')).toBe('Use POST /x/_delete_by_query.')
    cleanup()
    const { dropping } = open('off', '', '')
    expect(dropping.why({ name: 'x', kind: 'index' }, 'empty')).toBe('')
    expect(dropping.why({ name: 'x', kind: 'alias' }, 'empty')).toBe('x is an alias. Empty one index at a time.')
    cleanup()
    expect(open('read-only', '', '').dropping.why({ name: 'x', kind: 'index' }, 'empty')).toMatch(/read-only/)
  })

  it('that the driver does not offer says what it offers instead', () => {
    const { dropping } = open('off', 'Use DELETE /collections/{name} in the console.')
    expect(dropping.why({ name: 'x', kind: 'index' })).toBe('Use DELETE /collections/x in the console.')
  })
})

// SPEC: A-FIL-05, A-FIL-01
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { InWindow } from '../../../window/fixture'
import { FilterBar } from '../../filter/FilterBar'
import { arrangedOf, FakeHost, sessionOf, viewOf } from '../fixture'
import { EmptyRows, FailedPages } from './Placeholders'
import { RowsTab } from './rowsTab'

afterEach(cleanup)

// SPEC: A-EDT-13
it('says how documents are added where there are none', () => {
  const session = sessionOf({ noImport: 'Use POST /{name}/_bulk.' })
  render(
    <InWindow>
      <EmptyRows session={session} object={{ name: 'books', kind: 'index' }} />
    </InWindow>,
  )
  expect(screen.getByText('Use POST /books/_bulk.')).toBeTruthy()
})

/** Filters the rows of a tab by something that the server refuses. */
async function refused() {
  const host = new FakeHost()
  host.answers.set('Grid.Open', () => ({ ...viewOf('books'), rawFilter: 'Lucene syntax', rawLanguage: 'Lucene' }))
  host.answers.set('Grid.Arrange', () => arrangedOf({ generation: 7 }))
  const tab = new RowsTab({ id: 't1', host, session: sessionOf(), changed: vi.fn() }, { state: { object: 'books' } })
  tab.show()
  await vi.waitFor(() => expect(tab.rows.store.getState().total).toBe('6'))
  host.fail('/data/page', 'engine', 'Failed to parse query [price:[]')
  const row = {
    column: '',
    operator: 'query string',
    values: ['price:['],
    foldCase: false,
    sameElement: false,
    off: false,
  }
  await tab.filtering.use({ any: false, rows: [row] })
  const { error } = tab.rows.store.getState()
  if (!error) throw new Error('nothing failed')
  return { tab, error }
}

function show({ tab, error }: Awaited<ReturnType<typeof refused>>) {
  render(
    <>
      <FilterBar filtering={tab.filtering} columns={[]} onLeave={vi.fn()} />
      <FailedPages error={error} filtering={tab.filtering} rowsNoun="documents" onRetry={vi.fn()} />
    </>,
    { wrapper: InWindow },
  )
}

it('says once why a filter failed, in its bar, and of the rows that they are those of before', async () => {
  show(await refused())
  expect(screen.getAllByText(/Failed to parse query/)).toHaveLength(1)
  expect(screen.getByRole('alert').textContent).toContain('Failed to parse query')
  expect(screen.getByText('The filter was not applied. These documents were loaded earlier.')).toBeTruthy()
})

it('says over the rows why a filter failed whose bar is hidden', async () => {
  const failed = await refused()
  failed.tab.filtering.hide()
  show(failed)
  expect(screen.getAllByText(/Failed to parse query/)).toHaveLength(1)
})

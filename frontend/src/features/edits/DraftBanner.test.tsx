// SPEC: APP-03
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { InWindow } from '../../window/fixture'
import { DraftBanner } from './DraftBanner'
import { Drafts } from './drafts'
import { FakeHost } from './fixture'

afterEach(cleanup)

const draftOf = (edits: string, changes: number, page = 'old') => ({ edits, changes, sending: [], page, kept: false })

async function open(objects: string[], object?: string) {
  const host = new FakeHost()
  const saved = String(new Date().setHours(9, 5))
  host.answers.set('Drafts.List', () => ({
    drafts: objects.map((name, at) => ({
      ...{ object: name, page: 'old', saved },
      draft: JSON.stringify({ version: 1, drafts: [draftOf(name, at + 1)] }),
    })),
    ...{ notice: '', off: false },
  }))
  const drafts = new Drafts({ host, connection: 'c1', page: 'now', before: new Set() })
  await drafts.read()
  const onRestore = vi.fn()
  render(
    <InWindow>
      <DraftBanner drafts={drafts} object={object} onRestore={onRestore} />
    </InWindow>,
  )
  return { host, drafts, onRestore }
}

describe('what was staged before Quarry ended', () => {
  it('is offered, that of the object in sight first, and restored when its user wants it', async () => {
    const { onRestore, drafts } = await open(['logs', 'books'], 'books')
    screen.getByText('2 unsaved changes from 09:05 in books')
    screen.getByText('1 of 2')
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
    expect(onRestore).toHaveBeenCalledWith(drafts.store.getState().found[1])
  })

  it('is removed only after its user was asked', async () => {
    const { host } = await open(['books'])
    await userEvent.click(screen.getByRole('button', { name: 'Discard…' }))
    screen.getByRole('alertdialog', { name: 'Discard 1 unsaved change in books?' })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(host.requests('Drafts.Save')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Discard…' }))
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() =>
      expect(host.requests('Drafts.Save')).toEqual([
        {
          ...{ connection: 'c1', before: [], object: 'books', page: 'now', draft: '' },
          taken: [{ page: 'old', saved: expect.stringMatching(/^\d+$/), left: '' }],
        },
      ]),
    )
    expect(screen.queryByText(/unsaved change/)).toBeNull()
  })

  it('is not there where nothing was staged, and says why nothing can be stored', async () => {
    const { host, drafts } = await open([])
    expect(screen.queryByRole('status')).toBeNull()
    host.fail('Drafts.Save', 'invalid', 'They take up more than 8 MB.')
    drafts.touch('books', 't1', () => draftOf('a', 1))
    await act(() => drafts.flush())
    screen.getByText('They take up more than 8 MB.')
  })

  it('is stored at once when the page is hidden', async () => {
    const { host, drafts } = await open([])
    drafts.touch('books', 't1', () => draftOf('a', 1))
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(host.requests('Drafts.Save')).toHaveLength(1))
    vi.restoreAllMocks()
  })
})

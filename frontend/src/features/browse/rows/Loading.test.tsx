// SPEC: A-BRO-14
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { InWindow } from '../../../window/fixture'
import { FakeHost, sessionOf } from '../fixture'
import { Loading } from './Loading'
import { RowsTab } from './rowsTab'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('shows how far the search for a far row is as soon as that is known', async () => {
  vi.useFakeTimers()
  const host = new FakeHost()
  host.answers.set('/data/page', () => new Promise(() => undefined))
  let progress = { done: '0', total: '' }
  host.answers.set('Grid.Progress', () => progress)
  const tab = new RowsTab({ id: 't1', host, session: sessionOf(), changed: vi.fn() }, { state: { object: 'books' } })
  const { container } = render(<Loading tab={tab} />, { wrapper: InWindow })
  tab.show()
  await act(() => vi.advanceTimersByTimeAsync(1500))
  const done = () => container.querySelector<HTMLElement>('[data-part=loading] [data-part=track] > i')?.style.width
  const reading = () => screen.getByRole('progressbar', { name: 'Loading books' }).getAttribute('aria-valuenow')
  expect([done(), reading()]).toEqual(['', null])
  progress = { done: '120000', total: '480000' }
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect([done(), reading()]).toEqual(['25%', '25'])
  expect(container.textContent).toContain('skipped 120,000 of 480,000 rows')
})

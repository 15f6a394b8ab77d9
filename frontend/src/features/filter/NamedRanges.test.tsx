// SPEC: A-FIL-11
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Filter } from '../../host'
import { InWindow } from '../../window/fixture'
import type { Told } from './checks'
import { FilterBar } from './FilterBar'
import { accepted, columns, filteringOf } from './fixture'
import { momentsText, momentWords } from './words'

afterEach(cleanup)

const evening = String(Date.UTC(2026, 10, 26, 23, 59, 59, 999))
const morning = String(Date.UTC(2026, 10, 26))

function open(answer?: (filter: Filter) => Told) {
  const opened = filteringOf(answer)
  render(
    <InWindow>
      <FilterBar filtering={opened.filtering} columns={columns} onLeave={() => undefined} />
    </InWindow>,
  )
  act(() => opened.filtering.show('authors.born'))
  return { ...opened, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) }
}

const range = () => document.querySelector('[aria-label^="Range, "]') as HTMLElement

it('a range that is chosen by its name fills in the operator and the values', async () => {
  const { user, asked, filtering, now } = open()
  const choose = async (title: string) => {
    await user.click(range())
    const list = await screen.findByLabelText('Range', { selector: '[role=listbox]' })
    await user.click(within(list).getByText(title, { exact: true }))
  }
  await choose('Today')
  expect(now().drafts[0]).toMatchObject({ operator: { id: 'between' }, values: ['dawn', 'dusk'] })
  expect(range().getAttribute('aria-label')).toBe('Range, Today')
  await choose('From Today')
  expect(now().drafts[0]).toMatchObject({ operator: { id: 'greater or equal' }, values: ['dawn'] })
  await act(() => filtering.apply())
  expect(asked).toEqual([
    { any: false, rows: [{ column: 'authors.born', operator: 'greater or equal', values: ['dawn'] }] },
  ])
  act(() => filtering.set(1, { values: ['dusk'] }))
  expect(range().getAttribute('aria-label')).toBe('Range, Range')
})

it('no range is offered for a list, and none where the driver has none', () => {
  const { filtering } = open()
  expect(range()).not.toBeNull()
  act(() => filtering.set(1, { operator: 'in list' }))
  expect(range()).toBeNull()
  act(() => filtering.set(1, { operator: 'between', column: 'pages' }))
  expect(range()).toBeNull()
})

it('the moments that computed values mean are shown beside them, ahead of what else to know', async () => {
  const { filtering, rest } = open((filter) => ({
    ...accepted(filter),
    moments: [
      { row: 0, value: 0, millis: morning },
      { row: 0, value: 1, millis: evening },
    ],
  }))
  act(() => filtering.set(1, { operator: 'between', values: ['dawn', 'dusk'] }))
  await act(rest)
  const said = `${momentsText('two', [
    { row: 0, value: 0, millis: morning },
    { row: 0, value: 1, millis: evening },
  ])} about authors.born`
  await vi.waitFor(() => expect(screen.getByText(said)).toBeTruthy())
})

it('a moment is told in UTC, and in the time of the user where that is another', () => {
  expect(momentWords(morning, 'UTC')).toBe('2026-11-26 00:00:00 UTC')
  expect(momentWords(morning, 'Europe/Berlin')).toBe('2026-11-26 00:00:00 UTC (01:00:00 local)')
  expect(momentWords(evening, 'Europe/Berlin')).toBe('2026-11-26 23:59:59 UTC (2026-11-27 00:59:59 local)')
  expect(momentWords(morning, 'America/New_York')).toBe('2026-11-26 00:00:00 UTC (2026-11-25 19:00:00 local)')
  const at = (value: number) => ({ row: 0, value, millis: morning })
  expect(momentsText('two', [], 'UTC')).toBe('')
  expect(momentsText('two', [at(0), at(1)], 'UTC')).toBe('From 2026-11-26 00:00:00 UTC to 2026-11-26 00:00:00 UTC.')
  expect(momentsText('two', [at(0)], 'UTC')).toBe('From 2026-11-26 00:00:00 UTC.')
  expect(momentsText('two', [at(1)], 'UTC')).toBe('To 2026-11-26 00:00:00 UTC.')
  expect(momentsText('one', [at(0)], 'UTC')).toBe('That is 2026-11-26 00:00:00 UTC.')
})

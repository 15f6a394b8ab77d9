import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ChangesList } from './ChangesList'
import { ChangesTable } from './ChangesTable'
import { text } from './fixture'
import type { PlannedRow } from './planned'
import { actNames } from './words'

afterEach(cleanup)

const names = (name: string) => `[{"role":"author","name":"${name}","born":1970}]`
const row = (before: string, after: string): PlannedRow => ({
  ...{ key: 'a', title: 'a', act: '', hidden: [], place: '', copies: false },
  cells: new Map([['authors', { text: after, null: false }]]),
  before: new Map([['authors', text(before)]]),
})
const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)

it('of long values what differs is marked, and all of them is shown', () => {
  render(<ChangesTable row={row(names('Ada'), names('Grace'))} />)
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'authors',
    names('Ada'),
    names('Grace'),
  ])
  expect(marks()).toEqual(['Ada', 'Grace'])
})

it('a line of all changes shows what differs with a little in front of it, and other values from their beginning', async () => {
  const onOpen = vi.fn()
  const entries = [row(names('Ada'), names('Grace')), row('The Velvet Quarry', 'Something else altogether')].map(
    (row) => ({ row, request: {} as never }),
  )
  render(<ChangesList entries={entries} names={actNames} at={0} onChoose={vi.fn()} onOpen={onOpen} />)
  const [first, second] = screen.getAllByRole('option')
  expect(first?.textContent).toBe(
    'Editedaauthors…or","name":"Ada","born":1970}]becomes …or","name":"Grace","born":1970}]',
  )
  expect(second?.textContent).toContain('The Velvet Quarrybecomes Something else altogether')
  expect(marks()).toEqual(['Ada', 'Grace'])
  if (second) await userEvent.dblClick(second)
  expect(onOpen).toHaveBeenCalled()
})

// SPEC: APP-15
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, expect, it, vi } from 'vitest'
import type { ColumnStatistics } from '../../host'
import { InWindow } from '../../window/fixture'
import { fakeStatistics, statisticsOf } from './fixture'
import { StatisticsPane } from './StatisticsPane'

afterEach(cleanup)

async function show(part: Partial<ColumnStatistics> = {}) {
  const made = fakeStatistics(part)
  const [onConsole, onLeave] = [vi.fn(), vi.fn()]
  const nouns = { rowNoun: 'document', rowsNoun: 'documents' }
  const { container } = render(
    <StatisticsPane statistics={made.statistics} nouns={nouns} onConsole={onConsole} onLeave={onLeave} />,
    { wrapper: InWindow },
  )
  expect(screen.queryByRole('complementary')).toBeNull()
  await made.statistics.show('pages')
  const pane = await screen.findByRole('complementary', { name: 'Statistics of pages' })
  return { ...made, container, pane, onConsole, onLeave, user: userEvent.setup() }
}

it('counts all documents where the engine does not count those with a value', async () => {
  const { container } = await show({ present: '', values: '', top: [{ text: 'en', count: '60' }] })
  expect(screen.getByRole('status').textContent).toBe('120 documents')
  expect(screen.queryByRole('img', { name: /have a value/ })).toBeNull()
  expect((await axe.run(container)).violations).toEqual([])
})

it('shows every figure as the engine returned it, with marks for those that are not exact', async () => {
  const { pane, container } = await show({ estimated: true })
  expect(screen.getByRole('img', { name: '90 of 120 documents have a value' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('90 with a value 75%30 without 25%')
  const figures = within(pane).getByRole('region', { name: 'Figures' })
  expect([...figures.querySelectorAll('dt, dd')].map((e) => e.textContent)).toEqual([
    ...['Distinct', 'estimated3', 'Min', '-9223372036854775808', 'Max', '9223372036854775807'],
    ...['Sum', 'rounded1.0883579003488635E21', 'Average', 'rounded10.75'],
  ])
  expect(screen.getByText('All other values together: 10.')).toBeTruthy()
  expect(screen.getByText('Approximate: up to 2 more each (several shards).')).toBeTruthy()
  expect((await axe.run(container)).violations).toEqual([])
})

it('filters by a value and excludes it, or says why it cannot', async () => {
  const { by, user } = await show()
  await user.click(screen.getByRole('button', { name: 'Filter by This Value: 9007199254740993' }))
  expect(by).toHaveBeenLastCalledWith('pages', '9007199254740993', false)
  await user.click(screen.getByRole('button', { name: 'Exclude This Value: 9007199254740993' }))
  expect(by).toHaveBeenLastCalledWith('pages', '9007199254740993', true)
  const refused = screen.getByRole('button', { name: 'Exclude This Value: 7' })
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  expect(refused.getAttribute('data-tip')).toBe('Exclude This Value: 7: not possible')
})

it('draws the histogram, and shows it as a table', async () => {
  const { user } = await show()
  expect(screen.getByRole('img', { name: /^Histogram of pages from 0 to 150/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show as Table' }))
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'ValuesDocuments',
    '0 to 5080',
    '50 to 1000',
    '100 to 15010',
  ])
})

it('shows the request as it was sent, and opens it in a console', async () => {
  const { user, onConsole } = await show()
  await user.click(screen.getByText('1 request was sent'))
  await user.click(screen.getByRole('button', { name: 'Open in Console' }))
  expect(onConsole.mock.calls[0]?.[0]).toMatch(/^POST \/books\/_search\?preference=p\n\{/)
})

it('says what is missing of an incomplete answer and of values that cannot be summarized', async () => {
  await show({
    partial: true,
    notices: [{ text: 'A shard is not available.', detail: '{}' }],
    figures: false,
    reason: 'It is a text field.',
    top: [],
    other: '',
    countError: '',
    bars: [],
  })
  expect(screen.getByRole('alert').textContent).toContain('A shard is not available.')
  expect(screen.getByText('It is a text field.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Figures' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Top values' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Histogram' })).toBeNull()
})

it('counts objects of a column inside an array of them, and says so', async () => {
  await show({ objects: '480', valued: '240', ignored: '3', ignoredWhy: 'too long or malformed for the index' })
  expect(screen.getByText('240 of 480 objects have a value. The counts below are of objects.')).toBeTruthy()
  expect(
    screen.getByText('3 documents have a value that is too long or malformed for the index. It is not counted.'),
  ).toBeTruthy()
})

it('shows an error with a way to try again', async () => {
  const { host, statistics, user } = await show()
  host.fail('Grid.Statistics', 'engine', 'Data too large')
  await statistics.refresh()
  expect((await screen.findByRole('alert')).textContent).toContain('Data too large')
  host.answers.set('Grid.Statistics', () => statisticsOf())
  await user.click(screen.getByRole('button', { name: /^Try Again/ }))
  expect(await screen.findByRole('region', { name: 'Figures' })).toBeTruthy()
})

it('takes the keyboard, and gives it back to the rows when Escape closes it', async () => {
  const { pane, user, onLeave } = await show()
  await waitFor(() => expect(pane.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  expect(onLeave).toHaveBeenCalledOnce()
  expect(screen.queryByRole('complementary')).toBeNull()
})

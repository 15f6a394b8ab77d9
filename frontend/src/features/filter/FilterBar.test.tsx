// SPEC: A-FIL-01, A-FIL-02, A-FIL-04, A-FIL-05, A-FIL-06
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CommandsContext } from '../../commands/context'
import { Registry } from '../../commands/registry'
import type { Filter } from '../../host'
import { InWindow } from '../../window/fixture'
import type { Told } from './checks'
import { FilterBar } from './FilterBar'
import { accepted, columns, filteringOf, refusing } from './fixture'

afterEach(cleanup)

function open(answer?: (filter: Filter) => Told | Promise<Told>) {
  const opened = filteringOf(answer)
  const left = vi.fn()
  const ran: unknown[] = []
  const commands = new Registry({ mac: () => false, covered: () => false, tell: () => undefined })
  commands.attach({ scope: 'workspace', handlers: () => ({ 'console.new': { run: (text) => ran.push(text) } }) })
  render(
    <InWindow>
      <CommandsContext value={commands}>
        <FilterBar filtering={opened.filtering} columns={columns} onLeave={left} />
      </CommandsContext>
    </InWindow>,
  )
  act(() => opened.filtering.show())
  return { ...opened, left, ran, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) }
}

// Elements are found by their literal names: computing accessible names takes seconds with this many controls.
const rowOf = (number: number) => document.querySelectorAll('fieldset')[number - 1] as HTMLElement
const row = (number: number) => within(rowOf(number))
const value = (number = 1, name = 'Value') => row(number).getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const picker = (number: number, name: string) => rowOf(number).querySelector(`[aria-label^="${name}, "]`) as HTMLElement
const button = (name: string | RegExp) => screen.getByLabelText(name, { selector: 'button' })
const apply = () => screen.getByText(/^Apply/, { selector: 'button' })
const listOf = (name: string) => screen.findByLabelText(name, { selector: '[role=listbox]' })

type User = ReturnType<typeof userEvent.setup>
/** Opens a list, and waits until it has the focus. */
async function openList(user: User, number: number, name: string) {
  await user.click(picker(number, name))
  const list = await listOf(name)
  await vi.waitFor(() => expect(list.parentElement?.contains(document.activeElement)).toBe(true))
  return list
}

async function pick(user: User, number: number, name: string, option: string) {
  await user.click(within(await openList(user, number, name)).getByText(option, { exact: true }))
}

describe('the filter bar', () => {
  it('opens with the focus in its value, and Enter applies it', async () => {
    const { asked, user } = open()
    expect(document.activeElement).toBe(value())
    await user.keyboard('poetry{Enter}')
    expect(asked).toEqual([{ any: false, rows: [{ column: 'genre', operator: 'equals', values: ['poetry'] }] }])
    expect(screen.getByText('1 filter applied')).toBeTruthy()
    expect(screen.getByText('about genre')).toBeTruthy()
  })

  it('has the fields that its operator needs', async () => {
    const { user, asked, now } = open()
    await pick(user, 1, 'Operator', 'between')
    await user.type(value(1, 'From'), '1970')
    await user.type(value(1, 'To'), '1985')
    await pick(user, 1, 'Operator', 'in list')
    expect(now().drafts[0]?.values).toEqual(['1970', '1985', ''])
    await user.type(value(1, 'Add a value'), '2001{Enter}2002{Enter}{Backspace}3')
    expect(rowOf(1).querySelectorAll('li')).toHaveLength(3)
    await user.click(row(1).getByLabelText('Remove 1970'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(asked.at(-1)?.rows[0]?.values).toEqual(['1985', '2001', '20023'])
    await pick(user, 1, 'Operator', 'is NULL')
    expect(rowOf(1).querySelector('[data-value]')).toBeNull()
  })

  it('makes values of a list of what is typed, pasted or left in the field, and counts them', async () => {
    // SPEC: A-FIL-12
    const { user, now } = open()
    await pick(user, 1, 'Operator', 'in list')
    await user.type(value(1, 'Add a value'), 'a, "b, c",d')
    expect(now().drafts[0]?.values).toEqual(['a', 'b, c', 'd'])
    expect(row(1).getByText('3 values')).toBeTruthy()
    await user.paste('\te\nf')
    expect(now().drafts[0]?.values).toEqual(['a', 'b, c', 'd', 'e', 'f', ''])
    await user.type(value(1, 'Add a value'), 'g')
    await user.tab()
    expect(now().drafts[0]?.values.slice(-2)).toEqual(['g', ''])
    await user.click(row(1).getByLabelText('Remove g'))
    for (const last of ['f', 'e', 'd']) await user.click(row(1).getByLabelText(`Remove ${last}`))
    await user.type(value(1, 'Add a value'), '{Backspace}')
    expect(now().drafts[0]?.values).toEqual(['a', '"b, c"'])
  })

  it('picks a date from a calendar, which takes neither the focus nor the Enter that applies', async () => {
    const { user, asked, filtering, now } = open()
    act(() => filtering.set(now().drafts[0]?.id ?? 0, { column: 'authors.born', values: ['1970-01-31'] }))
    value().focus()
    await user.keyboard('{F4}{PageDown}{Enter}')
    expect(now().drafts[0]?.values).toEqual(['1970-02-28'])
    expect(asked).toEqual([])
    expect(document.activeElement).toBe(value())
    await user.keyboard('{Enter}')
    expect(asked.at(-1)?.rows[0]?.values).toEqual(['1970-02-28'])
    await user.keyboard('{F4}')
    for (const key of ['PageDown', 'Enter', 'Enter']) fireEvent.keyDown(value(), { key }) // as fast as keys come
    await vi.waitFor(() => expect(asked.at(-1)?.rows[0]?.values).toEqual(['1970-03-28']))
    await user.keyboard('{F4}')
    for (const key of ['Escape', 'Enter']) fireEvent.keyDown(value(), { key })
    await vi.waitFor(() => expect(asked).toHaveLength(3))
  })

  it('finds a column by a part of its name, and offers the two values of a boolean', async () => {
    const { user, now } = open()
    await openList(user, 1, 'Column')
    await user.keyboard('role{ArrowDown}{ArrowUp}{Enter}')
    expect(now().drafts[0]?.column).toBe('authors.role')
    await openList(user, 1, 'Column')
    await user.keyboard('old{Enter}')
    await pick(user, 1, 'Value', 'true')
    expect(now().drafts[0]).toMatchObject({ column: 'old', values: ['true'] })
  })

  it('dims the operators that a column cannot use, with the reason, and picks none of them', async () => {
    const { user, now, filtering } = open()
    act(() => filtering.set(1, { column: 'pages' }))
    const list = await openList(user, 1, 'Operator')
    const regex = within(list).getByText('matches regex').closest('[role=option]') as HTMLElement
    expect(regex.textContent).toBe('matches regexpages is an integer')
    expect(regex.getAttribute('aria-disabled')).toBe('true')
    await user.click(regex)
    expect(now().drafts[0]?.operator.id).toBe('equals')
    await user.keyboard('is not n{Enter}')
    expect(now().drafts[0]?.operator.id).toBe('is not null')
  })

  it('says at the row why it was refused, keeps Apply from being pressed, and offers another operator', async () => {
    const { user, now, asked, filtering } = open(refusing({ pages: 'pages is an integer.' }))
    act(() => filtering.set(1, { operator: 'matches regex', column: 'pages' }))
    await user.type(value(), '2[[0-9]{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('pages is an integer.')
    expect(value().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('no filter applied')).toBeTruthy()
    const dimmed = apply()
    expect([dimmed.getAttribute('aria-disabled'), dimmed.dataset.tip]).toEqual(['true', 'Filter 1 cannot be sent'])
    await user.click(dimmed)
    expect(asked).toHaveLength(1)
    await user.click(screen.getByText('Use between'))
    expect(now().drafts[0]).toMatchObject({ operator: { id: 'between' }, values: ['2[0-9]', ''], refusal: '' })
  })

  it('Escape takes back what was typed, then goes back to the rows and leaves the filter as it is', async () => {
    const { user, asked, left } = open()
    await user.keyboard('poetry{Enter}')
    await user.type(value(), ' and prose')
    await user.keyboard('{Escape}')
    expect([value().value, left.mock.calls.length]).toEqual(['poetry', 0])
    await user.keyboard('{Escape}')
    expect([asked.length, left.mock.calls.length]).toEqual([1, 1])
  })

  it('Escape takes back the value of its own row, also where another one was put above it', async () => {
    const { user, filtering, now } = open()
    await user.keyboard('poetry{Enter}')
    const made = await act(async () => filtering.add('genre', 1))
    await act(async () => filtering.move(made, -1))
    await user.type(value(1), 'novel')
    await user.type(value(2), ' and prose')
    await user.keyboard('{Escape}')
    expect(now().drafts.map(({ values }) => values[0])).toEqual(['novel', 'poetry'])
    await user.type(value(1), 's')
    await user.keyboard('{Escape}')
    expect(now().drafts.map(({ values }) => values[0])).toEqual(['', 'poetry'])
  })

  it('adds rows with the focus in the new one, moves them and removes them by keys', async () => {
    const { user, filtering } = open()
    await user.click(button('Add filter after 1'))
    expect(document.activeElement).toBe(value(2))
    const ids = () => filtering.store.getState().drafts.map(({ id }) => id)
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(ids()).toEqual([2, 1])
    await user.keyboard('{Control>}{Backspace}{/Control}')
    expect(ids()).toEqual([1])
    expect(document.activeElement).toBe(value(1))
    await user.click(button('Remove filter 1'))
    expect(ids()).toEqual([])
    await user.click(screen.getByText('Add a Filter'))
    expect(ids()).toEqual([3])
  })

  it('takes the focus again when it is shown again, and keeps it in an empty row when it is cleared', async () => {
    const { user, filtering, left, asked } = open()
    await user.keyboard('poetry{Enter}')
    act(() => (document.activeElement as HTMLElement).blur())
    act(() => filtering.show())
    expect(document.activeElement).toBe(value())
    await user.click(screen.getByText('Clear'))
    expect([asked.at(-1)?.rows, left.mock.calls.length, filtering.store.getState().open]).toEqual([[], 0, true])
    expect([value().value, document.activeElement === value()]).toEqual(['', true])
  })

  it('stays where a row is added before the filter is cleared, or where it cannot be', async () => {
    let clear: (error?: Error) => void = () => undefined
    const cleared = (filter: Filter) =>
      new Promise<Told>((go, fail) => {
        clear = (error) => (error ? fail(error) : go(accepted(filter)))
      })
    const { user, filtering, left } = open((f) => (f.rows.length > 0 ? accepted(f) : cleared(f)))
    await user.keyboard('poetry')
    await user.click(apply())
    await user.click(screen.getByText('Clear'))
    await user.click(screen.getByText('Add a Filter'))
    await user.keyboard('prose')
    await act(async () => clear())
    expect([filtering.store.getState().open, value().value, left.mock.calls.length]).toEqual([true, 'prose', 0])
    await user.click(apply())
    await user.click(screen.getByText('Clear'))
    await act(async () => clear(new Error('Connection refused.')))
    expect(screen.getByRole('alert').textContent).toContain('Connection refused.')
  })

  it('uses the rows that are ticked, and says how many', async () => {
    const { user } = open()
    await user.keyboard('poetry')
    await user.click(button('Add filter after 1'))
    await user.keyboard('x')
    await user.click(screen.getByLabelText('Use filter 2'))
    const all = screen.getByLabelText<HTMLInputElement>('Use all filters')
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.click(apply())
    expect(screen.getByText('2 filters, 1 applied')).toBeTruthy()
    await user.click(all)
    expect(screen.getByLabelText<HTMLInputElement>('Use filter 2').checked).toBe(true)
  })

  it('ties rows of one array, and says whose case is folded', async () => {
    const { user, filtering } = open()
    act(() => filtering.set(1, { column: 'authors.role', values: ['translator'] }))
    await user.click(button('Add filter after 1'))
    act(() => filtering.set(2, { column: 'authors.born' }))
    await user.click(row(2).getByLabelText('Same author as filter 1'))
    const tied = row(1).getByLabelText('Same author as filter 2')
    expect(tied.getAttribute('aria-pressed')).toBe('true')
    await user.click(row(1).getByLabelText('Match case'))
    act(() => filtering.set(2, { operator: 'greater than' }))
    const dimmed = row(2).getByLabelText('Match case')
    expect(dimmed.getAttribute('aria-description')).toBe('greater than does not depend on case.')
    await user.click(dimmed)
    expect(filtering.wanted.rows).toEqual([
      { column: 'authors.role', operator: 'equals', values: ['translator'], foldCase: true },
      { column: 'authors.born', operator: 'greater than', values: [''], sameElement: true },
    ])
  })

  it('takes a query in the place of a column', async () => {
    const { user, asked } = open()
    await pick(user, 1, 'Column', 'Raw query')
    expect(screen.getByText('across all fields')).toBeTruthy()
    expect(row(1).getByText('own words')).toBeTruthy()
    expect(value(1, 'Query').placeholder).toBe('a:b')
    await user.type(value(1, 'Query'), 'title:x{Enter}')
    expect(asked).toEqual([{ any: false, rows: [{ column: '', operator: 'query string', values: ['title:x'] }] }])
    await pick(user, 1, 'Column', 'genre')
    expect(value().value).toBe('')
  })

  it.each(['raw', 'sql', 'own w'])('finds the query by %s', async (text) => {
    const { user } = open()
    const list = await openList(user, 1, 'Column')
    await user.keyboard(text)
    await vi.waitFor(() => expect(list.textContent).toBe('Raw queryown words'))
  })
})

// SPEC: A-FIL-08
it('the query of the filter is shown with its body, and goes to a console in lines', async () => {
  const { user, ran } = open()
  await user.keyboard('poetry')
  await user.click(button('Preview Query'))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filter query' }))
  expect(sheet.getByText('/books/_search')).toBeTruthy()
  await user.click(sheet.getByText('Open in Console'))
  expect(screen.queryByRole('dialog', { name: 'Filter query' })).toBeNull()
  await vi.waitFor(() => expect(ran).toEqual(['POST /books/_search\n{\n  "query": {}\n}']))
})

// SPEC: A-FIL-09
describe('values and presets', () => {
  it('suggests values with how many documents have them, and takes one over by keys', async () => {
    const { user, host, now, asked } = open()
    const values = [
      { text: 'poetry', count: '1200' },
      { text: 'prose', count: '7' },
    ]
    host.answers.set('Grid.Suggest', () => ({ values, more: true, estimated: true }))
    await user.keyboard('p{Control>} {/Control}')
    const list = await listOf('Values of genre, 2')
    expect([...list.querySelectorAll('[role=option]')].map((option) => option.textContent)).toEqual([
      'poetry1,200',
      'prose7',
    ])
    expect(
      screen.getByText('The 2 most frequent values; type to narrow them down. The counts are estimates.'),
    ).toBeTruthy()
    await user.keyboard('{ArrowDown}')
    fireEvent.keyDown(list, { key: 'Enter' })
    expect([now().drafts[0]?.values, document.activeElement]).toEqual([['prose'], value()]) // the next key is the field's
    fireEvent.keyDown(value(), { key: 'Enter' })
    await vi.waitFor(() => expect(asked.at(-1)?.rows[0]?.values).toEqual(['prose']))
  })

  it('suggests the values of a column in a row of its own', async () => {
    const { host, filtering, now, user } = open()
    host.answers.set('Grid.Suggest', () => ({ values: [{ text: 'true', count: '9' }], more: false, estimated: false }))
    act(() => filtering.suggestFor('old'))
    const list = await listOf('Values of old, 1')
    expect(now().drafts.map(({ column }) => column)).toEqual(['genre', 'old'])
    await vi.waitFor(() => expect(document.activeElement).toBe(list))
    await user.keyboard('{Enter}')
    expect(picker(2, 'Value').getAttribute('aria-label')).toBe('Value, true')
  })

  it('says in place why no values can be suggested', async () => {
    const { user, host, filtering } = open()
    host.fail('Grid.Suggest', 'engine', 'Fielddata is disabled.')
    await user.click(row(1).getByLabelText('Suggest values'))
    expect((await screen.findByRole('alert')).textContent).toContain('Fielddata is disabled.')
    await user.keyboard('{Escape}')
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    act(() => filtering.set(1, { column: 'pages' }))
    const button = row(1).getByLabelText('Suggest values')
    expect(button.getAttribute('aria-description')).toBe('pages has too many values')
  })

  it('saves the filter under a name, applies, renames and removes it', async () => {
    const { user, host, filtering, asked } = open()
    let kept: unknown
    host.answers.set('Presets.Save', ({ name, filter }) => {
      kept = filter
      return { presets: [{ name, filter }] }
    })
    host.answers.set('Presets.Rename', ({ to }) => ({ presets: [{ name: to, filter: kept }] }))
    host.answers.set('Presets.Remove', () => ({ presets: [] }))
    await user.keyboard('poetry')
    await user.click(button('Presets'))
    await user.type(await screen.findByLabelText('Preset name', { selector: 'input' }), 'Poems{Enter}')
    await user.click(await screen.findByLabelText('Rename Poems'))
    await user.clear(screen.getByLabelText('New name for Poems', { selector: 'input' }))
    await user.keyboard('Verse{Enter}')
    await user.click(await screen.findByText(/^Verse/, { selector: 'button' }))
    expect(asked.at(-1)?.rows).toEqual([{ column: 'genre', operator: 'equals', values: ['poetry'] }])
    await user.click(button('Presets'))
    await user.click(await screen.findByLabelText('Remove Verse'))
    await vi.waitFor(() => expect(filtering.presets.store.getState().presets).toEqual([]))
  })

  it('says that the filter was restored, and from when', async () => {
    const { filtering } = open()
    act(() => filtering.store.setState({ restored: String(new Date(2026, 10, 22, 14, 2).getTime()) }))
    expect(screen.getByText(/filter restored from 22 Nov 2026, 14:02/)).toBeTruthy()
  })
})

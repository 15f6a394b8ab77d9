// SPEC: A-FIL-01
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Filter, FilterResult, GridColumn } from '../../host'
import { FilterBar } from './FilterBar'
import { Filtering } from './filter'

afterEach(cleanup)

const columns = ['genre', 'pages'].map(
  (name): GridColumn => ({
    ...{ name, type: 'keyword', kind: 'text', integer: false, primary: false, readOnly: false },
    ...{ sortable: true, reason: '', conflict: '' },
  }),
)

function open(refusals: FilterResult['refusals'] = []) {
  const apply = vi.fn(async (filter: Filter) => ({
    generation: 1,
    clauses: filter.rows.map(() => '{"term":{}}'),
    refusals,
  }))
  const filtering = new Filtering(apply, () => columns)
  const left = vi.fn()
  render(<FilterBar filtering={filtering} columns={columns} onLeave={left} />)
  act(() => filtering.show())
  return { apply, filtering, left, user: userEvent.setup() }
}

const value = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Value' })

describe('the filter bar', () => {
  it('opens with the focus in its value, and Enter applies it', async () => {
    const { apply, user } = open()
    expect(document.activeElement).toBe(value())
    await user.keyboard('poetry{Enter}')
    const rows = [{ column: 'genre', operator: 'equals', values: ['poetry'] }]
    expect(apply).toHaveBeenCalledExactlyOnceWith({ any: false, rows })
    expect(screen.getByText('1 filter applied')).toBeTruthy()
    expect(screen.getByText('{"term":{}}')).toBeTruthy()
  })

  it('has no value where the operator compares with none', async () => {
    const { user, apply } = open()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Operator' }), 'is NULL')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Column' }), 'pages')
    expect(screen.queryByRole('textbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(apply.mock.lastCall?.[0].rows).toEqual([{ column: 'pages', operator: 'is null', values: [] }])
  })

  it('says at the row why it was refused', async () => {
    const { user } = open([{ row: 0, column: 'genre', message: 'x is not a number.' }])
    await user.keyboard('x{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('x is not a number.')
    expect(value().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('no filter applied')).toBeTruthy()
  })

  it('Escape takes back what was typed, then the filter, then the bar', async () => {
    const { user, apply, left } = open()
    await user.keyboard('poetry{Enter}')
    await user.type(value(), ' and prose')
    await user.keyboard('{Escape}')
    expect(value().value).toBe('poetry')
    value().focus()
    await user.keyboard('{Escape}')
    expect(apply).toHaveBeenLastCalledWith({ any: false, rows: [] })
    screen.getByRole('button', { name: 'Apply' }).focus()
    await user.keyboard('{Escape}')
    expect(left).toHaveBeenCalledOnce()
    expect(screen.queryByRole('region', { name: 'Filters' })).toBeNull()
  })

  it('adds rows with the focus in the new one, and removes them', async () => {
    const { user, filtering } = open()
    await user.click(screen.getByRole('button', { name: 'Add a filter' }))
    const values = screen.getAllByRole('textbox', { name: 'Value' })
    expect(values).toHaveLength(2)
    expect(document.activeElement).toBe(values[1])
    await user.click(screen.getAllByRole('button', { name: 'Remove this filter' })[0] as HTMLElement)
    expect(filtering.store.getState().drafts.map(({ id }) => id)).toEqual([2])
  })
})

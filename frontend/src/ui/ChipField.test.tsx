// SPEC: B-KEY-02, A-FIL-12
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quotedList } from '../lib/lists'
import { ChipField } from './ChipField'

let now: readonly string[]

function Place() {
  const [values, setValues] = useState<readonly string[]>([''])
  now = values
  const suggestions = ['books', 'bookshops', 'stores']
  return (
    <>
      <label htmlFor="f">Places</label>
      <ChipField
        id="f"
        label="Places"
        values={values}
        reading={quotedList}
        suggestions={suggestions}
        placeholder="all"
        onValues={setValues}
      />
    </>
  )
}

const field = () => screen.getByRole('combobox', { name: 'Places' })
const chips = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

beforeEach(() => {
  render(<Place />)
})
afterEach(cleanup)

describe('a list in a field', () => {
  it('makes a chip of what was typed on Enter or a comma, and when it loses the focus', async () => {
    const user = userEvent.setup()
    await user.type(field(), 'logs_.*{Enter}a,b')
    expect(chips()).toEqual(['logs_.*', 'a'])
    await user.tab()
    expect(chips()).toEqual(['logs_.*', 'a', 'b'])
    expect(now).toEqual(['logs_.*', 'a', 'b', ''])
  })

  it('edits the last chip on Backspace, and removes any by its button', async () => {
    const user = userEvent.setup()
    await user.type(field(), 'a,bc,{Backspace}')
    expect([chips(), field()]).toEqual([['a'], expect.objectContaining({ value: 'bc' })])
    await user.type(field(), '{Backspace}d{Enter}')
    await user.click(screen.getByRole('button', { name: 'Remove a' }))
    expect(chips()).toEqual(['bd'])
    expect(document.activeElement).toBe(field())
  })

  it('makes many of a pasted list', async () => {
    const user = userEvent.setup()
    await user.click(field())
    await user.paste('a\nb\tc, d')
    expect(chips()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('suggests names for what was typed, and takes one by keys alone', async () => {
    const user = userEvent.setup()
    await user.type(field(), 'bo')
    expect(options()).toEqual(['books', 'bookshops'])
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const active = screen.getByRole('option', { selected: true })
    expect([active.textContent, active.id]).toEqual(['bookshops', field().getAttribute('aria-activedescendant')])
    await user.keyboard('{Enter}')
    expect([chips(), options()]).toEqual([['bookshops'], []])
    await user.keyboard('{ArrowDown}')
    expect(options(), 'what is chosen is not suggested again').toEqual(['books', 'stores'])
    await user.keyboard('{Escape}')
    expect([options(), field().getAttribute('aria-expanded')]).toEqual([[], 'false'])
  })

  it('takes a suggestion by a click', async () => {
    const user = userEvent.setup()
    await user.click(field())
    await user.click(screen.getByRole('option', { name: 'stores' }))
    expect([chips(), document.activeElement]).toEqual([['stores'], field()])
  })
})

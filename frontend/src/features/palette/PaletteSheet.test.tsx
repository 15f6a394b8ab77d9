// SPEC: APP-04, APP-14
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, it, vi } from 'vitest'
import { InWindow } from '../../window/fixture'
import type { Entry, EntryKind } from './entry'
import { PaletteSheet } from './PaletteSheet'

const entry = (title: string, kind: EntryKind, why = ''): Entry => ({
  ...{ key: `${kind} ${title}`, kind, title, detail: 'catalogue', why },
  run: () => undefined,
})
const entries = [
  entry('books', 'object'),
  entry('books-drafts', 'object'),
  entry('Refresh', 'command'),
  entry('Server Dashboard', 'command', 'Open a connection first.'),
  entry('bookshop', 'connection'),
  entry('Overbooked branches', 'request'),
]

function show(recent: string[] = []) {
  const onChoose = vi.fn()
  const onClose = vi.fn()
  render(
    <InWindow>
      <PaletteSheet {...{ entries, recent, objects: 'indices', onChoose, onClose }} />
    </InWindow>,
  )
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Open or Run Anything' })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const press = (key: string, more = {}) => fireEvent.keyDown(field, { key, ...more })
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { field, type, press, chosen, onChoose, onClose }
}

const titles = () => screen.getAllByRole('option').map((one) => one.querySelector('span')?.textContent)

afterEach(cleanup)

it('lists what matches, with the matched part marked, and opens the first with Enter', async () => {
  const { type, press, chosen, onChoose } = show()
  type('boo')
  expect(titles()).toEqual(['books', 'books-drafts', 'bookshop', 'Overbooked branches'])
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['boo', 'boo', 'boo', 'boo'])
  expect(chosen()).toContain('books')
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  press('Enter')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(entries[0], false)
})

it('goes up and down by key, not beyond the ends, and to a new tab with Ctrl', () => {
  const { type, press, chosen, onChoose } = show()
  type('boo')
  press('ArrowUp')
  press('ArrowDown')
  expect(chosen()).toContain('books-drafts')
  press('PageDown')
  expect(chosen()).toContain('Overbooked')
  press('PageUp')
  press('ArrowDown')
  press('Enter', { ctrlKey: true })
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(entries[1], true)
})

it('says why a dimmed command cannot run, and leaves it', () => {
  const { type, press, onChoose } = show()
  type('>dash')
  expect(screen.getByRole('option').getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe('Open a connection first.')
  press('Enter')
  fireEvent.click(screen.getByRole('option'))
  expect(onChoose).not.toHaveBeenCalled()
})

it('shows its prefixes in the empty field, and what was used last first', () => {
  const { type, chosen } = show(['command Refresh'])
  expect(screen.getByText(/> commands, # indices/)).toBeTruthy()
  expect(chosen()).toContain('Refresh')
  expect(screen.getByText('Recent')).toBeTruthy()
  type('@')
  expect(titles()).toEqual(['bookshop'])
  expect(screen.queryByText(/> commands, # indices/)).toBeNull()
})

it('says that nothing matches', () => {
  const { type, press, onChoose } = show()
  type('xyz')
  expect(screen.getByRole('status').textContent).toBe('Nothing matches “xyz”.')
  press('Enter')
  expect(onChoose).not.toHaveBeenCalled()
})

it('leaves the keys of an input method to that', () => {
  const { type, press, onChoose, chosen } = show()
  type('boo')
  press('ArrowDown', { isComposing: true })
  press('Enter', { keyCode: 229 })
  expect(onChoose).not.toHaveBeenCalled()
  expect(chosen()).toContain('books')
})

it('closes with Escape and with its own key', () => {
  const { press, onClose } = show()
  press('k', { code: 'KeyK', ctrlKey: true })
  expect(onClose).toHaveBeenCalledTimes(1)
  press('Escape')
  expect(onClose).toHaveBeenCalledTimes(2)
})

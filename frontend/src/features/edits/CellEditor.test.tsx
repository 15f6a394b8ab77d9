// SPEC: A-EDT-01
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Cell } from '../../grid/types'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'
import { CellEditor } from './CellEditor'
import { nothing, number, text as string } from './fixture'

afterEach(cleanup)

const typed = (text: string) => ({ text, null: false })

function open(
  text = '18.50',
  selected = true,
  kind: GridColumn['kind'] = 'text',
  cell: Cell = string(text),
  sample?: Cell,
) {
  const [commit, cancel] = [vi.fn(), vi.fn()]
  const { unmount } = render(
    <StrictMode>
      <CellEditor
        label="price of a"
        {...{ text, selected, kind, cell, sample }}
        mono={false}
        right
        onCommit={commit}
        onCancel={cancel}
      />
      <button type="button">elsewhere</button>
    </StrictMode>,
  )
  return { commit, cancel, unmount, user: userEvent.setup() }
}

describe('the editor of a cell', () => {
  it.each([
    ['{Enter}', 'down'],
    ['{Tab}', 'next'],
    ['{Shift>}{Tab}{/Shift}', 'previous'],
  ])('%s takes what was typed', async (key, to) => {
    const { commit, cancel, user } = open()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'price of a' }))
    await user.keyboard(`16.90${key}`)
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed('16.90'), to)
    expect(cancel).not.toHaveBeenCalled()
  })

  it.each<[GridColumn['kind'], Cell, string, string]>([
    ['text', string('18.50'), '16.90', '16.90'],
    ['boolean', string('true'), 'f', 'false'],
    ['date', string('2026-11-20'), '2026-11-21', '2026-11-21'],
  ])('takes what was typed where a key of the window takes the rows of a %s away', async (kind, cell, keys, want) => {
    const { commit, user, unmount } = open(cell.text, true, kind, cell)
    await user.keyboard(keys)
    expect(commit).not.toHaveBeenCalled()
    unmount()
    await Promise.resolve()
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed(want), 'away')
  })

  it('takes nothing once it was given up, or a second time', async () => {
    const given = open()
    await given.user.keyboard('16{Escape}')
    given.unmount()
    await Promise.resolve()
    expect(given.commit).not.toHaveBeenCalled()
    const taken = open()
    await taken.user.keyboard('16{Enter}')
    taken.unmount()
    await Promise.resolve()
    expect(taken.commit).toHaveBeenCalledOnce()
  })

  it('goes on behind what was typed on the cell', async () => {
    const { commit, user } = open('1', false)
    await user.keyboard('6{Enter}')
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed('16'), 'down')
  })

  it('the key of Save takes what was typed, and goes on to the window', async () => {
    const { commit, user } = open()
    const saves = vi.fn((event: KeyboardEvent) => [commit.mock.calls.length, event.defaultPrevented])
    window.addEventListener('keydown', saves, { once: false })
    await user.keyboard('16.90{Control>}s{/Control}')
    window.removeEventListener('keydown', saves)
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed('16.90'), 'stay')
    expect(saves.mock.results.at(-1)?.value).toEqual([1, false])
  })

  // SPEC: APP-20
  it.each([
    ['Ctrl+S where the layout types no Latin letters', { key: 'ы', code: 'KeyS', ctrlKey: true }],
    ['Preview', { key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true }],
    ['Refresh', { key: 'F5', code: 'F5' }],
    ['Quit', { key: 'й', code: 'KeyQ', ctrlKey: true }],
  ])('a key of the window takes what was typed first: %s', async (_, key) => {
    const { commit, user } = open()
    await user.keyboard('16.90')
    expect(fireEvent.keyDown(screen.getByRole('textbox'), key)).toBe(true)
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed('16.90'), 'stay')
  })

  it.each([
    ['copies', { key: 'c', code: 'KeyC', ctrlKey: true }],
    ['undoes', { key: 'я', code: 'KeyZ', ctrlKey: true }],
  ])('a key that the field has is its own: it %s', (_, key) => {
    const { commit } = open()
    fireEvent.keyDown(screen.getByRole('textbox'), key)
    expect(commit).not.toHaveBeenCalled()
  })

  // SPEC: APP-20
  it.each([
    ['Chromium', { isComposing: true, keyCode: 229 }],
    ['WebKit, which ends the composition before it tells the key', { isComposing: false, keyCode: 229 }],
  ])('the Enter that ends a composition does not end editing: %s', (_, told) => {
    const { commit, cancel } = open()
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...told })
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape', ...told })
    expect([commit.mock.calls, cancel.mock.calls]).toEqual([[], []])
  })

  it('Escape gives up what was typed', async () => {
    const { commit, cancel, user } = open()
    await user.keyboard('16.90{Escape}')
    expect(cancel).toHaveBeenCalledOnce()
    expect(commit).not.toHaveBeenCalled()
  })

  it('loses nothing where the focus goes elsewhere', async () => {
    const { commit, user } = open()
    await user.keyboard('16.90')
    await user.click(screen.getByRole('button', { name: 'elsewhere' }))
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed('16.90'), 'away')
  })

  it('keeps the line ends of a text, and Shift+Enter types one', async () => {
    const { commit, user } = open('a\nb', false)
    await user.keyboard('{Shift>}{Enter}{/Shift}c{Enter}')
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed('a\nb\nc'), 'down')
  })
})

/** What breaks a rule of accessibility, except for the library's own guards of the focus. */
async function faults() {
  const context = { include: [document.body], exclude: ['[data-base-ui-focus-guard]'] }
  return (await axe.run(context, { rules: { region: { enabled: false } } })).violations
}

describe('the editor of a number', () => {
  it('keeps every digit, and moves up with Shift+Enter', async () => {
    const { commit, user } = open('1', true, 'number', number('1'))
    await user.keyboard('9223372036854775807.10{Shift>}{Enter}{/Shift}')
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed('9223372036854775807.10'), 'up')
  })
})

describe('the editor of a boolean', () => {
  const bool = (text: string): Cell => ({ kind: Kind.bool, text, cut: 0 })
  const field = () => screen.getByRole('combobox', { name: 'price of a' })

  it.each([
    ['f', typed('false')],
    ['n', { text: '', null: true }],
    ['t', typed('true')],
    [' ', typed('false')],
    ['{ArrowUp}', { text: '', null: true }],
    ['f{ArrowDown} ', typed('true')],
  ])('%j chooses, Enter takes it', async (key, want) => {
    const { commit, user } = open('true', true, 'boolean', bool('true'))
    expect(document.activeElement).toBe(field())
    await user.keyboard(`${key}{Enter}`)
    expect(commit).toHaveBeenCalledExactlyOnceWith(want, 'down')
  })

  it('changes nothing where nothing was chosen: NULL is no value of a field that is missing', async () => {
    const { commit, user } = open('', true, 'boolean', { kind: Kind.missing, text: '', cut: 0 })
    await user.keyboard('{Tab}')
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed(''), 'next')
  })

  it('begins with the letter that was typed on the cell', async () => {
    const { commit, user } = open('f', false, 'boolean', bool('true'))
    expect((field() as HTMLInputElement).value).toBe('false')
    await user.keyboard('{Enter}')
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed('false'), 'down')
  })

  it('takes a click, and Escape gives up', async () => {
    const { commit, user } = open('true', true, 'boolean', bool('true'))
    await user.click(screen.getByRole('option', { name: /NULL/ }))
    expect(commit).toHaveBeenCalledExactlyOnceWith({ text: '', null: true }, 'stay')
    cleanup()
    const again = open('true', true, 'boolean', bool('true'))
    await again.user.keyboard('f{Escape}')
    expect(again.cancel).toHaveBeenCalledOnce()
    expect(again.commit).not.toHaveBeenCalled()
  })

  it('is a text for an array, and passes the rules of accessibility', async () => {
    open('[true,false]', true, 'boolean', { kind: Kind.json, text: '[true,false]', cut: 0 })
    expect(screen.getByRole('textbox', { name: 'price of a' })).toBeTruthy()
    cleanup()
    open('true', true, 'boolean', bool('true'))
    expect(await faults()).toEqual([])
  })
})

describe('the editor of a date', () => {
  const field = () => screen.getByRole('textbox', { name: 'price of a' }) as HTMLInputElement

  it.each([
    ['2024-09-17', '{F4}{ArrowRight}{Enter}', '2024-09-18'],
    ['2024-09-17T13:45:10.250+02:00', '{Alt>}{ArrowDown}{/Alt}{ArrowDown}{Enter}', '2024-09-24T13:45:10.250+02:00'],
    ['2024-12-31 08:00', '{F4}{PageDown}{Enter}', '2025-01-31 08:00'],
    ['2024-09-17', '{F4}{Shift>}{PageUp}{/Shift}{Home}{Enter}', '2023-09-11'],
    ['1726580710250', '{F4}{ArrowLeft}{Enter}', '1726494310250'],
  ])('%s: %s picks a day and keeps the rest', async (text, keys, want) => {
    const { commit, user } = open(text, true, 'date')
    await user.keyboard(keys)
    expect(field().value).toBe(want)
    expect(commit).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed(want), 'down')
  })

  it('is written like the dates around it where the cell has none', async () => {
    const { user } = open('', true, 'date', nothing, string('2024-09-17T13:45:10Z'))
    await user.keyboard('{F4}{Enter}')
    expect(field().value).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/)
  })

  it('shows the day that the keys are on, and takes a click', async () => {
    const { user, commit } = open('2026-11-20', true, 'date')
    await user.click(screen.getByRole('button', { name: 'Choose the date for price of a' }))
    expect(field().getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('gridcell', { name: 'Friday 20 November 2026' }).id,
    )
    expect(await faults()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    await user.click(screen.getByRole('gridcell', { name: 'Thursday 24 December 2026' }))
    expect(field().value).toBe('2026-12-24')
    expect(commit).not.toHaveBeenCalled()
  })

  it('Escape closes the calendar first, then gives up', async () => {
    const { user, cancel } = open('2026-11-20', true, 'date')
    await user.keyboard('{F4}{Escape}')
    expect(screen.queryByRole('grid')).toBeNull()
    expect(cancel).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('leaves a format that it does not know to the keyboard', async () => {
    const { user, commit } = open('17.09.2024 8h', true, 'date')
    expect(screen.queryByRole('button', { name: /Choose/ })).toBeNull()
    await user.keyboard('{F4}18.09.2024 8h{Enter}')
    expect(commit).toHaveBeenCalledExactlyOnceWith(typed('18.09.2024 8h'), 'down')
  })
})

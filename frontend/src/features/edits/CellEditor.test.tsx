// SPEC: A-EDT-01
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CellEditor } from './CellEditor'

afterEach(cleanup)

function open(text = '18.50', selected = true) {
  const [commit, cancel] = [vi.fn(), vi.fn()]
  render(
    <>
      <CellEditor label="price of a" {...{ text, selected }} mono={false} right onCommit={commit} onCancel={cancel} />
      <button type="button">elsewhere</button>
    </>,
  )
  return { commit, cancel, user: userEvent.setup() }
}

describe('the editor of a cell', () => {
  it.each([
    ['{Enter}', 'stay'],
    ['{Tab}', 'next'],
    ['{Shift>}{Tab}{/Shift}', 'previous'],
  ])('%s takes what was typed', async (key, to) => {
    const { commit, cancel, user } = open()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'price of a' }))
    await user.keyboard(`16.90${key}`)
    expect(commit).toHaveBeenCalledExactlyOnceWith('16.90', to)
    expect(cancel).not.toHaveBeenCalled()
  })

  it('goes on behind what was typed on the cell', async () => {
    const { commit, user } = open('1', false)
    await user.keyboard('6{Enter}')
    expect(commit).toHaveBeenCalledExactlyOnceWith('16', 'stay')
  })

  it('the key of Save takes what was typed, and goes on to the window', async () => {
    const { commit, user } = open()
    const saves = vi.fn((event: KeyboardEvent) => [commit.mock.calls.length, event.defaultPrevented])
    window.addEventListener('keydown', saves, { once: false })
    await user.keyboard('16.90{Control>}s{/Control}')
    window.removeEventListener('keydown', saves)
    expect(commit).toHaveBeenCalledExactlyOnceWith('16.90', 'stay')
    expect(saves.mock.results.at(-1)?.value).toEqual([1, false])
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
    expect(commit).toHaveBeenCalledExactlyOnceWith('16.90', 'away')
  })

  it('keeps the line ends of a text, and Shift+Enter types one', async () => {
    const { commit, user } = open('a\nb', false)
    await user.keyboard('{Shift>}{Enter}{/Shift}c{Enter}')
    expect(commit).toHaveBeenCalledExactlyOnceWith('a\nb\nc', 'stay')
  })
})

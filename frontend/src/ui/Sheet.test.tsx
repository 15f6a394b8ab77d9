// SPEC: APP-02
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Hint } from '../commands/Hint'
import { Sheet } from './Sheet'

afterEach(cleanup)

const none = () => undefined

function Question() {
  return (
    <Sheet label="Question" onClose={none}>
      <button type="button">Discard</button>
      <button type="button" disabled>
        Off
      </button>
      <button type="button">Keep</button>
    </Sheet>
  )
}

const named = (name: string) => screen.getByRole('button', { name })
const press = (shiftKey = false) => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab', shiftKey })

it('goes with Tab from its last button to its first, and back, without a moment outside', async () => {
  render(<Question />)
  await waitFor(() => expect(document.activeElement).toBe(named('Discard')))
  expect(press(true)).toBe(false)
  expect(document.activeElement).toBe(named('Keep'))
  expect(press()).toBe(false)
  expect(document.activeElement).toBe(named('Discard'))
})

it('leaves Tab between its buttons to the page, and that of a sheet over it to that sheet', async () => {
  render(
    <Sheet label="Form" onClose={none}>
      <input aria-label="Name" />
      <Question />
    </Sheet>,
  )
  await waitFor(() => expect(document.activeElement).toBe(named('Discard')))
  expect(press()).toBe(true)
  named('Keep').focus()
  expect(press()).toBe(false)
  expect(document.activeElement).toBe(named('Discard'))
})

it('presses its default button on Enter while it has the focus itself, not while something in it has, and not with a modifier', async () => {
  const enter = vi.fn()
  const submit = vi.fn((e: { preventDefault(): void }) => e.preventDefault())
  render(
    <Sheet label="Form" onClose={none}>
      <form onSubmit={submit}>
        <input aria-label="Name" />
        <button type="button" onClick={none}>
          Cancel <Hint of="dialog.cancel" />
        </button>
        <button type="submit" onClick={enter}>
          Save <Hint of="dialog.confirm" />
        </button>
      </form>
    </Sheet>,
  )
  const [form, name] = [screen.getByRole('dialog', { name: 'Form' }), screen.getByRole('textbox', { name: 'Name' })]
  await waitFor(() => expect(document.activeElement).toBe(name))
  fireEvent.keyDown(name, { key: 'Enter' })
  fireEvent.keyDown(form, { key: 'Enter', ctrlKey: true })
  expect(enter).not.toHaveBeenCalled()
  fireEvent.keyDown(form, { key: 'Enter' })
  expect(enter).toHaveBeenCalledTimes(1)
  expect(submit).toHaveBeenCalledTimes(1)
})

it('leaves Enter alone where none of its buttons is the default', async () => {
  render(<Question />)
  const sheet = screen.getByRole('dialog', { name: 'Question' })
  await waitFor(() => expect(document.activeElement).toBe(named('Discard')))
  expect(fireEvent.keyDown(sheet, { key: 'Enter' })).toBe(true)
})

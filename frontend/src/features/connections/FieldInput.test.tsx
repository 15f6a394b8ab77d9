// SPEC: CON-07, CON-08
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { FormField } from '../../host'
import { InWindow } from '../../window/fixture'
import { FieldInput } from './FieldInput'
import type { FormValues } from './form'

afterEach(cleanup)

const field = (part: Partial<FormField>) =>
  ({ id: 'f', label: 'Field', options: [], comesLater: '', required: false, ...part }) as unknown as FormField

function show(of: FormField, part: Partial<FormValues> = {}) {
  const form: FormValues = {
    id: '',
    name: '',
    colour: '',
    values: {},
    typed: {},
    headers: [],
    stored: [],
    thisRun: [],
    ...part,
  }
  const onValue = vi.fn()
  render(<FieldInput field={of} form={form} onValue={onValue} onSecret={() => undefined} />, { wrapper: InWindow })
  return { onValue, user: userEvent.setup() }
}

it.each([
  ['in the system keychain', []],
  ['until Quarry quits', ['f']],
])('says that a secret is set %s', (where, thisRun) => {
  show(field({ kind: 'secret' }), { stored: ['f'], thisRun })
  expect(document.getElementById('field-f')?.textContent).toBe(` Set${where}`)
})

it('turns a switch with Space and with a click, and says how it is', async () => {
  const { onValue, user } = show(field({ kind: 'switch' }), { values: { f: 'true' } })
  const control = screen.getByRole('switch')
  expect(control.getAttribute('aria-checked')).toBe('true')
  expect(screen.getByText('On')).toBeTruthy()
  await user.click(control)
  control.focus()
  await user.keyboard(' ')
  expect(onValue.mock.calls).toEqual([
    ['f', 'false'],
    ['f', 'false'],
  ])
})

it('leaves a switch alone that comes later', async () => {
  const { onValue, user } = show(field({ kind: 'switch', comesLater: 'Not yet.' }))
  await user.click(screen.getByRole('switch'))
  expect(screen.getByRole('switch').getAttribute('aria-disabled')).toBe('true')
  expect(onValue).not.toHaveBeenCalled()
})

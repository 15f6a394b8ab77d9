// SPEC: APP-03
import { expect, it } from 'vitest'
import { leaveField } from './leaveField'

it.each([
  ['takes the focus from a field over a cell', '<div role="grid"><div><textarea></textarea></div></div>', true],
  ['leaves a row its focus', '<div role="grid" tabindex="0"></div>', false],
  ['leaves every other field its focus', '<input>', false],
])('%s', (_, html, leaves) => {
  document.body.innerHTML = html
  const field = document.querySelector<HTMLElement>('textarea, input, [tabindex]')
  field?.focus()
  expect(document.activeElement).toBe(field)
  leaveField(document)
  expect(document.activeElement === field).toBe(!leaves)
})

import { expect, it } from 'vitest'
import { statusText } from './http'

it('says what a status means, and leaves one that it does not know alone', () => {
  expect(statusText(200)).toBe('200 OK')
  expect(statusText(429)).toBe('429 Too Many Requests')
  expect(statusText(299)).toBe('299')
})

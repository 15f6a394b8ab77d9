// SPEC: CNS-08
import { expect, it } from 'vitest'
import { daysOf, textOf, timeOf } from './sentRequests'

const past = {
  connection: 'catalogue',
  at: '',
  method: 'GET',
  path: '/books/_search',
  query: '',
  body: '',
  left: false,
  status: 200,
  elapsed: 3,
  size: '9',
}
const sentAt = (...at: [number, number, number, number]) => ({ ...past, at: new Date(...at).toISOString() })

it('puts requests under the days on which they were sent, in their order', () => {
  const now = new Date(2026, 0, 1, 12)
  const requests = [
    sentAt(2026, 0, 1, 11),
    sentAt(2026, 0, 1, 0),
    sentAt(2025, 11, 31, 23),
    sentAt(2025, 11, 30, 23),
    sentAt(2025, 11, 30, 1),
  ]
  expect(daysOf(requests, now).map(({ title, requests: own }) => [title, own.map(timeOf)])).toEqual([
    ['Today', ['11:00', '00:00']],
    ['Yesterday', ['23:00']],
    ['30 December', ['23:00', '01:00']],
  ])
})

it('is typed with its query and body', () => {
  expect(textOf(past)).toBe('GET /books/_search')
  expect(textOf({ ...past, query: 'q=1', body: '{"n":1.50}\n' })).toBe('GET /books/_search?q=1\n{"n":1.50}\n')
})

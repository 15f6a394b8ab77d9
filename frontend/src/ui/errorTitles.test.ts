// SPEC: APP-05
import { expect, it } from 'vitest'
import { HostError, toHostError } from '../host'
import { titleOfError } from './errorTitles'

const failure = { message: 'It failed.', hint: '', code: '', detail: '', op: '', status: 0, tls: null }

it.each([
  [new HostError({ ...failure, kind: 'engine' }), 'The server rejected the request'],
  [new HostError({ ...failure, kind: 'engine', status: 200 }), 'The server did not respond as expected'],
  [toHostError(new TypeError('Failed to fetch')), 'Something went wrong in Quarry'],
  [toHostError('the page block is malformed'), 'Something went wrong in Quarry'],
  [new HostError({ ...failure, kind: 'not-found' }), 'Not found'],
  [new HostError({ ...failure, kind: 'unsupported' }), 'Not available'],
])('names what failed: %s', (error, title) => expect(titleOfError(error)).toBe(title))

it('lets a part of the window say it more exactly', () => {
  const error = new HostError({ ...failure, kind: 'cancelled' })
  expect(titleOfError(error, { cancelled: 'Loading was cancelled' })).toBe('Loading was cancelled')
})

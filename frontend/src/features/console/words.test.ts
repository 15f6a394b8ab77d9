// SPEC: CNS-03, CNS-04, CNS-10
import { expect, it } from 'vitest'
import { failedText, failureText, hitWords } from './words'

it.each([
  [{ total: '18402', count: '50' }, '50 of 18,402 hits'],
  [{ total: '10000', count: '10000', atLeast: true }, '10,000 of at least 10,000 hits'],
  [{ total: '3', count: '3' }, '3 hits'],
  [{ total: '1', count: '1' }, '1 hit'],
  [{ total: '1200', count: '0' }, '0 of 1,200 hits'],
  [{ total: '1200', count: '' }, '1,200 hits found'],
  [{ total: '', count: '30' }, '30 rows'],
  [{ total: '', count: '' }, ''],
  [{ total: '2', count: '2', groups: '1', allGroups: '1' }, '1 group, 2 documents'],
  [{ total: '1', count: '1', groups: '1', allGroups: '' }, '1 group, 1 document'],
  [{ total: '1200', count: '30', groups: '10', allGroups: '26' }, '10 of 26 groups, 30 of 1,200 documents'],
  [{ total: '0', count: '0', groups: '0', allGroups: '0' }, '0 groups, 0 documents'],
])('what was found is never said as what is shown: %o', (response, want) => {
  expect(hitWords({ atLeast: false, groups: '', allGroups: '', ...response })).toBe(want)
})

const parts = { some: true, count: '2', all: '3', noun: 'operations', why: 'too long' }

it.each([
  [{}, '2 of 3 operations failed. First error: too long'],
  [{ count: '1' }, '1 of 3 operations failed. too long'],
  [{ count: '1', all: '1' }, '1 of 1 operations failed. too long'],
  [{ count: '3' }, 'All 3 operations failed. First error: too long'],
  [{ count: '1234', all: '9000', why: '' }, '1,234 of 9,000 operations failed.'],
  [{ all: '' }, '2 of the operations failed. First error: too long'],
  [{ count: '', all: '', why: '' }, 'Some operations failed.'],
  [{ count: '', all: '', noun: '', why: 'Out of time.' }, 'Out of time.'],
  [{ some: false }, ''],
])('parts that failed are said in one sentence: %j', (part, want) => {
  expect(failedText({ ...parts, ...part })).toBe(want)
})

it.each([
  [{}, '', '2 of 3 operations failed. First error: too long'],
  [{}, 'Shorten it.', '2 of 3 operations failed. First error: too long. Shorten it.'],
  [{ why: 'Too long.' }, 'Shorten it.', '2 of 3 operations failed. First error: Too long. Shorten it.'],
  [{ some: false }, 'Shorten it.', 'Shorten it.'],
  [{ some: false }, '', ''],
])('what failed is followed by what to do: %j, %j', (part, hint, want) => {
  expect(failureText({ failed: { ...parts, ...part }, hint })).toBe(want)
})

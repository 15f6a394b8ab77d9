// SPEC: CNS-03, CNS-04
import { expect, it } from 'vitest'
import { hitWords } from './words'

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

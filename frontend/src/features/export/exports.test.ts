// SPEC: EXP-03, EXP-04, EXP-05
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toHostError } from '../../host'
import { askEvery, Exports } from './exports'
import { ExportHost, failed, infoOf, subjectOf } from './fixture'
import { plainChoices, requestOf } from './format'
import { doneWords, isUnchecked, leftWords, percentOf, stateWords, words, writtenWords } from './words'

const options = requestOf(plainChoices, [], [])
let host: ExportHost
let exports: Exports
const state = () => exports.store.getState()
const later = () => vi.advanceTimersByTimeAsync(askEvery)

beforeEach(() => {
  vi.useFakeTimers()
  host = new ExportHost()
  exports = new Exports(host)
})
afterEach(() => {
  exports.close()
  vi.useRealTimers()
})

describe('an export', () => {
  it('is asked where to, with a suggestion', async () => {
    await exports.open(subjectOf())
    expect(state().sheet).toMatchObject({ kind: 'new', path: '/home/ada/books.jsonl' })
    exports.hide()
    expect(state().sheet).toBeNull()
    expect(state().items).toEqual([])
  })

  it('can be asked for where nobody knows a folder', async () => {
    host.fail('Exports.Place', 'engine', 'no home')
    await exports.open(subjectOf())
    expect(state().sheet).toMatchObject({ kind: 'new', path: '' })
  })

  it.each([
    ['the object whole', subjectOf(), true, { view: '', session: 's1', object: 'books' }],
    ['the object whole beside a filter', subjectOf({ view: 'v1', filtered: true }), true, { view: 'v1', whole: true }],
    [
      'the rows of a response',
      subjectOf({ response: '7' }),
      true,
      { view: '', response: '7', session: 's1', object: 'books' },
    ],
    ['the filtered set of a view', subjectOf({ view: 'v1', filtered: true }), false, { view: 'v1' }],
  ])('writes %s', async (_, subject, whole, want) => {
    await exports.start(
      subject,
      { scope: whole ? 'whole' : 'filtered', slices: 1, sort: [], limit: '', options },
      ' /tmp/b.jsonl ',
      true,
    )
    expect(host.called('Exports.Start')[0]).toMatchObject({ ...want, path: '/tmp/b.jsonl', replace: true })
  })

  it('is shown while it runs, from one look to the next, until it has ended', async () => {
    await exports.start(subjectOf(), { scope: 'whole', slices: 1, sort: [], limit: '', options }, '/tmp/b.jsonl', false)
    expect(state().sheet).toEqual({ kind: 'progress', id: 'e1' })
    host.goOn('e1', { written: '5', total: '10' })
    await later()
    expect(exports.find('e1')?.info).toMatchObject({ state: 'running', written: '5' })
    host.goOn('e1', { state: 'done', written: '10' })
    await later()
    expect(exports.find('e1')?.info.state).toBe('done')
    const looks = host.called('Exports.List').length
    await later()
    await later()
    expect(host.called('Exports.List').length).toBe(looks)
  })

  it('goes on when its sheet is hidden, and stays listed until it is dismissed', async () => {
    await exports.start(subjectOf(), { scope: 'whole', slices: 1, sort: [], limit: '', options }, '/tmp/b.jsonl', false)
    exports.hide()
    exports.dismiss('e1')
    expect(state().items).toHaveLength(1)
    host.goOn('e1', { state: 'done' })
    await later()
    expect(exports.find('e1')?.info.state).toBe('done')
    exports.show('e1')
    exports.dismiss('e1')
    expect(state()).toEqual({ items: [], sheet: null })
    expect(host.called('Exports.Forget')).toEqual([{ id: 'e1' }])
  })

  // SPEC: APP-03
  it('is running work of its connection until it has ended', async () => {
    await exports.start(subjectOf(), { scope: 'whole', slices: 1, sort: [], limit: '', options }, '/tmp/b.jsonl', false)
    await exports.start(
      subjectOf({ session: 's2', object: 'logs' }),
      { scope: 'whole', slices: 1, sort: [], limit: '', options },
      '/tmp/l.jsonl',
      false,
    )
    expect([exports.running('s1'), exports.running('s2')]).toEqual([['books'], ['logs']])
    host.goOn('e1', { state: 'waiting' })
    await later()
    expect(exports.running('s1')).toEqual(['books'])
    host.goOn('e1', { state: 'done' })
    await later()
    expect([exports.running('s1'), exports.running('s2')]).toEqual([[], ['logs']])
  })

  it('that cannot begin says why and leaves nothing behind', async () => {
    host.fail('Exports.Start', 'conflict', 'A file with this name already exists.')
    await expect(
      exports.start(subjectOf(), { scope: 'whole', slices: 1, sort: [], limit: '', options }, '/tmp/b.jsonl', false),
    ).rejects.toThrow('already exists')
    expect(state().items).toEqual([])
  })

  it('is cancelled, and is listed as that', async () => {
    await exports.start(subjectOf(), { scope: 'whole', slices: 1, sort: [], limit: '', options }, '/tmp/b.jsonl', false)
    const work = exports.cancel('e1')
    expect(exports.find('e1')?.cancelling).toBe(true)
    await work
    expect(host.called('Exports.Cancel')).toEqual([{ id: 'e1' }])
    expect(exports.find('e1')).toMatchObject({ cancelling: false, info: { state: 'cancelled' } })
  })

  it('is looked at again after a look that failed', async () => {
    await exports.start(subjectOf(), { scope: 'whole', slices: 1, sort: [], limit: '', options }, '/tmp/b.jsonl', false)
    host.answers.set('Exports.List', () => {
      throw toHostError('no response')
    })
    await later()
    host.answers.set('Exports.List', () => ({ exports: [infoOf({ state: 'done', written: '3' })] }))
    await later()
    expect(exports.find('e1')?.info).toMatchObject({ state: 'done', written: '3' })
  })

  it('that failed is asked for again with the same file', async () => {
    await exports.start(subjectOf(), { scope: 'whole', slices: 1, sort: [], limit: '', options }, '/tmp/b.jsonl', false)
    host.goOn('e1', { state: 'failed', failure: failed })
    await later()
    exports.again('e1')
    expect(state()).toMatchObject({ items: [], sheet: { kind: 'new', path: '/tmp/b.jsonl' } })
  })

  it('of another window is not listed', async () => {
    host.exports = [infoOf({ id: 'e1', object: 'foreign' })]
    await exports.start(subjectOf(), { scope: 'whole', slices: 1, sort: [], limit: '', options }, '/tmp/b.jsonl', false)
    expect(state().items.map(({ info }) => info.id)).toEqual(['e2'])
  })

  it('is not asked about any more when the window closes', async () => {
    await exports.start(subjectOf(), { scope: 'whole', slices: 1, sort: [], limit: '', options }, '/tmp/b.jsonl', false)
    exports.close()
    const looks = host.called('Exports.List').length
    await later()
    expect(host.called('Exports.List').length).toBe(looks)
  })
})

describe('the words of an export', () => {
  const { nouns } = subjectOf()

  it('name how much is written of how much', () => {
    expect(writtenWords({ written: '7204118', total: '12408331' }, nouns)).toBe('7,204,118 of 12,408,331 documents')
    expect(writtenWords({ written: '1', total: '' }, nouns)).toBe('1 document')
    expect(percentOf({ written: '7204118', total: '12408331' })).toBe(58)
    expect(percentOf({ written: '999999', total: '1000000' })).toBe(99)
    expect(percentOf({ written: '5', total: '' })).toBeUndefined()
    expect(leftWords({ left: 126, state: 'running' })).toBe('2 min 6 s')
    expect(leftWords({ left: 0, state: 'running' })).toBe('Unknown')
  })

  it('say that it is verified only where the server counted', () => {
    const done = infoOf({ state: 'done', written: '12', total: '12' })
    expect(doneWords(done, nouns)).toBe('12 documents written, 12 counted on the server.')
    expect(doneWords(done, nouns, words.inResponse)).toBe('12 documents written, 12 in the response.')
    expect(doneWords(infoOf({ state: 'done' }), nouns)).toBe('0 documents written, 0 counted on the server.')
    const uncounted = infoOf({ state: 'done', written: '12', notices: [{ text: 'not counted', detail: '' }] })
    expect(isUnchecked(done)).toBe(false)
    expect(isUnchecked(uncounted)).toBe(true)
    expect(doneWords(uncounted, nouns)).toBe('12 documents written.')
  })

  it('say in a list how it is', () => {
    const at = (part: Parameters<typeof infoOf>[0]) => stateWords(infoOf(part), nouns)
    expect(at({ written: '5', total: '10' })).toBe('5 of 10 documents')
    expect(at({ state: 'waiting', written: '5', total: '10' })).toBe('The server is busy. 5 of 10 documents')
    expect(at({ state: 'done', written: '10', bytes: '2500' })).toBe('10 documents, 2.5 kB')
    expect(at({ state: 'failed' })).toBe('The export is not complete')
    expect(at({ state: 'cancelled' })).toBe('The export was cancelled')
  })
})

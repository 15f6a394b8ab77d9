// SPEC: APP-15
import { expect, it } from 'vitest'
import { fakeStatistics, statisticsOf } from './fixture'
import { consoleText, histogramWords, indented, percent, topNotes } from './words'

it('reads the statistics of another column in place of those that are still awaited', async () => {
  const { host, statistics } = fakeStatistics()
  host.answers.set('Grid.Statistics', ({ column }) => statisticsOf({ min: String(column) }))
  const first = statistics.show('pages')
  await statistics.show('price')
  await first
  expect(statistics.store.getState()).toMatchObject({ column: 'price', reading: false, value: { min: 'price' } })
})

it('says that the rows are others, and reads those of another filter by itself', async () => {
  const { host, statistics } = fakeStatistics()
  statistics.changed(true)
  expect(host.called('Grid.Statistics')).toBe(0)
  await statistics.show('pages')
  statistics.changed(false)
  expect(statistics.store.getState().outdated).toBe(true)
  expect(host.called('Grid.Statistics')).toBe(1)
  statistics.changed(true)
  expect(statistics.store.getState()).toMatchObject({ outdated: false, reading: true })
  expect(host.called('Grid.Statistics')).toBe(2)
})

it('keeps what was read when a refresh is cancelled, and says so where nothing was', async () => {
  const { statistics } = fakeStatistics()
  void statistics.show('pages')
  statistics.cancel()
  expect(statistics.store.getState().error?.kind).toBe('cancelled')
  await statistics.refresh()
  void statistics.refresh()
  statistics.cancel()
  expect(statistics.store.getState()).toMatchObject({
    error: null,
    outdated: true,
    value: { min: '-9223372036854775808' },
  })
})

it('shows an error in place of figures that are no longer right', async () => {
  const { host, statistics } = fakeStatistics()
  await statistics.show('pages')
  host.fail('Grid.Statistics', 'engine', 'Data too large')
  await statistics.refresh()
  expect(statistics.store.getState()).toMatchObject({ value: null, error: { message: 'Data too large' } })
})

it('forgets what it showed when it is closed', async () => {
  const { statistics } = fakeStatistics()
  const reading = statistics.show('pages')
  statistics.close()
  await reading
  expect(statistics.store.getState()).toMatchObject({ column: '', value: null, reading: false, error: null })
})

it('words shares, counts and ranges', () => {
  expect(percent('1', '3')).toBe('33.3%')
  expect(percent('3', '3')).toBe('100%')
  expect(percent('1', '100000')).toBe('under 0.1%')
  expect(percent('99999', '100000')).toBe('over 99.9%')
  expect(percent('0', '0')).toBe('0%')
  expect(histogramWords('pages', statisticsOf().bars)).toBe('Histogram of pages from 0 to 150, most in 0 to 50: 80')
  expect(topNotes(statisticsOf({ top: [], topNote: 'Because.', countError: '' }))).toEqual(['Because.'])
})

it('lays a request out without changing a value', () => {
  const body = '{"a":"x{\\"y,:","n":9007199254740993,"deep":{"b":{"c":{"d":{"e":[1,2]}}}}}'
  expect(indented(body).replace(/\n */g, '').replaceAll('": ', '":')).toBe(body)
  expect(consoleText(statisticsOf().requests)).toMatch(/^POST \/books\/_search\?preference=p\n\{\n {2}"size": 0,\n/)
})

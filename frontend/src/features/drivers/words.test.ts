// SPEC: PLG-04, PLG-05
import { describe, expect, it } from 'vitest'
import { pluginOf, useOf } from './fixture'
import { aboutPlugin, checkedAt, fileName, listed, updateLabel, usersOf, wanting, whyInstalled } from './words'

describe('names in a sentence', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('%j are written as %s', (names, wanted) => {
    expect(listed(names)).toBe(wanted)
  })

  it('of a driver are those of its connections, each once', () => {
    expect(usersOf(pluginOf({ uses: [useOf('s1', 'weblogs'), useOf('s2', 'weblogs'), useOf('s3', 'shop')] }))).toBe(
      'weblogs and shop',
    )
    expect(usersOf(pluginOf({ inUse: true }))).toBe('a connection that is being opened')
  })
})

describe('a driver', () => {
  it.each([
    [pluginOf({}), '1.2.0 by Somebody, 1.1 MB, protocol 3'],
    [pluginOf({ size: '' }), '1.2.0 by Somebody, protocol 3'],
    [pluginOf({ version: '' }), 'by Somebody'],
    [pluginOf({ version: '', publisher: '' }), ''],
  ])('is described by its own facts only', (plugin, wanted) => {
    expect(aboutPlugin(plugin)).toBe(wanted)
  })

  it('says which connections keep it from being uninstalled', () => {
    expect(whyInstalled(pluginOf({}))).toBe('')
    const one = pluginOf({ inUse: true, uses: [useOf('s1', 'shop')] })
    expect(whyInstalled(one)).toBe('Close shop to uninstall Sample.')
    const two = pluginOf({ inUse: true, uses: [useOf('s1', 'shop'), useOf('s2', 'logs')] })
    expect(whyInstalled(two)).toBe('Close shop and logs to uninstall Sample.')
    const none = pluginOf({ inUse: true })
    expect(whyInstalled(none)).toBe('Sample cannot be uninstalled while one of its connections is being opened.')
  })

  it('wants something of the user once, whatever it wants', () => {
    expect(wanting([pluginOf({}), pluginOf({ enabled: false })])).toBe(0)
    expect(
      wanting([
        pluginOf({ update: '1.3.0' }),
        pluginOf({ staged: '1.3.0', update: '1.4.0' }),
        pluginOf({ problem: 'The file was changed.' }),
      ]),
    ).toBe(3)
  })

  it('has an update that is named, unless it is another build of the same version', () => {
    expect(updateLabel('1.3.0', '1.2.0')).toBe('Update to 1.3.0')
    expect(updateLabel('1.2.0', '1.2.0')).toBe('Update')
  })
})

it.each([
  ['/a/b/driver.qdrv', 'driver.qdrv'],
  ['C:\\a\\driver.qdrv', 'driver.qdrv'],
  ['driver.qdrv', 'driver.qdrv'],
])('the name of the file %s is %s', (path, wanted) => {
  expect(fileName(path)).toBe(wanted)
})

it('a list is of a time, with its day where that is not today', () => {
  const now = new Date(2026, 10, 21, 14, 0)
  expect(checkedAt(new Date(2026, 10, 21, 10, 41).toISOString(), now)).toBe('10:41')
  expect(checkedAt(new Date(2026, 8, 2, 9, 5).toISOString(), now)).toMatch(/^2 Sept? 2026, 09:05$/)
})

// SPEC: APP-01
import { describe, expect, it } from 'vitest'
import { shortcutsOf } from './shortcuts'
import { type CommandId, keysOf, table } from './table'

const all = (mac: boolean, inWindow = true, text = '') =>
  shortcutsOf(mac, inWindow, text).flatMap(({ shortcuts }) => shortcuts)

describe('the list of shortcuts', () => {
  it.each([false, true])('has every command with a key, on macOS: %s', (mac) => {
    const ids = (Object.keys(table) as CommandId[]).filter((id) => keysOf(id, mac).length > 0)
    expect(all(mac).map(({ id }) => id)).toEqual(ids)
  })

  it('shows all keys of a command, as its system writes them', () => {
    const keys = (mac: boolean) => all(mac).find(({ id }) => id === 'refresh')?.keys
    expect(keys(false)).toEqual(['Ctrl+R', 'F5'])
    expect(keys(true)).toEqual(['⌘R', 'F5'])
  })

  it('leaves out what only the window of the application can do where it is shown in a browser', () => {
    expect(all(false, true).map(({ id }) => id)).toContain('app.quit')
    expect(all(false, false).map(({ id }) => id)).not.toContain('app.quit')
  })

  it.each([
    ['refresh', ['refresh']],
    ['ctrl+shift+t', ['tab.reopen', 'tab.previous']],
    ['ctrl shift t', ['tab.reopen', 'tab.previous']],
    ['nothing of the kind', []],
  ])('is searched for “%s” in titles and keys', (text, ids) => {
    expect(all(false, true, text).map(({ id }) => id)).toEqual(ids)
  })

  it('has no section without a command', () => {
    expect(shortcutsOf(false, true, 'reopen tab').map(({ title }) => title)).toEqual(['Sidebar and Tabs'])
  })
})

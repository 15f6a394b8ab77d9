// SPEC: APP-04
import { expect, it, vi } from 'vitest'
import { Registry } from '../commands/registry'
import { commandSections } from '../commands/table'
import { listedCommands } from './paletteCommands'

function start(inWindow = false) {
  const registry = new Registry({ mac: () => false, covered: () => false, tell: vi.fn() })
  registry.attach({
    scope: 'window',
    handlers: () => ({ refresh: () => undefined, find: { run: vi.fn(), reason: () => 'Nothing to search here.' } }),
  })
  const of = (id: string) => listedCommands(registry, inWindow).find((one) => one.id === id)
  return { registry, of }
}

it('the palette has every command but its own, with the key', () => {
  const { registry, of } = start()
  const all = commandSections.flatMap(({ ids }) => ids)
  expect(listedCommands(registry, false).map(({ id }) => id)).toEqual(all.filter((id) => id !== 'palette.open'))
  expect(of('refresh')).toEqual({
    ...{ id: 'refresh', title: 'Refresh', section: 'Window', why: '' },
    keys: { mac: '⌘R', win: 'Ctrl+R' },
  })
})

it('a command that cannot run has its reason', () => {
  const { registry, of } = start()
  expect(of('find')?.why).toBe('Nothing to search here.')
  expect(of('tab.close')?.why).toBe('Open a connection first.')
  registry.attach({ scope: 'workspace', handlers: () => ({ 'tab.number': () => undefined }) })
  expect(of('object.copyName')?.why).toBe('Use its key or the context menu of what it should act on.')
  expect(of('tab.number')?.why).toBe('Press its key with the number of a tab.')
})

it('a command of the host is to be run by its key in the application', () => {
  expect(start().of('app.quit')?.why).toBe('Only the desktop app can do this.')
  expect(start(true).of('app.quit')?.why).toBe('Use its key or the menu bar.')
})

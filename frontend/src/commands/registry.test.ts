// SPEC: APP-01, APP-13
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { KeyInput } from '../lib/keys'
import { followKeys } from './listener'
import { type Handlers, Registry } from './registry'
import type { Scope } from './scopes'

const ctrl = (key: string): KeyInput => ({
  ...{ key, code: '', shiftKey: false, ctrlKey: true, metaKey: false, altKey: false },
})

/** Commands of a window that records what is done and said. */
function start() {
  const log: string[] = []
  const window = { covered: false, told: '' }
  const registry = new Registry({
    mac: () => false,
    covered: () => window.covered,
    tell: (text) => {
      window.told = text
    },
  })
  const attach = (scope: Scope, handlers: Handlers, rest: { holds?: () => boolean; without?: object } = {}) =>
    registry.attach({ scope, handlers: () => handlers, ...rest })
  return { registry, window, log, attach }
}

describe('a command', () => {
  it('is carried out by the innermost scope that has it, in whatever order they were attached', () => {
    const { registry, log, attach } = start()
    attach('rows', { find: () => log.push('rows') })
    attach('window', { find: () => log.push('window') })
    registry.run('find')
    expect(log).toEqual(['rows'])
  })

  it('is carried out by the scope outside of one that is no longer shown', () => {
    const { registry, log, attach } = start()
    attach('window', { find: () => log.push('window') })
    const end = attach('rows', { find: () => log.push('rows') })
    end()
    registry.run('find')
    expect(log).toEqual(['window'])
  })

  it('belongs to the one of two in the same scope that came last', () => {
    const { registry, log, attach } = start()
    attach('dialog', { 'form.save': () => log.push('below') })
    attach('dialog', { 'form.save': () => log.push('above') })
    registry.run('form.save')
    expect(log).toEqual(['above'])
  })

  it('is that of a pane only while the focus is in it', () => {
    const { registry, log, attach } = start()
    let focused = true
    attach('rows', { find: () => log.push('rows') })
    attach('pane', { find: () => log.push('pane') }, { holds: () => focused })
    registry.run('find')
    focused = false
    registry.run('find')
    expect(log).toEqual(['pane', 'rows'])
  })

  it('gets its argument', () => {
    const { registry, log, attach } = start()
    attach('window', { 'edit.paste': (text) => log.push(text) })
    registry.run('edit.paste', 'from elsewhere')
    expect(log).toEqual(['from elsewhere'])
  })

  it('that nobody knows does nothing and says nothing', () => {
    const { registry, window } = start()
    window.told = 'before'
    registry.run('unheard of')
    registry.run('constructor')
    expect(window.told).toBe('before')
  })
})

describe('a command that cannot run', () => {
  it('still has its title, and says what has to be shown first', () => {
    const { registry } = start()
    expect(registry.command('tab.close')).toMatchObject({ title: 'Close Tab', reason: 'Open a connection first.' })
  })

  it('says it in the words of the innermost scope that is shown', () => {
    const { registry, attach } = start()
    attach('object', {}, { without: { rows: 'Switch to Data to use this command.' } })
    attach('workspace', {}, { without: { object: 'No index is open.', rows: 'No index is open.' } })
    expect(registry.reason('columns.fit')).toBe('Switch to Data to use this command.')
    expect(registry.reason('view.json')).toBe('No index is open.')
  })

  it('has the reason of what carries it out, and does nothing but say it', () => {
    const { registry, window, log, attach } = start()
    const reason = () => 'There is no closed tab to reopen.'
    attach('workspace', { 'tab.reopen': { run: () => log.push('reopened'), reason } })
    registry.run('tab.reopen')
    expect([window.told, log]).toEqual(['There is no closed tab to reopen.', []])
  })

  it('leaves nothing on the screen of what an earlier one said', () => {
    const { registry, window, attach } = start()
    registry.run('tab.reopen')
    expect(window.told).not.toBe('')
    attach('window', { 'app.settings': () => undefined })
    registry.run('app.settings')
    expect(window.told).toBe('')
  })
})

describe('while a dialog is open', () => {
  it('only its own commands and those of the clipboard run', () => {
    const { registry, window, log, attach } = start()
    attach('window', { refresh: () => log.push('refresh'), 'edit.copy': () => log.push('copy') })
    attach('dialog', { 'form.test': () => log.push('test') })
    window.covered = true
    registry.run('refresh')
    expect(window.told).toBe('Close the open dialog first.')
    registry.run('edit.copy')
    registry.run('form.test')
    expect(log).toEqual(['copy', 'test'])
    expect(registry.reason('tab.close')).toBe('Close the open dialog first.')
  })
})

describe('a key', () => {
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
    document.body.replaceChildren()
  })

  /** Presses a key on an element and returns whether the window took it. */
  function press(registry: Registry, part: KeyboardEventInit, on: HTMLElement = document.body): boolean {
    ends.push(followKeys(registry))
    return !on.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...part }))
  }

  it('runs its command and goes nowhere else', () => {
    const { registry, log, attach } = start()
    attach('workspace', { 'tab.close': () => log.push('close') })
    expect(press(registry, { key: 'w', ctrlKey: true })).toBe(true)
    expect(log).toEqual(['close'])
  })

  it('says why its command cannot run', () => {
    const { registry, window } = start()
    expect(press(registry, { key: 'w', ctrlKey: true })).toBe(true)
    expect(window.told).toBe('Open a connection first.')
  })

  it('that a text field needs for itself is left to it', () => {
    const { registry, log, attach } = start()
    attach('rows', { 'edit.undo': () => log.push('undo') })
    const field = document.body.appendChild(document.createElement('input'))
    expect(press(registry, { key: 'z', ctrlKey: true }, field)).toBe(false)
    expect(log).toEqual([])
    expect(press(registry, { key: 'z', ctrlKey: true })).toBe(true)
    expect(log).toEqual(['undo'])
  })

  it('that was taken before runs nothing', () => {
    const { registry, log, attach } = start()
    attach('window', { find: () => log.push('find') })
    const field = document.body.appendChild(document.createElement('div'))
    field.addEventListener('keydown', (event) => event.preventDefault())
    press(registry, { key: 'f', ctrlKey: true }, field)
    expect(log).toEqual([])
  })

  it('goes to the command that is shown, where two have it', () => {
    const { registry, log, attach } = start()
    attach('dialog', { 'form.test': () => log.push('test') })
    registry.press(ctrl('t'))
    expect(log).toEqual(['test'])
  })

  it('says of two that nothing has what the outer one lacks, not that a dialog is closed', () => {
    const { registry, window } = start()
    registry.press(ctrl('t'))
    expect(window.told).toBe('Open a connection first.')
  })

  it('that closes what is on top is left to others where nothing is, without a word', () => {
    const { registry, window } = start()
    expect(press(registry, { key: 'Escape' })).toBe(false)
    expect(window.told).toBe('')
  })

  it('with a digit hands it on', () => {
    const { registry, log, attach } = start()
    attach('workspace', { 'tab.number': (digit) => log.push(digit) })
    registry.press(ctrl('4'))
    expect(log).toEqual(['4'])
  })

  it('is nobody’s where no command has it', () => {
    const { registry, window } = start()
    expect(press(registry, { key: 'x', altKey: true })).toBe(false)
    expect(window.told).toBe('')
  })

  it('goes nowhere while letters are put together', () => {
    const { registry, log, attach } = start()
    attach('window', { refresh: () => log.push('refresh') })
    press(registry, { key: 'F5', isComposing: true })
    expect(log).toEqual([])
  })

  it('goes nowhere where it ended what was put together, as WebKit tells it', () => {
    const { registry, log, attach } = start()
    attach('window', { refresh: () => log.push('refresh') })
    press(registry, { key: 'F5', keyCode: 229 })
    expect(log).toEqual([])
  })

  it('is no longer taken after the end', () => {
    const { registry, log, attach } = start()
    attach('window', { refresh: () => log.push('refresh') })
    followKeys(registry)()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F5', bubbles: true }))
    expect(log).toEqual([])
  })
})

it('a handler that is replaced while it is shown is the one that runs', () => {
  const { registry } = start()
  const first = vi.fn()
  const second = vi.fn()
  let handlers: Handlers = { find: first }
  registry.attach({ scope: 'window', handlers: () => handlers })
  handlers = { find: second }
  registry.run('find')
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
})

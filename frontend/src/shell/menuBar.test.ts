// SPEC: APP-13
import { expect, it, vi } from 'vitest'
import { Registry } from '../commands/registry'
import { followMenuBar } from './menuBar'

function start() {
  const commands = new Registry({ mac: () => false, covered: () => false, tell: () => undefined })
  const call = vi.fn(async () => ({}) as never)
  const dimmed = () => (call.mock.calls.at(-1) as unknown as [string, { ids: string[] }])[1].ids
  return { commands, call, dimmed, settle: () => Promise.resolve() }
}

it('without a connection, what needs one is dimmed in the menu bar; with one it is not', async () => {
  const { commands, call, dimmed, settle } = start()
  commands.attach({ scope: 'window', handlers: () => ({ 'app.settings': () => undefined }) })
  followMenuBar(commands, { call })
  expect(call).toHaveBeenCalledWith('App.DimCommands', expect.anything())
  expect(dimmed()).toEqual(expect.arrayContaining(['console.new', 'row.add', 'changes.save']))
  expect(dimmed()).not.toContain('app.settings')
  expect(dimmed()).not.toContain('app.quit')
  const end = commands.attach({ scope: 'workspace', handlers: () => ({ 'console.new': () => undefined }) })
  await settle()
  expect(dimmed()).not.toContain('console.new')
  end()
  await settle()
  expect(dimmed()).toContain('console.new')
})

it('what the connection can never do is missing, what has nothing to act on is not', () => {
  const { commands } = start()
  commands.attach({
    scope: 'workspace',
    handlers: () => ({
      'sample.reset': { run: () => undefined, reason: () => 'Only sample data can be reset.', offered: false },
      'edit.undo': { run: () => undefined, reason: () => 'Nothing to undo.' },
    }),
  })
  expect(commands.missing()).toContain('sample.reset')
  expect(commands.missing()).not.toContain('edit.undo')
})

it('the menu bar is told once of what changes together, and not at all of what changes nothing', async () => {
  const { commands, call, settle } = start()
  followMenuBar(commands, { call })
  call.mockClear()
  commands.attach({ scope: 'rows', handlers: () => ({ 'row.add': () => undefined }) })
  commands.attach({ scope: 'object', handlers: () => ({ 'view.data': () => undefined }) })
  await settle()
  expect(call).toHaveBeenCalledTimes(1)
  commands.attach({ scope: 'rows', handlers: () => ({ 'row.add': () => undefined }) })()
  await settle()
  expect(call).toHaveBeenCalledTimes(1)
})

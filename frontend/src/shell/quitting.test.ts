// SPEC: APP-03
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeHost, sessionOf } from '../features/browse/fixture'
import { settleWithin, Workspace } from '../features/browse/workspace'
import type { Answer, Ask } from '../features/tabs/unsaved'
import { flushWithin, Quitting } from './quitting'

let host: FakeHost
let ask: ReturnType<typeof vi.fn<Ask>>
let asking: boolean
let filledIn: string
let workspaces: Workspace[]
let leaveField: ReturnType<typeof vi.fn<() => void>>
let quitting: Quitting

beforeEach(() => {
  host = new FakeHost()
  ask = vi.fn<Ask>(() => Promise.resolve('stay'))
  asking = false
  filledIn = ''
  leaveField = vi.fn<() => void>()
  workspaces = []
  quitting = new Quitting({
    host,
    workspaces: () => workspaces,
    filledIn: () => filledIn,
    asking: () => asking,
    ask,
    leaveField,
  })
})

function open(name: string, exporting: string[] = []) {
  const session = sessionOf({ id: name, name })
  const workspace = new Workspace(host, session, { exporting: () => exporting })
  workspaces.push(workspace)
  workspace.open('books', true)
  return (face: { dirty?: boolean; sending?: boolean }) => workspace.current?.face.setState(face)
}
const said = () => host.calls.filter((method) => method.startsWith('App.'))

describe('quitting', () => {
  it('asks nobody where nothing would be lost', async () => {
    open('local')
    await quitting.asked()
    expect(said()).toEqual(['App.Quit'])
    expect(ask).not.toHaveBeenCalled()
  })

  it('asks once for all connections, and names them where several would lose work', async () => {
    open('local')({ dirty: true })
    open('idle')
    await quitting.asked()
    expect(ask).toHaveBeenLastCalledWith({ why: 'quit', losses: [{ kind: 'changes', of: 'books' }] })
    open('remote', ['logs'])({ sending: true })
    await quitting.asked()
    expect(ask).toHaveBeenLastCalledWith({
      why: 'quit',
      losses: [
        { kind: 'changes', of: 'books (local)' },
        { kind: 'sending', of: 'books (remote)' },
        { kind: 'export', of: 'logs (remote)' },
      ],
    })
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('asks about a form that was filled in and not saved', async () => {
    open('local')
    filledIn = 'Shop'
    await quitting.asked()
    expect(ask).toHaveBeenLastCalledWith({ why: 'quit', losses: [{ kind: 'form', of: 'Shop' }] })
    expect(said()).toEqual(['App.Stay'])
  })

  it('tells the backend to wait while it asks, and quits only if its user agrees', async () => {
    open('local', ['books'])
    let answer: (answer: Answer) => void = () => undefined
    ask.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    const kept = quitting.asked()
    expect(said()).toEqual(['App.Stay'])
    answer('stay')
    await kept
    expect(said()).toEqual(['App.Stay'])
    const left = quitting.asked()
    answer('leave')
    await left
    expect(said()).toEqual(['App.Stay', 'App.Stay', 'App.Quit'])
  })

  it('saves first what is open, and does not wait long for it', async () => {
    vi.useFakeTimers()
    open('local')
    const flush = vi.spyOn(workspaces[0] as Workspace, 'flush')
    let saved: () => void = () => undefined
    flush.mockImplementation(() => new Promise((resolve) => (saved = resolve)))
    const first = quitting.asked()
    await vi.advanceTimersByTimeAsync(flushWithin - 1)
    expect(said()).toEqual([])
    saved()
    await first
    expect(said()).toEqual(['App.Quit'])
    const second = quitting.asked()
    await vi.advanceTimersByTimeAsync(flushWithin)
    await second
    expect(said()).toEqual(['App.Quit', 'App.Quit'])
    vi.useRealTimers()
  })

  it('leaves a question open that is asked already', async () => {
    open('local')({ dirty: true })
    asking = true
    await quitting.asked()
    expect(said()).toEqual(['App.Stay'])
    expect([ask.mock.calls.length, leaveField.mock.calls.length]).toEqual([0, 0])
  })

  it('counts what is being typed', async () => {
    const change = open('local')
    leaveField.mockImplementation(() => change({ dirty: true }))
    await quitting.asked()
    expect(ask).toHaveBeenCalledOnce()
  })

  it.each([
    ['keeps what is staged for the next start', 'leave' as const, false],
    ['discards it where its user says so', 'discard' as const, true],
  ])('%s', async (_, answer, discards) => {
    open('local')({ dirty: true })
    const leave = vi.spyOn(workspaces[0] as Workspace, 'leaveDrafts')
    ask.mockImplementation(() => Promise.resolve(answer))
    await quitting.asked()
    expect(leave.mock.calls).toEqual([[discards]])
    expect(said()).toEqual(['App.Stay', 'App.Quit'])
  })
})

// SPEC: APP-03
it('waits longer for what is stored than a tab takes to look at its text before that', () => {
  expect(settleWithin).toBeLessThan(flushWithin)
})

// SPEC: CON-22
import { describe, expect, it } from 'vitest'
import { FakeHost, sessionOf } from '../fixture'
import { Workspace } from '../workspace'
import { Safety } from './safety'

function open(mode: string) {
  const host = new FakeHost()
  let inForce = mode
  host.answers.set('Connections.SetSafeMode', (q) => {
    inForce = String(q.mode)
    return { safeMode: inForce }
  })
  host.answers.set('Connections.SafeMode', () => ({ safeMode: inForce }))
  const session = { ...sessionOf(), safeMode: mode }
  const told: string[] = []
  const safety = new Safety(host, session, () => told.push(inForce))
  const saved = (to: string) => {
    inForce = to
  }
  return { host, session, safety, saved, told }
}

describe('the safe mode of an open connection', () => {
  it.each([
    ['off', 'confirm'],
    ['off', 'read-only'],
    ['confirm', 'read-only'],
    ['confirm', 'off'],
  ])('is switched from %s to %s at once', async (from, to) => {
    const { host, session, safety } = open(from)
    await safety.choose(to)
    expect(safety.store.getState()).toMatchObject({ mode: to, question: null, error: null })
    expect(session.safeMode).toBe(to)
    expect(host.called('Connections.SetSafeMode')).toBe(1)
  })

  it.each(['off', 'confirm'])('is asked about before it leaves Read-only for %s', async (to) => {
    const { host, session, safety } = open('read-only')
    await safety.choose(to)
    expect(host.called('Connections.SetSafeMode')).toBe(0)
    expect(safety.store.getState()).toMatchObject({ mode: 'read-only', question: { mode: to, saved: false } })
    safety.dismiss()
    expect(session.safeMode).toBe('read-only')
    await safety.choose(to)
    await safety.consent()
    expect(safety.store.getState()).toMatchObject({ mode: to, question: null })
    expect(session.safeMode).toBe(to)
  })

  it('is not set again where it is the present one', async () => {
    const { host, safety } = open('off')
    await safety.choose('off')
    expect(host.called('Connections.SetSafeMode')).toBe(0)
  })

  it('becomes stricter when a stricter one is saved in the form', async () => {
    const { session, safety, saved } = open('off')
    saved('read-only')
    await safety.follow('read-only')
    expect(session.safeMode).toBe('read-only')
    expect(safety.store.getState()).toMatchObject({ mode: 'read-only', question: null })
  })

  it('is asked about when a looser one is saved in the form', async () => {
    const { session, safety } = open('read-only')
    await safety.follow('off')
    expect(session.safeMode).toBe('read-only')
    expect(safety.store.getState()).toMatchObject({ mode: 'read-only', question: { mode: 'off', saved: true } })
  })

  it('shows the mode that is in force, and why, if another one could not be saved', async () => {
    const { host, session, safety, saved } = open('off')
    host.fail('Connections.SetSafeMode', 'disk', 'The disk is full.')
    saved('read-only') // a stricter mode is in force even then
    await safety.choose('read-only')
    expect(session.safeMode).toBe('read-only')
    expect(safety.store.getState()).toMatchObject({ mode: 'read-only' })
    expect(safety.store.getState().error?.failure.message).toBe('The disk is full.')
    safety.dismiss()
    expect(safety.store.getState().error).toBeNull()
  })

  it('is told to the list of connections when it was saved, or may have been', async () => {
    const { host, safety, told } = open('read-only')
    await safety.choose('off')
    expect(told).toEqual([])
    await safety.consent()
    expect(told).toEqual(['off'])
    host.fail('Connections.SetSafeMode', 'disk', 'The disk is full.')
    await safety.choose('confirm')
    expect(told).toEqual(['off', 'off'])
  })

  it('holds for what is edited in tabs that are open already', async () => {
    const host = new FakeHost()
    host.answers.set('Connections.SetSafeMode', (q) => ({ safeMode: q.mode }))
    const workspace = new Workspace(host, { ...sessionOf(), safeMode: 'off' })
    workspace.open('books', true)
    const { rows } = workspace
    await new Promise((resolve) => setTimeout(resolve))
    await new Promise((resolve) => setTimeout(resolve))
    expect(rows?.safeMode).toBe('off')
    expect(rows?.saving.reason).toBe('Nothing to save.')
    const item = { name: 'books', kind: workspace.session.objectNoun }
    expect(workspace.dropping.why(item)).toBe('')
    await workspace.safety.choose('read-only')
    expect(rows?.safeMode).toBe('read-only')
    expect(rows?.saving.reason).toContain('This connection is read-only')
    expect(rows?.staging.whyNotAdded()).toContain('This connection is read-only')
    expect(workspace.dropping.why(item)).toContain('This connection is read-only')
  })
})

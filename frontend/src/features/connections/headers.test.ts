// SPEC: CON-26, CON-08
import { describe, expect, it } from 'vitest'
import type { Connection, Database } from '../../host'
import { HostError, toHostError } from '../../host'
import { FakeHost } from '../../host/fixture'
import { draftWithSecrets, secretsToAsk } from './asking'
import { Editor, notesOf } from './editor'
import { factsOf } from './facts'
import { lowered } from './form'

const host = {
  id: 'host',
  label: 'Host',
  kind: 'text',
  default: 'localhost',
  required: true,
  comesLater: '',
  when: null,
}
const database = {
  id: 'x',
  tabs: [
    { id: 'general', title: 'General', fields: [{ ...host, options: [] }] },
    { id: 'options', title: 'Options', fields: [] },
  ],
} as unknown as Database
const saved = {
  ...{ id: 'c1', name: 'local', driver: 'x', host: 'a', port: '1', group: '', tags: [], fields: [] },
  ...{ headers: ['X-Tenant'], secrets: ['header:X-Tenant'], thisRun: [] },
} as unknown as Connection

function edit(connection: Connection | null) {
  const fake = new FakeHost()
  const drafts: Record<string, unknown>[] = []
  fake.answers.set('Connections.Save', (q) => {
    drafts.push(q.draft as Record<string, unknown>)
    return saved
  })
  const editor = new Editor(fake, database, connection, async () => undefined)
  return { fake, drafts, editor, form: () => editor.store.getState().form }
}

describe('the extra headers of a form', () => {
  it('are saved with their names, and their values as secrets', async () => {
    const { editor, drafts } = edit(null)
    editor.addHeader()
    editor.addHeader()
    editor.header(0, { name: ' X-Tenant ' })
    expect(editor.lacking).toBe('Enter a value for X-Tenant (Options) to save')
    editor.header(0, { value: 'acme' })
    expect(editor.lacking).toBe('')
    editor.header(1, { value: 'v' })
    expect(editor.lacking).toBe('Enter the name of a header (Options) to save')
    editor.header(1, { value: '' })
    await editor.save(false)
    const secrets = [{ id: 'header:X-Tenant', value: 'acme', replace: true }]
    expect(drafts).toEqual([expect.objectContaining({ headers: ['X-Tenant'], secrets })])
  })

  it('keep the value that is stored until another is typed', async () => {
    const { editor, drafts } = edit(saved)
    expect(editor.lacking).toBe('')
    await editor.save(false)
    editor.header(0, { value: 'other' })
    await editor.save(false)
    expect(drafts).toEqual([
      expect.objectContaining({ headers: ['X-Tenant'], secrets: [] }),
      expect.objectContaining({ secrets: [{ id: 'header:X-Tenant', value: 'other', replace: true }] }),
    ])
  })

  it('are gone once they are removed, and another one of that name needs a value', async () => {
    const { editor, drafts } = edit(saved)
    editor.removeHeader(0)
    expect(editor.dirty).toBe(true)
    await editor.save(false)
    expect(drafts).toEqual([expect.objectContaining({ headers: [], secrets: [] })])
    editor.addHeader()
    editor.header(0, { name: 'X-Tenant' })
    expect(editor.lacking).toBe('Enter a value for X-Tenant (Options) to save')
  })

  it('lose nothing while a row is empty', () => {
    const { editor } = edit(null)
    editor.addHeader()
    expect(editor.dirty).toBe(false)
    editor.header(0, { name: 'X' })
    expect(editor.dirty).toBe(true)
  })

  it('ask for a value again that belongs to another address, in their tab', async () => {
    const { fake, editor, form } = edit(saved)
    const text = 'Enter the value of the header X-Tenant again: it was saved for http://a:1.'
    fake.answers.set('Connections.Save', () => {
      throw new Error(JSON.stringify({ kind: 'secret', message: text, fields: [{ id: 'header:X-Tenant', text }] }))
    })
    await editor.save(false)
    expect(editor.store.getState().tab).toBe('options')
    expect(form().headers).toEqual([{ key: 0, name: 'X-Tenant', saved: true, value: '' }])
    expect(form().typed).toEqual({})
    expect(notesOf(editor.store.getState().outcome)).toEqual({ 'header:X-Tenant': text })
  })

  it('are asked for by their names where they came without values', () => {
    const imported = { ...saved, secrets: [] }
    const text = 'Enter the value of the header X-Tenant: it is not stored.'
    const { failure } = toHostError('x')
    const missing = {
      ...failure,
      kind: 'secret' as const,
      code: 'missing',
      message: text,
      fields: [{ id: 'header:X-Tenant', text }],
    }
    const asked = secretsToAsk(database, imported, new HostError(missing))
    expect(asked.map((f) => [f.id, lowered(f.label)])).toEqual([['header:X-Tenant', 'value of X-Tenant']])
    expect(draftWithSecrets(database, imported, { 'header:X-Tenant': 'acme' }, false)).toMatchObject({
      headers: ['X-Tenant'],
      secrets: [{ id: 'header:X-Tenant', value: 'acme', replace: true }],
    })
  })

  it('are named in the facts of their connection', () => {
    const now = new Date('2026-03-10T12:00:00')
    expect(factsOf(saved, undefined, now)).toContainEqual({ name: 'Extra Headers', value: 'X-Tenant', mono: false })
  })
})

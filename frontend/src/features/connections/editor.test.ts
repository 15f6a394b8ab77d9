// SPEC: CON-07, CON-08, CON-14, CON-20
import { describe, expect, it, vi } from 'vitest'
import type { Connection, Database, FormField } from '../../host'
import { FakeHost } from '../../host/fixture'
import { Editor, notesOf } from './editor'
import { factsOf, found } from './facts'
import { type FormValues, isMarkedRequired, wordsOf } from './form'

const host = {
  id: 'host',
  label: 'Host',
  kind: 'text',
  default: 'localhost',
  required: true,
  comesLater: '',
  when: null,
  options: [],
}
const auth = {
  ...{ id: 'auth', label: 'Auth Method', kind: 'choice', default: 'none', required: true, comesLater: '', when: null },
  options: [{ value: 'none', label: 'None', gloss: 'Meant for development' }],
}
const database = {
  id: 'x',
  tabs: [{ id: 'general', title: 'General', fields: [host, auth] }],
} as unknown as Database
const saved = {
  id: 'c1',
  name: 'local',
  host: 'localhost',
  port: '9200',
  title: 'Engine',
  group: '',
  tags: [],
  fields: [],
  headers: [],
} as unknown as Connection

function edit() {
  const fake = new FakeHost()
  const done = vi.fn(async () => undefined)
  const editor = new Editor(fake, database, null, done)
  return { fake, done, editor, state: () => editor.store.getState() }
}

describe('a form', () => {
  it('is not saved while something lacks', async () => {
    const { fake, editor } = edit()
    editor.set('host', '')
    await editor.save(true)
    expect(editor.lacking).toBe('Enter a name to save')
    expect(fake.calls).toEqual([])
  })

  it('takes a Cloud ID apart that is pasted into Host, and leaves an address alone', async () => {
    const { fake, editor, state } = edit()
    const asked: unknown[] = []
    fake.answers.set('Connections.TakeURL', (q) => {
      asked.push(q.url)
      const fields = [{ id: 'host', value: 'abc.eu.example' }]
      return { forms: [{ driver: 'x', title: 'X', name: 'prod', fields, secrets: [], text: 'Filled in.' }] }
    })
    const id = `prod:${btoa('eu.example$abcdefgh$kibana')}`
    editor.set('host', id)
    await vi.waitFor(() => expect(state().form.values.host).toBe('abc.eu.example'))
    expect(state().form.name).toBe('prod')
    for (const host of ['es.example:9200', '::1', 'fe80::1', 'localhost']) editor.set('host', host)
    expect(asked).toEqual([id])
  })

  it('is called like its host while it has no other name', async () => {
    const { fake, editor } = edit()
    const drafts: unknown[] = []
    fake.answers.set('Connections.Save', (q) => {
      drafts.push(q.draft)
      return saved
    })
    editor.set('host', ' es.example ')
    await editor.save(false)
    expect(drafts).toEqual([expect.objectContaining({ name: 'es.example' })])
  })

  it('is saved once and tells what is next', async () => {
    const { fake, done, editor } = edit()
    fake.answers.set('Connections.Save', () => saved)
    editor.name('local')
    await editor.save(true)
    expect(done).toHaveBeenCalledExactlyOnceWith(saved, true)
  })

  it('puts a new connection into the group that is given', async () => {
    const fake = new FakeHost()
    const drafts: unknown[] = []
    fake.answers.set('Connections.Save', (q) => {
      drafts.push(q.draft)
      return saved
    })
    const editor = new Editor(fake, database, null, async () => undefined, null, 'Production')
    editor.name('local')
    await editor.save(false)
    expect(drafts).toMatchObject([{ id: '', group: 'Production' }])
  })

  it('asks what becomes of the secret where there is no credential store', async () => {
    const { fake, done, editor, state } = edit()
    fake.fail('Connections.Save', 'keyring')
    editor.name('local')
    await editor.save(true)
    expect(state().keyring).toEqual({ connect: true })
    expect(state().outcome).toBeNull()
    fake.answers.set('Connections.Save', (q) => {
      expect(q.draft).toMatchObject({ keepForThisRun: true })
      return saved
    })
    await editor.save(true, true)
    expect(state().keyring).toBeNull()
    expect(done).toHaveBeenCalledOnce()
  })

  it('shows how a test went until something is changed', async () => {
    const { fake, editor, state } = edit()
    fake.fail('Connections.Test', 'connect', 'connection refused')
    await editor.test()
    expect(state()).toMatchObject({ busy: '', outcome: { error: { kind: 'connect' } } })
    editor.set('host', 'other')
    expect(state().outcome).toBeNull()
  })

  it('shows at the field which secret has to be typed again, and empties it', async () => {
    const password = { ...host, id: 'password', label: 'Password', kind: 'secret', required: false }
    const tabs = [...database.tabs, { id: 'network', title: 'Network', fields: [password] }]
    const stored = { ...saved, secrets: ['password'] } as unknown as Connection
    const fake = new FakeHost()
    const editor = new Editor(fake, { ...database, tabs } as unknown as Database, stored, async () => undefined)
    const text = 'Enter the password again: it was saved for http://a:9200.'
    const failure = { kind: 'secret', message: text, fields: [{ id: 'password', text }] }
    for (const method of ['Connections.Test', 'Connections.Save'])
      fake.answers.set(method, () => {
        throw new Error(JSON.stringify(failure))
      })
    for (const work of [() => editor.test(), () => editor.save(true)]) {
      editor.show('general')
      await work()
      const { form, tab, outcome } = editor.store.getState()
      expect(tab).toBe('network')
      expect(form.typed).toEqual({ password: '' })
      expect(wordsOf(password as unknown as FormField, { ...form, notes: notesOf(outcome) }).warning).toBe(text)
    }
    editor.secret('password', 'typed')
    expect(notesOf(editor.store.getState().outcome)).toEqual({})
  })

  it('ends a test that takes too long, and says nothing of it', async () => {
    const { fake, editor, state } = edit()
    fake.answers.set('Connections.Test', () => new Promise(() => undefined))
    const work = editor.test()
    expect(state().busy).toBe('test')
    await editor.test()
    await work
    expect(state()).toMatchObject({ busy: '', outcome: null })
  })
})

describe('the words about a field', () => {
  const field = (part: Partial<FormField>) =>
    ({ ...host, id: 'f', default: '', hint: '', warnOn: '', ...part }) as unknown as FormField
  const form = (value: string, stored: string[] = []): FormValues => ({
    ...{ id: '', name: '', colour: '', typed: {}, headers: [] },
    values: { f: value },
    stored,
    thisRun: [],
  })
  it.each([
    [
      'the gloss of a choice stands beside it',
      field({ options: auth.options }),
      form('none'),
      'Meant for development',
      '',
      '',
    ],
    ['a hint stands below', field({ hint: 'h' }), form(''), '', 'h', ''],
    ['that of a number beside', field({ kind: 'number', hint: 'h' }), form(''), 'h', '', ''],
    [
      'a warning takes the place of the hint',
      field({ kind: 'switch', hint: 'h', warnOn: 'w' }),
      form('true'),
      '',
      '',
      'w',
    ],
    ['what comes later says so alone', field({ hint: 'h', comesLater: 'later' }), form(''), '', 'later', ''],
    [
      'a stored secret says that it is never shown',
      field({ kind: 'secret', label: 'API Key' }),
      form('', ['f']),
      '',
      'A stored API Key is never shown again. Replace it to change it.',
      '',
    ],
  ])('%s', (_, f, values, beside, below, warning) => {
    expect(wordsOf(f, values)).toEqual({ beside, below, warning })
  })

  it('mark a secret without which nothing can be saved', () => {
    expect(isMarkedRequired(field({ kind: 'secret' }))).toBe(true)
    expect(isMarkedRequired(field({ kind: 'secret', when: { field: 'a', is: [] } }))).toBe(false)
    expect(isMarkedRequired(field({}))).toBe(false)
  })
})

describe('a URL in the Host field', () => {
  const form = {
    ...{ driver: 'x', title: 'X', name: 'es.example', text: 'Filled in from the URL: Host es.example.' },
    ...{ fields: [{ id: 'host', value: 'es.example' }], secrets: [{ id: 'password', value: 'p', replace: true }] },
  }

  it('is taken apart where it is pasted, and is itself kept nowhere', async () => {
    const { fake, editor, state } = edit()
    fake.answers.set('Connections.TakeURL', () => ({ forms: [form] }))
    editor.set('host', 'https://anna:p@es.example')
    expect(JSON.stringify(state())).not.toContain('anna')
    await vi.waitFor(() => expect(state().form.values.host).toBe('es.example'))
    expect(state().form.typed).toEqual({ password: 'p' })
    expect(state().outcome).toMatchObject({ report: { text: form.text } })
  })

  it('leaves the field alone and says why where the database has no URLs', async () => {
    const { fake, editor, state } = edit()
    fake.fail('Connections.TakeURL', 'unsupported', 'It has no connection URL.')
    editor.set('host', 'https://anna:p@es.example')
    await vi.waitFor(() => expect(state().outcome).toMatchObject({ error: { message: 'It has no connection URL.' } }))
    expect(state().form.values.host).toBe('localhost')
    editor.set('host', 'es.example')
    expect(state()).toMatchObject({ outcome: null, form: { values: { host: 'es.example' } } })
  })

  it('fills a new form that begins with it', () => {
    const editor = new Editor(new FakeHost(), database, null, async () => undefined, form)
    expect(editor.store.getState().form).toMatchObject({ name: 'es.example', typed: { password: 'p' } })
  })
})

describe('the list of connections', () => {
  it('is searched by every word, in name, host and database', () => {
    const other = { ...saved, id: 'c2', name: 'shop', host: 'ts.example' }
    expect(found([saved, other], 'engine shop').map((c) => c.id)).toEqual(['c2'])
    expect(found([saved, other], ' ')).toHaveLength(2)
  })

  it('shows the choices of a form by their labels, once the form is known', () => {
    const now = new Date('2026-03-10T12:00:00')
    expect(factsOf(saved, database, now)).toContainEqual({ name: 'Auth Method', value: 'None', mono: false })
    expect(factsOf(saved, undefined, now).map((f) => f.name)).toEqual(['Host', 'Port', 'Safe Mode', 'Last opened'])
  })
})

describe('a test of a connection that is changed meanwhile', () => {
  it('is given up, since its result would be of what is no longer there', async () => {
    const { fake, editor, state } = edit()
    fake.answers.set('Connections.Test', () => new Promise(() => undefined))
    const testing = editor.test()
    editor.set('host', 'elsewhere.example')
    await testing
    expect(state().busy).toBe('')
    expect(state().outcome).toBeNull()
  })

  it('goes on while only the name changes', async () => {
    const { fake, editor, state } = edit()
    const report = { text: 'Connected.' }
    let finish = (_: unknown) => {}
    fake.answers.set('Connections.Test', () => new Promise((resolve) => (finish = resolve)))
    const testing = editor.test()
    await vi.waitFor(() => expect(fake.called('Connections.Test')).toBe(1))
    editor.name('local')
    finish(report)
    await testing
    expect(state().outcome).toEqual({ report })
  })
})

describe('what a form would lose', () => {
  it('is nothing before anything was filled in, and after it was taken back', () => {
    const { editor } = edit()
    expect(editor.dirty).toBe(false)
    editor.name('local')
    expect(editor.dirty).toBe(true)
    editor.name('')
    expect(editor.dirty).toBe(false)
  })

  it('is a secret that was typed', () => {
    const { editor } = edit()
    editor.secret('password', 'x')
    expect(editor.dirty).toBe(true)
  })
})

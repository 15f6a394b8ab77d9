// SPEC: CON-05, CON-06, CON-07, CON-08, CON-22
import { describe, expect, it } from 'vitest'
import type { Database, FormField } from '../../host'
import {
  defaultSafeMode,
  draftOf,
  emptyTab,
  isVisible,
  labelOf,
  lackingWords,
  missing,
  newForm,
  rowsOf,
  tabOf,
  wordsOf,
} from './form'

function field(part: Partial<FormField>): FormField {
  return {
    id: '',
    label: '',
    kind: 'text',
    default: '',
    placeholder: '',
    required: false,
    mono: false,
    hint: '',
    warnOn: '',
    suffix: '',
    advanced: false,
    separator: false,
    beside: '',
    segmented: false,
    comesLater: '',
    when: null,
    min: 0,
    max: 0,
    options: [],
    ...part,
  }
}

const database = {
  id: 'x',
  tabs: [
    {
      id: 'general',
      title: 'General',
      fields: [
        field({ id: 'host', label: 'Host', default: 'localhost', required: true }),
        field({ id: 'port', label: 'Port', default: '9200', beside: 'host' }),
        field({ id: 'auth', kind: 'choice', default: 'none' }),
        field({
          id: 'apiKey',
          label: 'API Key',
          kind: 'secret',
          required: true,
          when: { field: 'auth', is: ['apiKey'] },
        }),
        field({ id: 'later', comesLater: 'comes later' }),
      ],
    },
  ],
} as unknown as Database

describe('a connection form', () => {
  it('begins with the defaults', () => {
    expect(newForm(database).values).toMatchObject({ host: 'localhost', port: '9200', auth: 'none' })
  })

  it('names what Save needs, and only what is visible', () => {
    const form = { ...newForm(database), name: 'local' }
    expect(missing(database, form)).toEqual([])
    form.values.auth = 'apiKey'
    expect(missing(database, form)).toEqual([{ tab: 'General', label: 'API Key', instead: '' }])
    form.stored = ['apiKey']
    expect(missing(database, form)).toEqual([])
    form.typed = { apiKey: '' }
    expect(missing(database, form)).toEqual([{ tab: 'General', label: 'API Key', instead: '' }])
  })

  it('says what can be chosen in place of filling in what lacks', () => {
    const options = [
      { value: 'apiKey', label: 'API Key', gloss: '' },
      { value: 'none', label: 'None', gloss: '' },
    ]
    const auth = field({ id: 'auth', label: 'Auth Method', kind: 'choice', default: 'apiKey', options })
    const key = field({ label: 'API Key', id: 'apiKey', required: true, when: { field: 'auth', is: ['apiKey'] } })
    const local = { ...database, tabs: [{ id: 'general', title: 'General', fields: [auth, key] }] } as Database
    const [lacking] = missing(local, { ...newForm(local), name: 'local' })
    expect(lacking && lackingWords(lacking)).toBe('Enter API Key (General) to save, or set Auth Method to None')
    expect(missing(local, { ...newForm(local), name: 'local', values: { auth: 'none' } })).toEqual([])
  })

  it('shows a field only while its condition holds', () => {
    const secret = database.tabs[0]?.fields[3] as FormField
    expect(isVisible(secret, { auth: 'none' })).toBe(false)
    expect(isVisible(secret, { auth: 'apiKey' })).toBe(true)
  })

  it('draws the port at the right of the host', () => {
    const rows = rowsOf(database.tabs[0] as Database['tabs'][0], { auth: 'none' }, false)
    expect(rows[0]?.map((f) => f.id)).toEqual(['host', 'port'])
  })

  it('sends a typed secret apart from the fields, and nothing of what comes later', () => {
    const form = { ...newForm(database), name: ' local ', typed: { apiKey: 'k' } }
    const draft = draftOf(database, form)
    expect(draft.name).toBe('local')
    expect(draft.secrets).toEqual([{ id: 'apiKey', value: 'k', replace: true }])
    expect(draft.fields.map((f) => f.id)).toEqual(['host', 'port', 'auth'])
  })

  it.each([
    ['localhost', 'off'],
    ['127.0.0.1', 'off'],
    ['[::1]', 'off'],
    ['Localhost.', 'off'],
    [' localhost ', 'off'],
    ['127.255.9.1', 'off'],
    ['::1', 'off'],
    ['0:0:0:0:0:0:0:1', 'off'],
    ['::ffff:127.0.0.1', 'off'],
    ['[::FFFF:7F01:2]', 'off'],
    ['127.256.0.1', 'confirm'],
    ['127.0.0.1.example', 'confirm'],
    ['localhost..', 'confirm'],
    ['::2', 'confirm'],
    ['::ffff:10.0.0.1', 'confirm'],
    ['::1:', 'confirm'],
    ['es.localhost', 'off'],
    ['a.b.LOCALHOST.', 'off'],
    ['.localhost', 'confirm'],
    ['a..localhost', 'confirm'],
    ['notlocalhost', 'confirm'],
    ['localhost.example', 'confirm'],
    ['', 'confirm'],
    ['search.example', 'confirm'],
  ])('has the safe mode of its host %s while nobody chose one', (host, want) => {
    expect(defaultSafeMode(host)).toBe(want)
  })

  const when = { field: 'ssl', is: ['ca', 'identity'] }
  const files = {
    id: 'network',
    title: 'Network',
    fields: [
      field({ id: 'caFile', label: 'CA Certificate', kind: 'file', when }),
      field({ id: 'keyPassphrase', label: 'Key Passphrase', kind: 'secret', when }),
    ],
  }
  const modes = ['off', 'ca', 'identity'].map((value) => ({ value, label: value.toUpperCase(), gloss: '' }))
  const secured = {
    id: 'x',
    tabs: [
      {
        id: 'general',
        title: 'General',
        fields: [field({ id: 'ssl', label: 'SSL Mode', kind: 'choice', options: modes })],
      },
      files,
    ],
  } as unknown as Database

  it('says on a tab without a visible field what shows them, and nothing where one is visible', () => {
    const words = 'CA Certificate and Key Passphrase can be set while SSL Mode is CA or IDENTITY.'
    expect(emptyTab(secured, files, { ssl: 'off' })).toBe(words)
    expect(emptyTab(secured, files, { ssl: 'ca' })).toBe('')
    expect(emptyTab(secured, secured.tabs[0] as Database['tabs'][0], {})).toBe('')
  })

  it('finds the tab and the label of a field, and the label of a choice', () => {
    expect([tabOf(secured, 'caFile'), tabOf(secured, 'none')]).toEqual(['network', ''])
    expect([labelOf(secured, 'caFile'), labelOf(secured, 'ssl', 'ca')]).toEqual(['CA Certificate', 'CA'])
  })

  it('speaks of a stored secret in a sentence', () => {
    const form = { ...newForm(secured), stored: ['keyPassphrase'] }
    const words = wordsOf(files.fields[1] as FormField, form)
    expect(words.below).toBe('A stored key passphrase is never shown again. Replace it to change it.')
  })
})

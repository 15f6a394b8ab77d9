// SPEC: CNS-07
import { expect, it } from 'vitest'
import type { Host } from '../../../host'
import { Cluster } from './cluster'
import { Completer } from './completer'
import type { FactsFile } from './facts'
import { file } from './fixture'
import type { Completion } from './option'

interface Asked {
  method: string
  request: Record<string, unknown>
  signal: AbortSignal | undefined
}

/** A backend with one index; asked lists its calls, and responses wait for open. */
function backend(open: Promise<unknown> = Promise.resolve()) {
  const asked: Asked[] = []
  const responses: Record<string, object> = {
    'Grid.Objects': { objects: [{ name: 'books', kind: 'index' }], notices: [], others: 0, empty: '' },
    'Completions.Fields': {
      fields: [
        { name: 'language', type: 'keyword', around: '' },
        { name: 'authors.name', type: 'text', around: 'authors' },
      ],
    },
    'Completions.Values': {
      values: [
        { text: 'en', count: '9' },
        { text: 'eo', count: '1' },
      ],
    },
  }
  const host: Host = {
    dialogs: false,
    call: async <R>(method: string, request: object = {}, options: { signal?: AbortSignal } = {}) => {
      asked.push({ method, request: { ...request }, signal: options.signal })
      await open
      return responses[method] as R
    },
    data: () => Promise.reject(new Error('no data')),
  }
  return { host, asked }
}

const session = { id: 's1', product: 'Elasticsearch 8.16.3', completion: 'elasticsearch 0.1.0' }
const never = new AbortController().signal

function labels(completer: Completer, text: string, signal = never, asked = true) {
  return completer
    .complete(text, text.length, signal, asked)
    .then((found) => found?.options.map(({ label }) => label) ?? null)
}

it('names and fields are read once, when they are first needed', async () => {
  const { host, asked } = backend()
  const completer = new Completer(host, session, async () => file)
  expect(await labels(completer, 'GET boo')).toEqual(['books'])
  expect(await labels(completer, 'GET books/_search\n{"query": {"term": {"')).toEqual(['language'])
  expect(await labels(completer, 'GET books/_search\n{"query": {"match": {"l')).toEqual(['language'])
  expect(asked.map(({ method }) => method)).toEqual(['Grid.Objects', 'Completions.Fields'])
  expect(asked[1]?.request).toEqual({ session: 's1', object: 'books', attributes: [] })
})

it('values of a field are read where they are asked for, and not while one types', async () => {
  const { host, asked } = backend()
  const completer = new Completer(host, session, async () => file)
  expect(await labels(completer, 'GET books/_search\n{"query": {"term": {"language": "e')).toEqual(['en', 'eo'])
  expect(asked.at(-1)?.request).toEqual({ session: 's1', object: 'books', field: 'language', text: 'e' })
  expect(asked.at(-1)?.signal).toBe(never)
  const before = asked.length
  expect(await labels(completer, 'GET books/_search\n{"query": {"term": {"language": "e', never, false)).toBeNull()
  expect(asked).toHaveLength(before)
})

it('what is typed next is completed at once, and of the values that were listed those that fit are left', async () => {
  const { host, asked } = backend()
  const completer = new Completer(host, session, async () => file)
  const text = 'GET books/_search\n{"query": {"term": {"language": "e'
  const nothing = { from: 0, to: 0, options: [], typed: '', quiet: false, values: null }
  const after = (typed: string, before = nothing as Completion) =>
    completer.next(typed, typed.length, before)?.options.map(({ label }) => label)
  expect(after('GET b')).toBeUndefined()
  const found = await completer.complete(text, text.length, never, true)
  expect(found?.options.map(({ label }) => label)).toEqual(['en', 'eo'])
  const before = asked.length
  expect(after(`${text}o`, found ?? undefined)).toEqual(['eo'])
  expect(after('GET books/_searcha')).toEqual(['_searchable_snapshots'])
  expect(asked).toHaveLength(before)
  const some = { ...nothing, listed: { values: [], all: false } }
  expect(completer.next(`${text}o`, text.length + 1, some)).toBeUndefined()
})

it('what is not needed any more is not waited for', async () => {
  const { host } = backend(new Promise(() => undefined))
  const completer = new Completer(host, session, async () => file)
  const end = new AbortController()
  const found = labels(completer, 'GET boo', end.signal)
  end.abort()
  expect(await found).toBeNull()
})

it('an index that a variable names is the one whose fields are offered', async () => {
  const { host, asked } = backend()
  const completer = new Completer(host, session, async () => file)
  const text = '@index = "books"\nGET /{{index}}/_search\n{"query": {"term": {"'
  expect(await labels(completer, text)).toEqual(['language'])
  expect(asked.map(({ request }) => request.object)).toEqual(['books'])
})

it('a request without an index is offered the fields of all, as long as there are few', async () => {
  const { host, asked } = backend()
  const completer = new Completer(host, session, async () => file)
  expect(await labels(completer, 'GET _search\n{"query": {"term": {"')).toEqual(['language'])
  expect(asked.map(({ request }) => request.object)).toEqual([undefined, '*'])
})

it('an engine whose requests are not known is never asked', async () => {
  const { host, asked } = backend()
  const completer = new Completer(host, { id: 's1', product: 'Typesense 29.0', completion: '' }, async () => file)
  expect(await labels(completer, 'GET col')).toBeNull()
  expect(asked).toEqual([])
})

it('the facts are those of the driver, read once for all consoles of its connections, and again after a failure', async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(file)).buffer as ArrayBuffer
  const asked: string[] = []
  let fails = true
  const host: Host = {
    ...backend().host,
    data: async <R>(path: string) => {
      asked.push(path)
      if (fails) throw new Error('no')
      return { about: {} as R, bytes }
    },
  }
  const first = new Completer(host, session)
  await expect(labels(first, 'GET boo')).rejects.toThrow('no')
  fails = false
  expect(await labels(first, 'GET boo')).toEqual(['books'])
  expect(await labels(new Completer(host, { ...session, id: 's2' }), 'GET boo')).toEqual(['books'])
  expect(asked).toEqual(['/data/completion?session=s1', '/data/completion?session=s1'])
  expect(await labels(new Completer(host, { ...session, completion: 'elasticsearch 0.2.0' }), 'GET boo')).toEqual([
    'books',
  ])
  expect(asked).toHaveLength(3)
})

it('an engine with other words is completed by them', async () => {
  const { host, asked } = backend()
  const search = {
    t: 'Search',
    u: [['GET', '/shelves/{shelf}/find']] as const,
    v: { shelf: '@object' },
    q: { by: '@field' },
  }
  const words = { ...file.words, names: { objects: ['shelf'], all: ['every'], reserved: '', documents: [] } }
  const none = { types: {}, endpoints: {}, common: {} }
  const other: FactsFile = {
    ...file,
    words,
    types: [],
    endpoints: { search },
    common: {},
    newer: { from: 99, ...none },
    older: { before: 0, drop: [], add: {} },
  }
  const completer = new Completer(host, { id: 's1', product: 'Shelves', completion: 'shelves 1' }, async () => other)
  expect(await labels(completer, 'GET shelves/b')).toEqual(['books'])
  expect(await labels(completer, 'GET shelves/books/find?by=l')).toEqual(['language'])
  expect(await labels(completer, 'GET shelves/every/find?by=l')).toEqual(['language'])
  expect(asked.map(({ request }) => request.object)).toEqual([undefined, 'books', '*'])
})

it('what is old is used until it is read again, and what fails is empty', async () => {
  const { host, asked } = backend()
  let now = 0
  const cluster = new Cluster(host, 's1', () => now)
  expect(cluster.names).toEqual([])
  await cluster.waiting()
  expect(cluster.names).toEqual([{ name: 'books', kind: 'index' }])
  now += 30_000
  expect(cluster.names).toHaveLength(1)
  expect(cluster.waiting()).toBeNull()
  expect(asked).toHaveLength(2)
  const failing = new Cluster({ ...host, call: () => Promise.reject(new Error('no')) }, 's1', () => now)
  expect(failing.fields('books')).toEqual([])
  await failing.waiting()
  expect(failing.fields('books')).toEqual([])
})

it('fields have the attributes that the facts name', async () => {
  const { host, asked } = backend()
  const fields = [
    { name: 'year', type: 'int32', around: '', attributes: ['yes', ''] },
    { name: 'other', type: 'int32', around: '', attributes: null },
  ]
  const call = async <R>(method: string, request: object = {}) => {
    const response = await host.call<R>(method, request)
    return method === 'Completions.Fields' ? ({ fields } as R) : response
  }
  const cluster = new Cluster({ ...host, call }, 's1')
  cluster.attributes = ['Index', 'Sort']
  cluster.fields('books')
  await cluster.waiting()
  expect(asked.at(-1)?.request).toEqual({ session: 's1', object: 'books', attributes: ['Index', 'Sort'] })
  expect(cluster.fields('books')).toEqual([
    { name: 'year', type: 'int32', nested: '', attributes: { Index: 'yes', Sort: '' } },
    { name: 'other', type: 'int32', nested: '' },
  ])
})

import { expect, it, vi } from 'vitest'
import type { CallOptions, Data, DocumentsInfo, HostError } from '../../../host'
import { FakeHost as AnyHost } from '../../../host/fixture'
import { documentsNote, documentsWords, PageDocuments } from './pageDocuments'

const info: DocumentsInfo = { documents: 2, more: false, changed: false, millis: 1, notices: [] }

class Host extends AnyHost {
  readonly asked: string[] = []
  fails: HostError | null = null

  override async data<R>(path: string, _: CallOptions = {}): Promise<Data<R>> {
    this.asked.push(path)
    if (this.fails) throw this.fails
    const page = new URL(path, 'http://host').searchParams.get('page')
    const text = `[\n{"n": 1.50,"page":${page}}\n]`
    return { about: info as R, bytes: new TextEncoder().encode(text).buffer as ArrayBuffer }
  }
}

const first = { view: 's1.1', generation: 3, page: 0 }

it('reads the documents of a page once, in their own characters', async () => {
  const host = new Host()
  const documents = new PageDocuments(host)
  documents.show(first)
  documents.show(first)
  await vi.waitFor(() => expect(documents.store.getState().loaded?.text).toBe('[\n{"n": 1.50,"page":0}\n]'))
  expect(host.asked).toEqual(['/data/documents?view=s1.1&generation=3&page=0'])
  expect(documents.store.getState().loaded?.tree.sizes[0]).toBe(1)
})

it('shows nothing of the page before while another one is read, and never afterwards', async () => {
  const documents = new PageDocuments(new Host())
  documents.show(first)
  documents.show({ ...first, page: 1 })
  expect(documents.store.getState().loaded).toBeNull()
  await vi.waitFor(() => expect(documents.store.getState().loaded?.text).toContain('"page":1'))
})

it('reads again what could not be read, and what was left', async () => {
  const host = new Host()
  host.fails = { failure: { message: 'all shards failed' } } as HostError
  const documents = new PageDocuments(host)
  documents.show(first)
  await vi.waitFor(() => expect(documents.store.getState().error).not.toBeNull())
  host.fails = null
  documents.retry(first)
  await vi.waitFor(() => expect(documents.store.getState()).toMatchObject({ error: null, loaded: { info } }))
  documents.close()
  expect(documents.store.getState().loaded).toBeNull()
  documents.show(first)
  await vi.waitFor(() => expect(host.asked.length).toBe(3))
})

it('says how many documents there are, and what is to be known of them', () => {
  expect(documentsWords(info)).toBe('2 documents')
  expect(documentsWords({ ...info, more: true })).toBe('First 2 on this page')
  expect(documentsNote(info)).toBe('')
  expect(documentsNote({ ...info, changed: true })).toContain('changed since the rows were loaded')
  expect(documentsNote({ ...info, notices: [{ text: 'Two shards are missing.', detail: '' }] })).toBe(
    'Two shards are missing.',
  )
})

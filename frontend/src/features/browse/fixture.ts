import type { CallOptions, Data, Host, ObjectItem, PageInfo, SessionInfo, ViewInfo } from '../../host'
import { Kind } from '../../lib/block'
import { encodeBlock } from '../../lib/block.fixture'

type Answer = (request: Record<string, unknown>) => unknown

/** A host for tests: each method answers by a function of the test, pages by the words of their rows. */
export class FakeHost implements Host {
  readonly dialogs = false
  readonly calls: string[] = []
  readonly answers = new Map<string, Answer>()
  /** The first cell of each row of a page, by generation and page. */
  rows: (generation: number, page: number) => string[] = (generation, page) => [`g${generation}p${page}a`, 'b']
  #generation = 0

  constructor() {
    const next = () => {
      this.#generation += 1
      return this.#generation
    }
    this.answers.set('Grid.Open', (q) => viewOf(String(q.object), this.#generation))
    this.answers.set('/data/page', (q) => pageOf(this.rows(Number(q.generation), Number(q.page))))
    this.answers.set('Tabs.Get', () => ({ tabs: [], active: 0, named: [] }))
    this.answers.set('Grid.Count', () => ({ count: '6' }))
    this.answers.set('Grid.Sort', (q) => ({ sort: q.sort, generation: next() }))
    this.answers.set('Grid.Reload', () => ({ generation: next(), sort: null, view: null }))
    this.answers.set('Grid.Objects', () => ({ objects: [objectOf('books')], notices: [] }))
    this.answers.set('Grid.Counts', (q) => ({
      counts: (q.names as string[]).map((name) => ({ name, count: '6', error: '' })),
    }))
  }

  /** How often a method was called. */
  called(method: string): number {
    return this.calls.filter((c) => c === method).length
  }

  /** Lets a method fail with a kind until it is mended. */
  fail(method: string, kind: string, message = kind): void {
    this.answers.set(method, () => {
      throw new Error(JSON.stringify({ kind, message }))
    })
  }

  call<R>(method: string, request: object = {}, options: CallOptions<R> = {}): Promise<R> {
    this.calls.push(method)
    return new Promise<R>((resolve, reject) => {
      const cancelled = () => reject(new Error('{"kind":"cancelled","message":"It was cancelled."}'))
      options.signal?.addEventListener('abort', cancelled)
      Promise.resolve()
        .then(() => this.answers.get(method)?.(request as Record<string, unknown>))
        .then((answer) => (options.signal?.aborted ? options.late?.(answer as R) : resolve(answer as R)), reject)
    })
  }

  /** What is told about a page stands among the answers as /data/page. */
  async data<R>(path: string, options: CallOptions = {}): Promise<Data<R>> {
    const { pathname, searchParams } = new URL(path, 'http://host')
    const [generation, page] = [Number(searchParams.get('generation')), Number(searchParams.get('page'))]
    const about = await this.call<R>(pathname, { generation, page }, options)
    const cells = this.rows(generation, page).map((text) => [{ kind: Kind.string, text }])
    return { about, bytes: encodeBlock(['_id'], cells) }
  }
}

/** A view of pages of two rows. */
export function viewOf(object: string, generation = 0): ViewInfo {
  return {
    id: 's1.1',
    object,
    generation,
    pageSize: 2,
    columns: [],
    readOnly: '',
    notices: [],
    reach: '',
    reachNote: '',
    maxSort: 3,
    sortFull: 'Three columns are sorted already.',
  }
}

export function pageOf(rows: string[]): PageInfo {
  return {
    rows: rows.length,
    millis: 1,
    elapsed: 2,
    end: rows.length < 2,
    notices: [],
    snapshot: '',
    note: '',
    stale: false,
    partial: false,
  }
}

export function objectOf(name: string, part: Partial<ObjectItem> = {}): ObjectItem {
  return { name, kind: 'index', size: '', count: '', closed: false, ...part }
}

export function sessionOf(part: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id: 's1',
    connection: 'c1',
    name: 'catalogue',
    product: 'Engine 8',
    badge: 'EN',
    badgeFill: '#000000',
    badgeText: '#ffffff',
    colour: 'teal',
    safeMode: 'off',
    warning: '',
    notices: [],
    objectNoun: 'index',
    objectsNoun: 'indices',
    rowNoun: 'document',
    rowsNoun: 'documents',
    sidebarNote: '',
    byName: '',
    emptyText: '',
    ...part,
  }
}

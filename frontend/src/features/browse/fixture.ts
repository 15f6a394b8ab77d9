import type {
  Arranged,
  CallOptions,
  Data,
  ObjectItem,
  ObjectList,
  PageInfo,
  SessionInfo,
  SortBy,
  ViewInfo,
} from '../../host'
import { FakeHost as AnyHost, kinds, operators } from '../../host/fixture'
import { Kind } from '../../lib/block'
import { encodeBlock } from '../../lib/block.fixture'

/** A host for tests of an open connection: pages are built from the texts of their rows. */
export class FakeHost extends AnyHost {
  /** The first cell of each row of a page, by generation and page. */
  rows: (generation: number, page: number) => string[] = (generation, page) => [`g${generation}p${page}a`, 'b']
  #generation = 0

  constructor() {
    super()
    const next = () => {
      this.#generation += 1
      return this.#generation
    }
    this.answers.set('Grid.Open', (q) => viewOf(String(q.object), this.#generation))
    this.answers.set('/data/page', (q) => pageOf(this.rows(Number(q.generation), Number(q.page))))
    this.answers.set('Tabs.Get', () => ({ tabs: [], active: 0, named: [] }))
    this.answers.set('Presets.List', () => ({ presets: [], last: { any: false, rows: [] }, at: '' }))
    this.answers.set('Grid.Count', () => ({ count: '6' }))
    this.answers.set('Grid.Arrange', ({ sort = [] }) => arrangedOf({ sort: sort as SortBy[], generation: next() }))
    this.answers.set('Grid.Objects', () => listOf([objectOf('books')]))
    this.answers.set('Grid.Counts', (q) => ({
      counts: (q.names as string[]).map((name) => ({ name, count: '6', error: '' })),
    }))
  }

  /** The information about a page is among the answers, as /data/page. */
  override async data<R>(path: string, options: CallOptions = {}): Promise<Data<R>> {
    const { pathname, searchParams } = new URL(path, 'http://host')
    const [generation, page] = [Number(searchParams.get('generation')), Number(searchParams.get('page'))]
    const about = await this.call<R>(pathname, { generation, page }, options)
    const cells = this.rows(generation, page).map((text) => [{ kind: Kind.string, text }])
    return { about, bytes: encodeBlock(['_id'], cells) }
  }
}

export function arrangedOf(part: Partial<Arranged>): Arranged {
  return { generation: 1, sort: [], clauses: [], refusals: [], view: null, ...part }
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
    hidden: [
      { name: '#index', role: 'place', rank: 0 },
      { name: '#id', role: 'key', rank: 0 },
      { name: '#routing', role: 'routing', rank: 0 },
    ],
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
  return { name, kind: 'index', size: '', count: '', closed: false, health: '', stands: 0, ...part }
}

export function listOf(objects: ObjectItem[], part: Partial<ObjectList> = {}): ObjectList {
  return { objects, notices: [], others: 0, empty: '', ...part }
}

export function sessionOf(part: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id: 's1',
    bulk: { title: 'Bulk', hint: '', noBeside: '' },
    structure: '',
    kinds,
    operators,
    connection: 'c1',
    name: 'catalogue',
    product: 'Engine 8',
    badge: 'EN',
    badgeFill: '#000000',
    badgeText: '#ffffff',
    colour: 'teal',
    safeMode: 'off',
    sample: false,
    warning: { title: '', text: '' },
    notices: [],
    objectNoun: 'index',
    objectsNoun: 'indices',
    rowNoun: 'document',
    rowsNoun: 'documents',
    sidebarNote: '',
    byName: '',
    also: '',
    emptyText: '',
    noEmpty: '',
    noDrop: '',
    noImport: '',
    noTransactions: '',
    request: 'GET /books',
    exports: true,
    statistics: true,
    profiles: true,
    completion: '',
    dashboard: true,
    noFigures: '',
    keys: true,
    ...part,
  }
}

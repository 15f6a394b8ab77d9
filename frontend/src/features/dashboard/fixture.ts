import {
  type CallOptions,
  type ChartPoint,
  type DashboardFigures,
  type DashboardTable,
  type DashboardTask,
  type Data,
  type Gauge,
  type Host,
  type TableCell,
  type TableColumn,
  toHostError,
} from '../../host'

/** One call of a {@link DashboardHost}, and how a test answers it. */
export interface Asked {
  method: string
  request: Record<string, unknown>
  aborted(): boolean
  give(result: unknown): Promise<void>
  fail(kind: string, message?: string): Promise<void>
}

/** A host that holds every call until a test answers it; drops are answered at once. */
export class DashboardHost implements Host {
  readonly dialogs = false
  readonly asked: Asked[] = []
  dropped = 0

  /** The last call. */
  get last(): Asked {
    const last = this.asked.at(-1)
    if (!last) throw new Error('nothing was asked')
    return last
  }

  /** How often the figures were requested. */
  get readings(): number {
    return this.asked.filter(({ method }) => method === 'Dashboards.Poll').length
  }

  call<R>(method: string, request: object = {}, { signal }: CallOptions<R> = {}): Promise<R> {
    if (method === 'Dashboards.Drop') {
      this.dropped += 1
      return Promise.resolve({} as R)
    }
    return new Promise<R>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(toHostError('{"kind":"cancelled","message":"It was cancelled."}')))
      this.asked.push({
        method,
        request: request as Record<string, unknown>,
        aborted: () => signal?.aborted ?? false,
        give: (result) => {
          resolve(result as R)
          return settled()
        },
        fail: (kind, message = kind) => {
          reject(toHostError(JSON.stringify({ kind, message })))
          return settled()
        },
      })
    })
  }

  data<R>(): Promise<Data<R>> {
    return Promise.reject(new Error('a dashboard reads no data'))
  }
}

/** Runs everything that does not wait for a call. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await Promise.resolve()
}

export function gaugeOf(part: Partial<Gauge> = {}): Gauge {
  const empty = { text: '', value: '0', of: '0', bytes: false, unit: '', note: '', level: '' as const, action: null }
  return { title: 'Shards', ...empty, error: null, ...part }
}

export function cellOf(part: Partial<TableCell> = {}): TableCell {
  return { text: '', value: '', of: '', level: '', action: null, ...part }
}

/** A table of nodes. */
export function tableOf(part: Partial<DashboardTable> = {}): DashboardTable {
  const column = (title: string, kind: TableColumn['kind'], right = false) => ({
    title,
    kind,
    right,
    share: 0,
    width: 0,
  })
  return {
    title: 'Nodes',
    columns: [
      { ...column('Name', 'name'), share: 20 },
      column('Roles', 'words'),
      column('Heap', 'share'),
      { ...column('CPU', 'percent', true), width: 64 },
      column('Load', 'text', true),
      column('Disk', 'share'),
      column('Shards', 'number', true),
    ],
    rows: [],
    note: '',
    error: null,
    ...part,
  }
}

export function taskOf(part: Partial<DashboardTask> = {}): DashboardTask {
  return {
    id: 'n:7',
    action: 'indices:data/write/reindex',
    description: 'from books to books-v2',
    node: 'es-01',
    nanos: '72000000000',
    done: '31200',
    total: '48213',
    cancellable: true,
    cancelled: false,
    ...part,
  }
}

export function pointOf(number: number, values: string[]): ChartPoint {
  return { number, time: String(1_763_631_780_000 + number * 5_000), values }
}

export function figuresOf(part: Partial<DashboardFigures> = {}): DashboardFigures {
  return {
    server: 'Elasticsearch 8.16.3, cluster catalogue',
    safe: 'confirm',
    taken: '1763631785000',
    gauges: [
      gaugeOf({ title: 'Health', text: 'Yellow', level: 'warn', note: '2 replicas unassigned' }),
      gaugeOf({ value: '64', of: '66', unit: 'active', action: { title: 'Unassigned Shards', of: 'unassigned' } }),
    ],
    charts: [
      {
        name: 'indexing',
        title: 'Indexing, documents/s',
        series: [
          { name: 'indexing.primaries', title: 'primaries', error: null },
          { name: 'indexing.all', title: 'with replicas', error: null },
        ],
      },
    ],
    points: [pointOf(1, ['', ''])],
    tables: [tableOf()],
    tasks: { tasks: [taskOf()], total: 1, note: '', error: null },
    notes: [],
    ...part,
  }
}

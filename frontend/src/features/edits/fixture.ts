import type { Cell } from '../../grid/types'
import type { CallOptions, Data, Failure, GridColumn, Host, PlanInfo } from '../../host'
import { Kind } from '../../lib/block'
import type { HiddenValue } from '../../lib/roles'
import { Roles } from '../../lib/roles'
import type { EditableRows } from './editedRows'

/** A column for tests, with defaults for what is not given. */
export function columnOf(name: string, part: Partial<GridColumn> = {}): GridColumn {
  return {
    ...{ name, type: 'keyword', kind: 'text', integer: false, primary: false, readOnly: false },
    ...{ sortable: true, reason: '', conflict: '' },
    ...part,
  }
}

/** A document for tests: its id, the revision that it is shown with, and its values. */
export interface FakeRow {
  id: string
  seq?: string
  hash?: string
  routing?: string
  cells: Record<string, Cell>
}

export const text = (value: string): Cell => ({ kind: Kind.string, text: value, cut: 0 })
export const number = (value: string): Cell => ({ kind: Kind.number, text: value, cut: 0 })
export const nothing: Cell = { kind: Kind.null, text: '', cut: 0 }

/** What the hidden values of the rows for tests say. */
export const roles = new Roles([
  { name: '#index', role: 'place', rank: 0 },
  { name: '#id', role: 'key', rank: 0 },
  { name: '#routing', role: 'routing', rank: 0 },
  { name: '#seq', role: 'revision', rank: 2 },
  { name: '#term', role: 'revision', rank: 1 },
  { name: '#hash', role: 'hash', rank: 0 },
])

/** Rows for tests. They can be sorted or replaced while they are shown. */
export class FakeRows implements EditableRows {
  rows: FakeRow[]
  readonly columns: readonly GridColumn[]

  constructor(columns: readonly GridColumn[], rows: FakeRow[]) {
    this.columns = columns
    this.rows = rows
  }

  get rowCount(): number {
    return this.rows.length
  }

  cell(row: number, column: number): Cell | undefined {
    return this.rows[row]?.cells[this.columns[column]?.name ?? '']
  }

  key(row: number): string | undefined {
    return this.rows[row]?.id
  }

  rowOf(key: string): number | undefined {
    const at = this.rows.findIndex(({ id }) => id === key)
    return at < 0 ? undefined : at
  }

  hidden(row: number): [string, string][] {
    const { id = '', seq, hash, routing } = this.rows[row] ?? {}
    return Object.entries({
      '#index': 'books',
      '#id': id,
      '#routing': routing,
      '#seq': seq,
      '#term': seq && '1',
      '#hash': hash,
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]))
  }

  prefetch(): void {}

  whole(row: number, column: number): Promise<string> {
    return Promise.resolve(`whole ${this.cell(row, column)?.text}`)
  }
}

/** A revision as Elasticsearch has it. */
export function seqOf(seq: string): HiddenValue[] {
  return [
    { name: '#seq', value: seq },
    { name: '#term', value: '1' },
  ]
}

export function failureOf(kind: Failure['kind'], message: string): Failure {
  return { kind, message, hint: '', code: '', detail: '', op: '', status: 0, tls: null }
}

/** A plan with one request for each of the given rows. */
export function planOf(id: string, rows: readonly number[], part: Partial<PlanInfo> = {}): PlanInfo {
  return {
    ...{ id, digest: `digest of ${id}`, base: 'http://host:9200', safe: 'confirm', refusals: [], notices: [] },
    ...{ lasting: 0, lastingWhy: '', deletions: 0, needsConfirmation: false },
    requests: rows.map((row) => ({
      ...{ row, method: 'POST', path: `/books/_update/${row}`, query: 'if_seq_no=4', headers: [], body: '{"doc":{}}' },
      ...{
        truncated: false,
        size: '10',
        number: String(row + 1),
        form: 'Partial update',
        reason: 'Only the changed fields are sent.',
      },
    })),
    ...part,
  }
}

type Answer = (request: Record<string, unknown>) => unknown

/** A host whose methods answer by functions of the test. */
export class FakeHost implements Host {
  readonly dialogs = false
  readonly calls: { method: string; request: Record<string, unknown> }[] = []
  readonly answers = new Map<string, Answer>()

  call<R>(method: string, request: object = {}, options: CallOptions<R> = {}): Promise<R> {
    this.calls.push({ method, request: request as Record<string, unknown> })
    return new Promise<R>((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new Error('{"kind":"cancelled","message":"Cancelled."}')))
      Promise.resolve()
        .then(() => this.answers.get(method)?.(request as Record<string, unknown>))
        .then((answer) => (options.signal?.aborted ? options.late?.(answer as R) : resolve(answer as R)), reject)
    })
  }

  async data<R>(path: string): Promise<Data<R>> {
    const document = this.answers.get(path)
    if (!document) throw new Error('{"kind":"not-found","message":"There is no such document."}')
    return { about: null as R, bytes: new TextEncoder().encode(String(document({}))).buffer as ArrayBuffer }
  }

  fail(method: string, kind: string, message: string): void {
    this.answers.set(method, () => {
      throw new Error(JSON.stringify({ kind, message }))
    })
  }

  requests(method: string): Record<string, unknown>[] {
    return this.calls.filter((call) => call.method === method).map(({ request }) => request)
  }
}

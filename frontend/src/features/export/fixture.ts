import { type CallOptions, type Data, type ExportInfo, type Failure, type Host, toHostError } from '../../host'
import type { Subject } from './exports'

type Answer = (request: Record<string, unknown>) => unknown

/** A host for tests, with exports that advance when a test says so. */
export class ExportHost implements Host {
  readonly dialogs: boolean
  readonly calls: { method: string; request: Record<string, unknown> }[] = []
  readonly answers = new Map<string, Answer>()
  exports: ExportInfo[] = []
  /** The progress of an export that has just started. */
  begins: Partial<ExportInfo> = {}

  constructor(dialogs = false) {
    this.dialogs = dialogs
    this.answers.set('Exports.Place', (q) => ({ path: `/home/ada/${q.object}.jsonl` }))
    this.answers.set('Exports.List', () => ({ exports: this.exports }))
    this.answers.set('Exports.Start', (q) => {
      const id = `e${this.exports.length + 1}`
      this.exports = [...this.exports, infoOf({ id, path: String(q.path), ...this.begins })]
      return { id }
    })
    this.answers.set('Exports.Cancel', (q) => this.goOn(String(q.id), { state: 'cancelled' }))
    this.answers.set('Exports.Forget', () => ({}))
  }

  /** Changes the progress of an export. */
  goOn(id: string, part: Partial<ExportInfo>): void {
    this.exports = this.exports.map((info) => (info.id === id ? { ...info, ...part } : info))
  }

  called(method: string): Record<string, unknown>[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.request)
  }

  /** Makes a method fail until it is repaired. */
  fail(method: string, kind: string, message: string): void {
    this.answers.set(method, () => {
      throw toHostError(JSON.stringify({ kind, message }))
    })
  }

  async call<R>(method: string, request: object = {}): Promise<R> {
    const q = request as Record<string, unknown>
    this.calls.push({ method, request: q })
    return this.answers.get(method)?.(q) as R
  }

  data<R>(_path: string, _options?: CallOptions): Promise<Data<R>> {
    return Promise.reject(toHostError('there are no bytes'))
  }
}

export function infoOf(part: Partial<ExportInfo> = {}): ExportInfo {
  return {
    ...{ id: 'e1', session: 's1', object: 'books', path: '/home/ada/books.jsonl', state: 'running' },
    ...{
      written: '0',
      total: '',
      bytes: '0',
      plain: '0',
      digest: '',
      rate: '0',
      elapsed: 0,
      left: 0,
      slices: [],
      notices: [],
      failure: null,
    },
    ...part,
  }
}

export function subjectOf(part: Partial<Subject> = {}): Subject {
  return {
    session: 's1',
    connection: 'catalogue',
    product: 'Engine 8',
    object: 'books',
    file: 'books',
    nouns: { objectNoun: 'index', rowNoun: 'document', rowsNoun: 'documents' },
    view: '',
    generation: 0,
    response: '',
    filtered: false,
    total: '',
    columns: [],
    bulk: null,
    slices: 0,
    ordered: false,
    sort: [],
    selected: [],
    ...part,
  }
}

/** The error of an export with missing documents. */
export const failed: Failure = {
  ...{ kind: 'engine', code: 'partial', detail: '', op: '', status: 0, tls: null },
  ...{
    message: '10 documents were expected, 9 were written.',
    hint: 'Quarry deleted the file. Start the export again.',
  },
}

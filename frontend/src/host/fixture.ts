import type { Arity, Operator, OperatorRole } from './filter'
import type { CallOptions, Data, Host } from './host'
import type { ObjectKind } from './objects'

type Answer = (request: Record<string, unknown>) => unknown

/** A host for tests: a function of the test answers each method. */
export class FakeHost implements Host {
  readonly dialogs = false
  readonly calls: string[] = []
  readonly answers = new Map<string, Answer>()

  /** How often a method was called. */
  called(method: string): number {
    return this.calls.filter((c) => c === method).length
  }

  /** Makes a method fail with a kind of error until it is repaired. */
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

  data<R>(path: string, _: CallOptions = {}): Promise<Data<R>> {
    return Promise.reject(new Error(`the test has no data at ${path}`))
  }
}

const usual = ['equals', 'contains', 'is not null']

function operator(id: string, arity: Arity, role: OperatorRole | '' = '', rest: Partial<Operator> = {}): Operator {
  const title = id.replace(/null$/, 'NULL')
  const plain = { editor: '', letters: false, begins: false, instead: usual, language: '', example: '' } as const
  return { id, title, hint: `finds what ${title}`, arity, role, ...plain, ...rest }
}

const letters = { letters: true }
const text = { letters: true, editor: 'text' } as const

/** The operators that a driver lists. */
export const operators: Operator[] = [
  operator('equals', 'one', 'value', letters),
  operator('not equals', 'one', 'not value', letters),
  operator('greater than', 'one'),
  operator('greater or equal', 'one', 'from'),
  operator('less than', 'one'),
  operator('less or equal', 'one'),
  operator('between', 'two', 'range'),
  operator('in list', 'list', 'values', letters),
  operator('not in list', 'list', 'not values', letters),
  operator('contains', 'one', '', { ...text, begins: true, instead: ['equals', 'between', 'is not null'] }),
  operator('not contains', 'one', '', { ...text, instead: ['not equals', 'is not null'] }),
  operator('starts with', 'one', '', { ...text, instead: ['greater or equal', 'contains', 'equals'] }),
  operator('ends with', 'one', '', { ...text, instead: ['contains', 'less or equal', 'equals'] }),
  operator('matches regex', 'one', '', { ...text, instead: ['between', 'contains', 'equals'] }),
  operator('is null', 'none', 'nothing', { begins: true, instead: ['is empty'] }),
  operator('is not null', 'none', 'something', { instead: ['is not empty'] }),
  operator('is empty', 'none', 'empty text', { instead: ['is null'] }),
  operator('is not empty', 'none', 'other text', { instead: ['is not null'] }),
  {
    ...operator('query string', 'one', '', { editor: 'query', language: 'own words', example: 'a:b' }),
    ...{ title: 'Raw query', hint: 'across all fields' },
  },
]

/** The kinds of objects that a driver describes. */
export const kinds: ObjectKind[] = [
  { id: 'index', title: 'index', plural: 'indices', icon: 'table', listed: 'always', refers: false },
  { id: 'data stream', title: 'data stream', plural: 'data streams', icon: 'layers', listed: 'also', refers: true },
  { id: 'alias', title: 'alias', plural: 'aliases', icon: 'link', listed: 'also', refers: true },
  { id: 'pattern', title: 'pattern', plural: 'patterns', icon: 'link', listed: '', refers: true },
]

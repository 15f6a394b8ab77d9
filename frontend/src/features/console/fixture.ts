import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type {
  CallOptions,
  ConsolePlan,
  ConsolePlans,
  ConsoleResponse,
  Data,
  Host,
  ProfileLayout,
  ResponseRows,
  SearchResponse,
} from '../../host'
import { toHostError } from '../../host'
import { encodeBlock } from '../../lib/block.fixture'
import type { ConsoleTab } from './tab'

/** One call of a {@link ConsoleHost}, and how a test answers it. */
export interface Asked {
  method: string
  request: Record<string, unknown>
  aborted(): boolean
  give(result: unknown): Promise<void>
  fail(kind: string, message?: string): Promise<void>
}

/** A host that holds every call until a test answers it; questions about a text, and drops, are answered at once. */
export class ConsoleHost implements Host {
  readonly dialogs = false
  readonly asked: Asked[] = []
  readonly dropped: string[][] = []
  /** The rows of responses: none by default. */
  rows = (_block: number): Data<ResponseRows> => ({
    about: { rows: 0, per: 1, done: true, beside: 0 },
    bytes: encodeBlock([], []),
  })
  /** Overrides what the host says about storing a text. */
  stored: { text?: string; left?: number; long?: boolean; judged?: boolean } = {}
  /** Why texts cannot be checked, '' if they can. */
  broken = ''

  /** The last call. */
  get last(): Asked {
    const last = this.asked.at(-1)
    if (!last) throw new Error('nothing was asked')
    return last
  }

  get methods(): string[] {
    return this.asked.map(({ method }) => method)
  }

  async call<R>(method: string, request: object = {}, options: CallOptions<R> = {}): Promise<R> {
    if (method === 'Console.Stored') {
      if (this.broken !== '') throw toHostError(JSON.stringify({ kind: 'crashed', message: this.broken }))
      const { text = '', left = 0, long = false, judged = true } = this.stored
      return { text, whole: text === '', left, long, judged } as R
    }
    if (method === 'Console.Drop') {
      this.dropped.push((request as { responses: string[] }).responses)
      return {} as R
    }
    return this.#ask(method, request, options)
  }

  async data<R>(path: string, options: CallOptions = {}): Promise<Data<R>> {
    const { pathname, searchParams } = new URL(path, 'http://host')
    if (pathname === '/data/rows') return this.rows(Number(searchParams.get('block'))) as unknown as Data<R>
    const text = await this.#ask<string | Uint8Array>(pathname, Object.fromEntries(searchParams), options)
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    return { about: {} as R, bytes: bytes.slice().buffer as ArrayBuffer }
  }

  #ask<R>(method: string, request: object, { signal, late }: CallOptions<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(toHostError('{"kind":"cancelled","message":"It was cancelled."}')))
      this.asked.push({
        method,
        request: request as Record<string, unknown>,
        aborted: () => signal?.aborted ?? false,
        give: (result) => {
          if (signal?.aborted) late?.(result as R)
          else resolve(result as R)
          return settled()
        },
        fail: (kind, message = kind) => {
          reject(toHostError(JSON.stringify({ kind, message })))
          return settled()
        },
      })
    })
  }
}

/** Runs everything that does not wait for a call. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await Promise.resolve()
}

export function planOf(part: Partial<ConsolePlan> = {}): ConsolePlan {
  return {
    line: 1,
    from: 0,
    to: 9,
    failure: null,
    method: 'GET',
    path: '/books/_search',
    query: '',
    contentType: 'application/json',
    size: '0',
    body: '',
    digest: 'd1',
    write: false,
    private: false,
    ...part,
  }
}

/** The backend's response to Console.Plan. */
export function plansOf(plans: ConsolePlan[], safe: ConsolePlans['safe'] = 'confirm'): ConsolePlans {
  return { safe, plans }
}

/** What drivers report about the response of a search. */
export const searches: Record<'elasticsearch' | 'typesense', SearchResponse> = JSON.parse(
  readFileSync(resolve('../testdata/console/searches.json'), 'utf8'),
)

/** What a driver reports about its engine's profiles. */
export const layout: ProfileLayout = JSON.parse(readFileSync(resolve('../testdata/console/layout.json'), 'utf8'))

export function responseOf(part: Partial<ConsoleResponse> = {}): ConsoleResponse {
  return {
    id: '7',
    status: 200,
    contentType: 'application/json',
    binary: '',
    damaged: '0',
    file: 'response.json',
    headers: [],
    warnings: [],
    size: '11',
    elapsed: 31,
    private: false,
    rows: '',
    doc: '',
    took: '',
    total: '',
    atLeast: false,
    count: '',
    groups: '',
    allGroups: '',
    search: searches.elasticsearch,
    measured: [],
    layout,
    failed: { some: false, count: '', all: '', noun: '', why: '' },
    hint: '',
    doubt: '',
    fault: -1,
    ...part,
  }
}

export const session: ConsoleTab['session'] = {
  id: 's1',
  name: 'catalogue',
  request: 'GET /books/_search',
  profiles: true,
  rowNoun: 'document',
  objectNoun: 'index',
}

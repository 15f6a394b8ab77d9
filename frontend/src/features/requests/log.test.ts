// SPEC: APP-11
import { describe, expect, it, vi } from 'vitest'
import type { CallOptions, Host } from '../../host'
import type { RequestEntry } from './entry'
import { mostEntries, RequestLog } from './log'

function entryOf(id: number, part: Partial<RequestEntry> = {}): RequestEntry {
  return {
    id,
    started: '1732099351204',
    method: 'GET',
    path: '/books/_mapping',
    query: '',
    purpose: 'columns',
    status: 200,
    kind: '',
    millis: 31,
    bytes: '84000',
    sent: 0,
    hasBody: false,
    gap: '',
    ...part,
  }
}

/** A backend with its own log: a waiting List call returns when something is sent. */
class Backend implements Host {
  readonly dialogs = false
  readonly asked: string[] = []
  sent: RequestEntry[] = []
  broken = ''
  #wake: (() => void)[] = []

  send(...entries: RequestEntry[]): void {
    this.sent.push(...entries)
    for (const wake of this.#wake.splice(0)) wake()
  }

  async call<R>(method: string, request: object = {}, { signal }: CallOptions = {}): Promise<R> {
    this.asked.push(`${method} ${JSON.stringify(request)}`)
    if (this.broken !== '') throw new Error(this.broken)
    const { after = 0, wait = false, id = 0 } = request as { after?: number; wait?: boolean; id?: number }
    const found = () => this.sent.filter((e) => e.id > after)
    if (method === 'Requests.Clear') return { last: this.sent.splice(0).at(-1)?.id ?? 0 } as R
    if (method !== 'Requests.List') return { text: `${method} ${id}` } as R
    if (wait && found().length === 0) await this.#news(signal)
    return { entries: found() } as R
  }

  #news(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#wake.push(resolve)
      signal?.addEventListener('abort', () => reject(new Error('{"kind":"cancelled","message":"ended"}')))
    })
  }

  data<R>(): Promise<R> {
    return Promise.reject(new Error('no data'))
  }
}

const ids = (log: RequestLog) => log.store.getState().entries.map((e) => e.id)
const until = (check: () => void) => vi.waitFor(check)

describe('a request log', () => {
  it('asks for nothing before it is shown, and follows what is sent while it is', async () => {
    const host = new Backend()
    host.send(entryOf(1), entryOf(2))
    const log = new RequestLog(host, 's1')
    expect(host.asked).toEqual([])
    log.toggle()
    await until(() => expect(ids(log)).toEqual([2, 1]))
    host.send(entryOf(3))
    await until(() => expect(ids(log)).toEqual([3, 2, 1]))
    log.toggle()
    expect(log.store.getState()).toMatchObject({ open: false, error: null })
    host.send(entryOf(4))
    log.toggle()
    await until(() => expect(ids(log)).toEqual([4, 3, 2, 1]))
    expect(host.asked.filter((a) => a.includes('"after":3,"wait":false'))).toHaveLength(1)
    log.close()
  })

  it('keeps no more entries than the backend', async () => {
    const host = new Backend()
    host.send(...Array.from({ length: mostEntries }, (_, i) => entryOf(i + 1)))
    const log = new RequestLog(host, 's1')
    log.show()
    await until(() => expect(ids(log)).toHaveLength(mostEntries))
    host.send(entryOf(mostEntries + 1))
    await until(() => expect(ids(log)[0]).toBe(mostEntries + 1))
    expect(ids(log)).toHaveLength(mostEntries)
    expect(ids(log).at(-1)).toBe(2)
    log.close()
  })

  it.each([
    ['a whole request with a body', { hasBody: true, sent: 2 }, 'Requests.Body 1', 'Requests.Curl 1'],
    ['one without a body', {}, '', 'Requests.Curl 1'],
    ['one whose body is not kept', { sent: 2, gap: 'write' as const }, '', ''],
    ['one that held the credential', { sent: 2, hasBody: true, gap: 'secret' as const }, 'Requests.Body 1', ''],
  ])('reads of %s what is kept', async (_, part, body, curl) => {
    const host = new Backend()
    host.send(entryOf(1, part))
    const log = new RequestLog(host, 's1')
    log.show()
    await until(() => expect(ids(log)).toEqual([1]))
    log.choose(1)
    await until(() => expect(log.store.getState().details).toEqual({ id: 1, body, curl }))
    log.choose(0)
    expect(log.store.getState()).toMatchObject({ chosen: 0, details: null })
    log.close()
  })

  it('lets the entry that is read go where a filter takes it away', async () => {
    const backend = new Backend()
    backend.sent = [entryOf(1), entryOf(2, { status: 404 })]
    const log = new RequestLog(backend, 's1')
    log.show()
    await vi.waitFor(() => expect(log.store.getState().entries).toHaveLength(2))
    log.choose(1)
    log.type('books')
    expect(log.store.getState().chosen).toBe(1)
    log.type('loans')
    expect(log.store.getState()).toMatchObject({ chosen: 0, details: null })
    log.type('')
    log.choose(2)
    log.only(true)
    expect(log.store.getState().chosen).toBe(2)
    log.choose(1)
    log.only(true)
    expect(log.store.getState().chosen).toBe(0)
    log.close()
  })

  it('forgets what was sent, and shows what comes after', async () => {
    const host = new Backend()
    host.send(entryOf(1), entryOf(2))
    const log = new RequestLog(host, 's1')
    log.show()
    await until(() => expect(ids(log)).toEqual([2, 1]))
    log.choose(2)
    await log.clear()
    expect(log.store.getState()).toMatchObject({ entries: [], chosen: 0 })
    host.send(entryOf(3))
    await until(() => expect(ids(log)).toEqual([3]))
    log.close()
  })

  it('says why it cannot be read, and reads it again when it is asked to', async () => {
    const host = new Backend()
    host.broken = '{"kind":"not-found","message":"This connection is closed."}'
    const log = new RequestLog(host, 's1')
    log.show()
    await until(() => expect(log.store.getState().error?.message).toBe('This connection is closed.'))
    await log.clear()
    expect(log.store.getState().error?.kind).toBe('not-found')
    host.broken = ''
    host.send(entryOf(1))
    log.show()
    await until(() => expect(ids(log)).toEqual([1]))
    expect(log.store.getState().error).toBeNull()
    log.close()
  })
})

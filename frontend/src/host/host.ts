import { tlsDetails } from './tls'
import type { Failure, Kind } from './types'

/** A failed call, with everything that the user may want to read or copy. */
export class HostError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'HostError'
    this.failure = failure
  }

  get kind(): Kind {
    return this.failure.kind
  }

  /** The text for Copy Details. */
  details(): string {
    const f = this.failure
    const status = f.status > 0 ? `status ${f.status}` : ''
    const lines = [f.message, f.hint, f.remedy ?? '', f.op, status, f.code, f.detail, ...tlsDetails(f.tls)]
    return lines.filter((line) => line !== '').join('\n')
  }
}

export interface CallOptions<R = unknown> {
  signal?: AbortSignal
  /** Milliseconds after which the call fails on this side; 0 waits forever. */
  timeout?: number
  /** Receives the result of a call that had finished before it was cancelled, so that what it opened can be closed. */
  late?(result: R): void
}

/** Bytes and the backend's information about them. */
export interface Data<R> {
  about: R
  bytes: ArrayBuffer
}

/** Reads the response to a request for data. */
export async function received<R>(response: Response): Promise<Data<R>> {
  if (!response.ok) throw toHostError(await response.text())
  const about = decodeURIComponent(response.headers.get('X-Quarry-About') ?? 'null')
  return { about: JSON.parse(about) as R, bytes: await response.arrayBuffer() }
}

/** The one way from the page to the backend. */
export interface Host {
  /** Calls a bound method, "Grid.Open". Aborting the signal also cancels the call in the backend. */
  call<R>(method: string, request?: object, options?: CallOptions<R>): Promise<R>
  /**
   * Reads bytes, such as the block of a page, with the information about them. Aborting also cancels it in the backend.
   */
  data<R>(path: string, options?: CallOptions): Promise<Data<R>>
  /** True if the system's file dialog can be opened. */
  readonly dialogs: boolean
}

const empty: Failure = { kind: 'internal', message: '', hint: '', code: '', detail: '', op: '', status: 0, tls: null }

/** Makes an error from a host's rejection: a Failure in JSON, or any other text. */
export function toHostError(cause: unknown): HostError {
  if (cause instanceof HostError) return cause
  const text = cause instanceof Error ? cause.message : String(cause)
  try {
    const parsed: unknown = JSON.parse(text)
    if (isFailure(parsed)) return new HostError({ ...empty, ...parsed })
  } catch {
    // any other text is the message
  }
  return new HostError({ ...empty, message: text })
}

function isFailure(value: unknown): value is Partial<Failure> {
  return typeof value === 'object' && value !== null && 'message' in value
}

/** How long a call may take before this side gives up, in milliseconds. */
export const patience = 120_000

/** The failure of a call that this side cancelled. */
export function cancelled(): HostError {
  return new HostError({ ...empty, kind: 'cancelled', message: 'Cancelled.' })
}

/** Limits a promise by a timeout and a signal; cancel runs when either ends it. */
export function limited<R>(work: Promise<R>, options: CallOptions<R>, cancel: () => void): Promise<R> {
  return new Promise((resolve, reject) => {
    let given = false
    const end = () => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', abort)
    }
    const give = (error: HostError) => {
      given = true
      end()
      cancel()
      reject(error)
    }
    const wait = options.timeout ?? patience
    const late = () => give(new HostError({ ...empty, kind: 'timeout', message: 'Quarry did not respond.' }))
    const timer = wait > 0 ? setTimeout(late, wait) : undefined
    const abort = () => give(cancelled())
    if (options.signal?.aborted) abort()
    else options.signal?.addEventListener('abort', abort, { once: true })
    const take = (result: R) => (given ? options.late?.(result) : resolve(result))
    work.then(take, (cause) => reject(toHostError(cause))).finally(end)
  })
}

/** The prefix of this page's call ids: random on each load, so that pages never share an id. */
export const pageId = [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join('')

let calls = 0

/** An id for a call: it is used to cancel the call, and tells the backend which page made it. */
export function callId(): string {
  calls += 1
  return `${pageId}.${calls}`
}

import type { CallOptions, Data, Host } from './host'

type Answer = (request: Record<string, unknown>) => unknown

/** A host for tests: each method answers by a function of the test. */
export class FakeHost implements Host {
  readonly dialogs = false
  readonly calls: string[] = []
  readonly answers = new Map<string, Answer>()

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

  data<R>(path: string, _: CallOptions = {}): Promise<Data<R>> {
    return Promise.reject(new Error(`the test has no data at ${path}`))
  }
}

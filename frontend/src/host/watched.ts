import type { CallOptions, Data, Host } from './host'
import { type HostError, toHostError } from './host'

/** A host that also reports each failure. Cancelled calls are not failures. */
export class WatchedHost implements Host {
  readonly dialogs: boolean
  readonly #host: Host
  readonly #failed: (error: HostError) => void

  constructor(host: Host, failed: (error: HostError) => void) {
    this.#host = host
    this.#failed = failed
    this.dialogs = host.dialogs
  }

  call<R>(method: string, request?: object, options?: CallOptions<R>): Promise<R> {
    return this.#told(this.#host.call<R>(method, request, options))
  }

  data<R>(path: string, options?: CallOptions): Promise<Data<R>> {
    return this.#told(this.#host.data<R>(path, options))
  }

  async #told<R>(work: Promise<R>): Promise<R> {
    try {
      return await work
    } catch (cause) {
      const error = toHostError(cause)
      if (error.kind !== 'cancelled') this.#failed(error)
      throw error
    }
  }
}

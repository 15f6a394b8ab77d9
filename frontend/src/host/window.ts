import { type CallOptions, callId, type Host, limited, toHostError } from './host'

type Bound = Record<string, Record<string, (request: object) => Promise<unknown>>>

declare global {
  interface Window {
    go?: { api?: Bound }
  }
}

/** True inside the application's own window. */
export function inWindow(): boolean {
  return window.go?.api !== undefined
}

/** The host of the application's window: bound structs, and the asset handler for data. */
export class WindowHost implements Host {
  readonly dialogs = true

  call<R>(method: string, request: object = {}, options: CallOptions = {}): Promise<R> {
    const [struct = '', name = ''] = method.split('.')
    const bound = window.go?.api?.[struct]?.[name]
    if (!bound) return Promise.reject(toHostError(`there is no method ${method}`))
    const call = callId()
    return limited(bound({ call, ...request }) as Promise<R>, options, () => {
      void window.go?.api?.Calls?.Cancel?.({ call })
    })
  }

  async data(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
    const response = await fetch(path, { signal })
    if (!response.ok) throw toHostError(await response.text())
    return response.arrayBuffer()
  }
}

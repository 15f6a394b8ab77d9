import { type CallOptions, callId, type Data, type Host, limited, received, toHostError } from './host'

type Bound = Record<string, Record<string, (request: object) => Promise<unknown>>>

declare global {
  interface Window {
    go?: { api?: Bound }
    runtime?: {
      EventsOn(name: string, listener: (...data: string[]) => void): () => void
      BrowserOpenURL(address: string): void
      ClipboardSetText?(text: string): Promise<boolean>
    }
  }
}

/** True inside the application's own window. */
export function inWindow(): boolean {
  return window.go?.api !== undefined
}

/** Opens a page in the system's browser or, from a browser, in another tab. Only https is opened. */
export function openLink(address: string): void {
  if (!address.startsWith('https://')) return
  if (window.runtime) window.runtime.BrowserOpenURL(address)
  else window.open(address, '_blank', 'noopener,noreferrer')
}

/** Calls back with the name of each command chosen in the window's menu, and its text. */
export function onMenuCommand(listener: (name: string, text: string) => void): void {
  window.runtime?.EventsOn('command', (name = '', text = '') => listener(name, text))
}

/** Calls back when the window is about to close, for any reason: it stays open until App.Quit is called. */
export function onQuit(listener: () => void): void {
  window.runtime?.EventsOn('quit', listener)
}

/** The host of the application's window: bound structs, and the asset handler for data. */
export class WindowHost implements Host {
  readonly dialogs = true

  call<R>(method: string, request: object = {}, options: CallOptions<R> = {}): Promise<R> {
    const [struct = '', name = ''] = method.split('.')
    const bound = window.go?.api?.[struct]?.[name]
    if (!bound) return Promise.reject(toHostError(`there is no method ${method}`))
    const call = callId()
    return limited(bound({ call, ...request }) as Promise<R>, options, () => {
      void window.go?.api?.Calls?.Cancel?.({ call })
    })
  }

  data<R>(path: string, options: CallOptions = {}): Promise<Data<R>> {
    const call = callId()
    const work = fetch(`${path}&call=${call}`).then((r) => received<R>(r))
    return limited<Data<R>>(work, options, () => {
      void window.go?.api?.Calls?.Cancel?.({ call })
    })
  }
}

import { BrowserHost } from './browser'
import type { Host } from './host'
import { inWindow, WindowHost } from './window'

export * from './clipboard'
export * from './console'
export * from './dashboard'
export * from './edits'
export * from './export'
export * from './filter'
export type { CallOptions, Data, Host } from './host'
export { HostError, pageId, toHostError } from './host'
export * from './keys'
export * from './objects'
export * from './policy'
export * from './statistics'
export * from './tls'
export * from './transfer'
export * from './types'
export { WatchedHost } from './watched'
export { openLink } from './window'

/** The host that this page runs in. */
export function openHost(): Host {
  return inWindow() ? new WindowHost() : new BrowserHost()
}

/** Reloads the page, in the window or in the browser. */
export function reloadPage(host: Host): void {
  if (host instanceof BrowserHost) host.reload()
  else window.location.reload()
}

import { createStore, type StoreApi } from 'zustand/vanilla'

/** The editor's share of a console in percent, and its bounds. */
export const share = { usual: 45, least: 15, most: 85 }

/** The position of the divider between editor and response: it belongs to the window, not to a tab. */
export const split: StoreApi<{ share: number }> = createStore(() => ({ share: share.usual }))

/** Sets the editor's share, within its bounds. */
export function resizeEditor(hundredths: number): void {
  split.setState({ share: Math.round(Math.min(Math.max(share.least, hundredths), share.most)) })
}

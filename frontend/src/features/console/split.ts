import { createStore, type StoreApi } from 'zustand/vanilla'

/** How much of a console its editor has, in hundredths, and its bounds. */
export const share = { usual: 45, least: 15, most: 85 }

/** The place of the edge between editor and response: it is the window's, not a tab's. */
export const split: StoreApi<{ share: number }> = createStore(() => ({ share: share.usual }))

/** Gives the editor another share, within its bounds. */
export function resizeEditor(hundredths: number): void {
  split.setState({ share: Math.round(Math.min(Math.max(share.least, hundredths), share.most)) })
}

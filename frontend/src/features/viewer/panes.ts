import { createStore, type StoreApi } from 'zustand/vanilla'
import { PaneWidth } from '../../lib/paneWidth'

export const inspectorWidth = new PaneWidth('inspector', { usual: 304, least: 240, most: 560 })

/** Which panes are open next to the rows. They belong to the window, not to a tab. */
export const panes: StoreApi<{ inspector: boolean; json: boolean }> = createStore(() => ({
  inspector: false,
  json: false,
}))

/** Shows or hides the inspector. */
export function toggleInspector(): void {
  panes.setState(({ inspector }) => ({ inspector: !inspector }))
}

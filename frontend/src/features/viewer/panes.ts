import { createStore, type StoreApi } from 'zustand/vanilla'

/** The width of the inspector in px, and its bounds. */
export const inspectorWidth = { usual: 304, least: 240, most: 560 }

/** Which panes stand beside the rows. They belong to the window, not to a tab. */
export const panes: StoreApi<{ inspector: boolean; width: number; json: boolean }> = createStore(() => ({
  inspector: false,
  width: inspectorWidth.usual,
  json: false,
}))

/** Shows or hides the inspector. */
export function toggleInspector(): void {
  panes.setState(({ inspector }) => ({ inspector: !inspector }))
}

/** Gives the inspector another width, within its bounds. */
export function resizeInspector(width: number): void {
  panes.setState({ width: Math.round(Math.min(Math.max(inspectorWidth.least, width), inspectorWidth.most)) })
}

import type { StoreApi } from 'zustand/vanilla'
import type { WorkspacesState } from './workspaces'

/** The title of the window: what is shown, the innermost first. */
export function titleOf(connection: string, object: string): string {
  return [object, connection, 'Quarry'].filter((part) => part !== '').join(' - ')
}

/** Keeps the window's title in sync with the visible connection and object. */
export function followTitle(store: StoreApi<WorkspacesState>): void {
  let leave: () => void = () => undefined
  let shown: string | undefined
  const write = () => {
    const { workspaces, active } = store.getState()
    const workspace = workspaces.find((w) => w.session.id === active)
    const object = workspace?.current?.face.getState().title ?? ''
    const title = titleOf(workspace?.session.name ?? '', object)
    if (title === shown) return
    shown = title
    document.title = title
    const runtime = window.runtime as { WindowSetTitle?(title: string): void } | undefined
    runtime?.WindowSetTitle?.(title)
  }
  const follow = () => {
    leave()
    const { workspaces, active } = store.getState()
    const workspace = workspaces.find((w) => w.session.id === active)
    leave = workspace?.store.subscribe(write) ?? (() => undefined)
    write()
  }
  store.subscribe((now, was) => {
    if (now.active !== was.active || now.workspaces !== was.workspaces) follow()
  })
  follow()
}

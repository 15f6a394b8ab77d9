import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Workspace } from '../features/browse/workspace'

export interface WorkspacesState {
  workspaces: Workspace[]
  /** The session of the visible one, "" while the list of connections is shown. */
  active: string
}

/** The open connections, and which of them is visible. */
export class Workspaces {
  readonly store: StoreApi<WorkspacesState> = createStore<WorkspacesState>(() => ({ workspaces: [], active: '' }))
  readonly #closed: () => void

  /** `closed` is called when the host has closed a connection, which then no longer uses its driver. */
  constructor(closed: () => void) {
    this.#closed = closed
  }

  /** The visible one. */
  get current(): Workspace | undefined {
    const { workspaces, active } = this.store.getState()
    return workspaces.find((w) => w.session.id === active)
  }

  /** The open connection of a saved one. */
  of(connection: string): Workspace | undefined {
    return this.store.getState().workspaces.find((w) => w.session.connection === connection)
  }

  /** Adds an open connection and shows it, with its objects and its tabs from last time. */
  add(workspace: Workspace): void {
    this.store.setState((s) => ({ workspaces: [...s.workspaces, workspace], active: workspace.session.id }))
    void workspace.list()
    void workspace.restore()
  }

  /** Shows an open connection. */
  enter(workspace: Workspace): void {
    this.store.setState({ active: workspace.session.id })
  }

  /** Shows the list of connections; open ones stay open. */
  home(): void {
    this.store.setState({ active: '' })
  }

  /** Closes a connection, after asking if that would lose work. */
  async close(workspace: Workspace): Promise<void> {
    if (!(await workspace.mayCloseConnection('disconnect'))) return
    this.store.setState((s) => ({ workspaces: s.workspaces.filter((w) => w !== workspace), active: '' }))
    await workspace.close()
    this.#closed()
  }
}

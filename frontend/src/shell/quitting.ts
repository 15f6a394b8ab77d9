import type { Workspace } from '../features/browse/workspace'
import type { Loss } from '../features/tabs/loss'
import type { Ask } from '../features/tabs/unsaved'
import type { Host } from '../host'

/** What closing the window needs from it. */
export interface QuittingPorts {
  host: Host
  /** The open connections. */
  workspaces(): readonly Workspace[]
  /** The connection whose open form has unsaved input, '' if there is none. */
  filledIn(): string
  /** Whether a question about unsaved work is open. */
  asking(): boolean
  ask: Ask
  /** Commits the text typed in a cell, so that it counts as changed. */
  leaveField(): void
}

/**
 * How long saving open work may delay closing the window, in milliseconds: less than the backend waits for a response.
 */
export const flushWithin = 1000

/** Asks before the window closes if any connection has unfinished work. */
export class Quitting {
  readonly #ports: QuittingPorts

  constructor(ports: QuittingPorts) {
    this.#ports = ports
  }

  /** The window is about to close. The backend closes it unless it soon hears that the user is being asked. */
  async asked(): Promise<void> {
    const { host, ask, asking } = this.#ports
    if (asking()) return this.#stay()
    const resting = this.#ports.workspaces().filter((workspace) => workspace.rests)
    if (resting.length > 0) await Promise.all(resting.map((workspace) => workspace.settle()))
    const losses = this.losses()
    if (losses.length > 0) {
      void this.#stay()
      const answer = await ask({ why: 'quit', losses })
      if (answer === 'stay') return
      if (answer === 'save' && !(await this.#saved())) return
      for (const workspace of this.#ports.workspaces()) workspace.leaveDrafts(answer === 'discard')
    }
    await this.#flush()
    await host.call('App.Quit').catch(() => undefined) // the window may be gone before it answers
  }

  /** Saves the staged changes; false if some are still unsaved. */
  async #saved(): Promise<boolean> {
    const all = await Promise.all(this.#ports.workspaces().map((workspace) => workspace.saveChanges()))
    return all.every((saved) => saved)
  }

  /** What would be lost, with the connection's name if several would lose something. */
  losses(): Loss[] {
    this.#ports.leaveField()
    const all = this.#ports.workspaces().map(({ losses, session }) => ({ losses, name: session.name }))
    const losing = all.filter(({ losses }) => losses.length > 0)
    const form = this.#ports.filledIn()
    const forms: Loss[] = form === '' ? [] : [{ kind: 'form', of: form }]
    if (losing.length < 2) return [...losing.flatMap(({ losses }) => losses), ...forms]
    const named = losing.flatMap(({ losses, name }) => losses.map((loss) => ({ ...loss, of: `${loss.of} (${name})` })))
    return [...named, ...forms]
  }

  /** Saves what is open. */
  async #flush(): Promise<void> {
    const work = Promise.all(this.#ports.workspaces().map((workspace) => workspace.flush()))
    await Promise.race([work, new Promise((late) => setTimeout(late, flushWithin))])
  }

  async #stay(): Promise<void> {
    await this.#ports.host.call('App.Stay').catch(() => undefined)
  }
}

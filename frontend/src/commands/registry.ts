import type { KeyInput } from '../lib/keys'
import { type Asked, commandsOf } from './keys'
import { absent, type Scope, scopes } from './scopes'
import { type CommandId, type Definition, table } from './table'

/** What a command does in a scope. */
export interface Handler {
  run(argument: string): unknown
  /** Why it cannot run now, '' where it can. */
  reason?(): string
  /** False if it can never run, whatever is selected: it only has a reason. */
  offered?: boolean
}

/** A scope's commands; a bare function can always run. */
export type Handlers = Partial<Record<CommandId, Handler | ((argument: string) => unknown)>>

/** A scope that is attached while something is shown. */
export interface Attached {
  scope: Scope
  handlers(): Handlers
  /** Whether the focus is in it, for a pane; true for anything else. */
  holds?(): boolean
  /** Why the commands of a nested scope cannot run while that scope is not shown. */
  without?: Partial<Record<Scope, string>>
}

/** What the commands need from the window. */
export interface CommandWindow {
  mac(): boolean
  /** Whether a dialog covers the window: only its own commands and those of the clipboard run then. */
  covered(): boolean
  /** Shows a message for a moment; '' hides it. */
  tell(text: string): void
}

/** A command as shown in menus, buttons and lists. */
export interface Command {
  id: CommandId
  title: string
  reason: string
  run(argument?: string): void
}

const beneath = 'Close the open dialog first.'
const pointedAt = 'Use its key or the context menu of what it should act on.'

/** All commands of the window, and what currently handles them. */
export class Registry {
  readonly #window: CommandWindow
  readonly #attached: Attached[] = []
  #watcher: (() => void) | undefined
  #told = true

  constructor(window: CommandWindow) {
    this.#window = window
  }

  /** Attaches a scope; the returned function detaches it. */
  attach(entry: Attached): () => void {
    this.#attached.push(entry)
    this.#changed()
    return () => {
      const at = this.#attached.indexOf(entry)
      if (at >= 0) this.#attached.splice(at, 1)
      this.#changed()
    }
  }

  /** Calls back when the attached scopes change, once for all simultaneous changes. */
  watch(watcher: () => void): void {
    this.#watcher = watcher
  }

  /** The commands that cannot run on the current screen, whatever is selected. */
  missing(): CommandId[] {
    const offers = (id: CommandId) =>
      this.#attached.some(({ handlers }) => {
        const handler = handlers()[id]
        return typeof handler === 'function' || (handler !== undefined && handler.offered !== false)
      })
    return (Object.keys(table) as CommandId[]).filter((id) => table[id].scope !== 'system' && !offers(id))
  }

  #changed(): void {
    if (!this.#watcher || !this.#told) return
    this.#told = false
    queueMicrotask(() => {
      this.#told = true
      this.#watcher?.()
    })
  }

  /** Why a command cannot run now, '' where it can. */
  reason(id: CommandId): string {
    const found = this.#find(id)
    const above = found?.scope === 'dialog' || (found?.scope === 'window' && table[id].focus === true)
    if (!above && this.#window.covered()) return beneath
    return found ? (found.handler.reason?.() ?? '') : this.#absent(table[id])
  }

  /**
   * Why a command cannot run from a list of all commands, '' where it can: where its scope is shown but does not handle
   * it, the command acts on what the user points at.
   */
  reasonInList(id: CommandId): string {
    if (!this.#find(id) && this.#attached.some(({ scope }) => scope === table[id].scope)) return pointedAt
    return this.reason(id)
  }

  command(id: CommandId): Command {
    return {
      id,
      title: table[id].title,
      reason: this.reason(id),
      run: (argument) => this.run(id, argument),
    }
  }

  /** Runs a command for a button or menu, or says why it cannot run. Unknown names do nothing. */
  run(id: string, argument = ''): void {
    if (!isCommand(id)) return
    const reason = this.reason(id)
    this.#window.tell(reason)
    if (reason === '') this.#find(id)?.handler.run(argument)
  }

  /** The window's command for a key pressed in a field, undefined if the field uses the key itself. */
  ofField(key: KeyInput): CommandId | undefined {
    return this.#asked(key, true)?.id
  }

  /** Runs the command of a key, or says why it cannot run; false if the window has no such key. */
  press(key: KeyInput, inField = false): boolean {
    const first = this.#asked(key, inField)
    if (!first) return false
    if (table[first.id].quiet && this.reason(first.id) !== '') return false
    this.run(first.id, first.argument)
    return !table[first.id].quiet
  }

  #asked(key: KeyInput, inField: boolean): Asked | undefined {
    const asked = commandsOf(key, this.#window.mac()).filter(({ id }) => !(inField && table[id].leavesFields))
    return asked.sort((a, b) => this.#depth(b.id) - this.#depth(a.id) || inside(a.id) - inside(b.id))[0]
  }

  /** The depth of the innermost scope that has a command, -1 for none. */
  #depth(id: CommandId): number {
    return scopes.indexOf(this.#find(id)?.scope as Scope)
  }

  #find(id: CommandId): { scope: Scope; handler: Handler } | undefined {
    let found: { scope: Scope; handler: Handler } | undefined
    for (const { scope, handlers, holds } of this.#attached) {
      const handler = handlers()[id]
      if (!handler || (found && scopes.indexOf(scope) < scopes.indexOf(found.scope))) continue
      if (holds && !holds()) continue
      found = { scope, handler: typeof handler === 'function' ? { run: handler } : handler }
    }
    return found
  }

  /** Why a command that no scope handles cannot run: the innermost visible scope gives the reason. */
  #absent({ scope }: Definition): string {
    if (scope === 'system') return 'Only the desktop app can do this.'
    const inner = this.#attached.filter((entry) => entry.without?.[scope] !== undefined)
    const [nearest] = inner.sort((a, b) => scopes.indexOf(b.scope) - scopes.indexOf(a.scope))
    return nearest?.without?.[scope] ?? absent[scope]
  }
}

function isCommand(id: string): id is CommandId {
  return Object.hasOwn(table, id)
}

/** The greatest depth at which a command can be attached. */
const inside = (id: CommandId) => scopes.indexOf(table[id].scope as Scope)

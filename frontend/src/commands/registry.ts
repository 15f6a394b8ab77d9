import type { KeyInput } from '../lib/keys'
import { type Asked, commandsOf } from './keys'
import { absent, type Scope, scopes } from './scopes'
import { type CommandId, type Definition, table } from './table'

/** What a command does where it is attached. */
export interface Handler {
  run(argument: string): unknown
  /** Why it cannot run now, '' where it can. */
  reason?(): string
  /** False where it can never run, whatever is selected or done: it only has a reason. */
  offered?: boolean
}

/** What a scope does for commands; a function alone can always run. */
export type Handlers = Partial<Record<CommandId, Handler | ((argument: string) => unknown)>>

/** What is attached for as long as something is shown. */
export interface Attached {
  scope: Scope
  handlers(): Handlers
  /** Whether the focus is in it, for a pane; anything else always is. */
  holds?(): boolean
  /** Why the commands of a scope inside of this one cannot run while that one is not shown. */
  without?: Partial<Record<Scope, string>>
}

/** What the commands need of the window. */
export interface CommandWindow {
  mac(): boolean
  /** Whether a dialog covers the window: only its own commands and those of the clipboard run then. */
  covered(): boolean
  /** Says something for a moment; '' takes it away. */
  tell(text: string): void
}

/** A command as menus, buttons and lists show it. */
export interface Command {
  id: CommandId
  title: string
  reason: string
  run(argument?: string): void
}

const beneath = 'Close the open dialog first.'

/** All commands of the window, and what carries them out at the moment. */
export class Registry {
  readonly #window: CommandWindow
  readonly #attached: Attached[] = []
  #watcher: (() => void) | undefined
  #told = true

  constructor(window: CommandWindow) {
    this.#window = window
  }

  /** Lets a scope carry out commands; the returned function ends that. */
  attach(entry: Attached): () => void {
    this.#attached.push(entry)
    this.#changed()
    return () => {
      const at = this.#attached.indexOf(entry)
      if (at >= 0) this.#attached.splice(at, 1)
      this.#changed()
    }
  }

  /** Calls when other scopes are attached than before, once for all that change together. */
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

  /** A command and its current state. */
  command(id: CommandId): Command {
    return {
      id,
      title: table[id].title,
      reason: this.reason(id),
      run: (argument) => this.run(id, argument),
    }
  }

  /** Runs a command that a button or a menu asked for, or says why it cannot. Names that are unknown do nothing. */
  run(id: string, argument = ''): void {
    if (!isCommand(id)) return
    const reason = this.reason(id)
    this.#window.tell(reason)
    if (reason === '') this.#find(id)?.handler.run(argument)
  }

  /** The command that a key of a field asks the window for, undefined where the key is the field's own. */
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

  /** How far inside a command is attached, -1 where it is not. */
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

  /** Why a command that nothing carries out cannot run: the innermost scope that is shown says it. */
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

/** How far inside a command can be attached. */
const inside = (id: CommandId) => scopes.indexOf(table[id].scope as Scope)

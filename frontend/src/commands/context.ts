import { createContext, type RefObject, useContext, useLayoutEffect, useRef } from 'react'
import { type Attached, type Handlers, Registry } from './registry'
import type { Scope } from './scopes'

/** The commands of the window; a component rendered without a window gets commands that no key runs. */
export const CommandsContext = createContext(
  new Registry({ mac: () => false, covered: () => false, tell: () => undefined }),
)

/** The commands of the window. */
export function useRegistry(): Registry {
  return useContext(CommandsContext)
}

interface Options extends Pick<Attached, 'without'> {
  /** The element that must contain the focus, for the scope "pane". */
  within?: RefObject<HTMLElement | null>
}

/** Handles commands while the component is shown, with the handlers of its last render. */
export function useCommands(scope: Scope, handlers: Handlers, { within, without }: Options = {}): void {
  const registry = useRegistry()
  const latest = useRef(handlers)
  latest.current = handlers
  const words = useRef(without)
  words.current = without
  useLayoutEffect(() => {
    return registry.attach({
      scope,
      handlers: () => latest.current,
      holds: within && (() => within.current?.contains(document.activeElement) ?? false),
      get without() {
        return words.current
      },
    })
  }, [registry, scope, within])
}

/** Makes Find focus a field while it is shown; with an element, only while the focus is in that. */
export function useFindField(field: RefObject<HTMLInputElement | null>, within?: RefObject<HTMLElement | null>): void {
  const find = () => {
    field.current?.focus()
    field.current?.select()
  }
  useCommands('pane', { find }, { within })
}

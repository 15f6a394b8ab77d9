import { type Context, createContext, useContext } from 'react'

/** A context and the hook that returns its value; the hook fails without a provider. */
export function contextOf<T>(name: string): [Context<T | null>, () => T] {
  const context = createContext<T | null>(null)
  context.displayName = name
  return [
    context,
    () => {
      const value = useContext(context)
      if (value === null) throw new Error(`a component needs ${name}, but no component around it provides it`)
      return value
    },
  ]
}

import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Shell, ShellState } from './store'

export const ShellContext = createContext<Shell | null>(null)

/** The window's store. */
export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('a component stands outside the shell')
  return shell
}

/** A part of the window's state. */
export function useShellState<T>(pick: (state: ShellState) => T): T {
  return useStore(useShell().store, pick)
}

import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useRegistry } from '../../../commands/context'
import { isComposing, letterOf } from '../../../lib/keys'
import type { Typed } from '../values'

/** Where the focus goes from an editor: stay on its cell, to a neighbour of it, or wherever it went by itself. */
export type Leave = 'stay' | 'next' | 'previous' | 'down' | 'up' | 'away'

/** What every editor of a cell has. */
export interface EditorProps {
  /** What it is called: "price of bk-10442". */
  label: string
  /** What it begins with, and whether that is selected. */
  text: string
  selected: boolean
  /** Takes what was typed. */
  onCommit(typed: Typed, to: Leave): void
  onCancel(): void
}

/** A text as a typed value. */
export const typedText = (text: string): Typed => ({ text, null: false })

/**
 * How an editor ends, once: Enter and Tab take what was typed, Escape gives it up, leaving it takes it, also where the editor is taken away. Of the keys it
 * answers whether they are done with; the others belong to its field.
 */
export function useLeaving({ onCommit, onCancel }: Pick<EditorProps, 'onCommit' | 'onCancel'>, value: () => Typed) {
  const registry = useRegistry()
  const over = useRef(false)
  const end = (work: () => void) => {
    if (over.current) return
    over.current = true
    work()
  }
  const commit = (to: Leave, typed = value()) => end(() => onCommit(typed, to))
  // A field that is taken off the page, as by the key of another tab, is left without any word of that.
  const away = useRef(commit)
  away.current = commit
  const gone = useRef(false)
  useLayoutEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      queueMicrotask(() => gone.current && away.current('away')) // React may only try whether it can be taken away
    }
  }, [])
  const keys = (event: KeyboardEvent, lines = false): boolean => {
    if (isComposing(event.nativeEvent)) return true
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Escape') end(onCancel)
    else if (event.key === 'Enter' && plain && !(lines && event.shiftKey)) commit(event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab' && plain) commit(event.shiftKey ? 'previous' : 'next')
    else if (registry.ofField(event) || quits(event)) {
      // A window command also applies to the text being typed, so the key is passed on.
      commit('stay')
      return true
    } else {
      if (plain || ['z', 'y'].includes(letterOf(event))) event.stopPropagation()
      return false
    }
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { commit, keys }
}

/** Whether a key is that of quitting, which the system's menu takes before any command. */
const quits = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && letterOf(event) === 'q'

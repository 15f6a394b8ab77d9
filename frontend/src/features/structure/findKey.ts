import { type RefObject, useEffect } from 'react'
import { isMod, letterOf } from '../../lib/keys'

/** Lets the key of Find put the focus on a field while it is shown. */
export function useFindKey(field: RefObject<HTMLInputElement | null>, mac: boolean): void {
  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.shiftKey || !isMod(e, mac) || letterOf(e) !== 'f') return
      if (document.querySelector('[role=dialog]')) return
      e.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [field, mac])
}

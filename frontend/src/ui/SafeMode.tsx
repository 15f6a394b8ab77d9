import { Lock, Shield } from 'lucide-react'

/** The safe modes in words; Off has none. */
export const safeWords: Readonly<Record<string, string>> = { confirm: 'Confirm writes', 'read-only': 'Read-only' }

/** The safe mode in words, with its sign; nothing where it is off. */
export function SafeMode({ mode }: { mode: string }) {
  const words = safeWords[mode]
  if (!words) return null
  const Icon = mode === 'confirm' ? Shield : Lock
  return (
    <>
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" /> {words}
    </>
  )
}

import { Lock, Shield } from 'lucide-react'

/** The names of the safe modes; Off has none. */
export const safeWords: Readonly<Record<string, string>> = { confirm: 'Confirm writes', 'read-only': 'Read-only' }

/** The name and icon of the safe mode; nothing if it is off. */
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

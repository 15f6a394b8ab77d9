import { useState } from 'react'
import { type HostError, toHostError } from '../../host'

/** Runs one task at a time and keeps the error of the last one. */
export function useTry(): { error: HostError | null; busy: boolean; run(work: () => Promise<unknown>): Promise<void> } {
  const [error, setError] = useState<HostError | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (cause) {
      setError(toHostError(cause))
    }
    setBusy(false)
  }
  return { error, busy, run }
}

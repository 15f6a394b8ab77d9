import { useStore } from 'zustand'
import { useShell } from '../../shell/context'
import { FailureNotice } from '../../ui/Notice'

/** What did not work with a driver. */
export function ActFailure({ id }: { id: string }) {
  const shell = useShell()
  const error = useStore(shell.plugins.store, (s) => s.failed[id])
  if (!error) return null
  return (
    <div className="foot">
      <FailureNotice error={error} />
    </div>
  )
}

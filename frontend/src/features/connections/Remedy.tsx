import type { Connection, HostError } from '../../host'
import { useShell } from '../../shell/context'
import { remedyOf } from './remedies'

/** The button that may help after a connection could not be opened. */
export function Remedy({ connection, error }: { connection: Connection; error: HostError }) {
  const shell = useShell()
  const { label, act } = remedyOf(error)
  return (
    <button type="button" className="btn" onClick={() => void act(shell, connection)}>
      {label}
    </button>
  )
}

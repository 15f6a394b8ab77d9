import { Plug, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../../commands/Hint'
import { Alert } from '../../../ui/Alert'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { CopyDetails } from '../../../ui/CopyDetails'
import type { WindowPorts } from '../ports'
import { retryingIn } from '../words'
import type { Workspace } from '../workspace'
import { type LinkState, lostDetail, secondsLeft } from './link'

/** The message while a connection is lost or its driver has stopped. */
export function LinkViews({ workspace, onEdit }: { workspace: Workspace; onEdit: WindowPorts['onEdit'] }) {
  const state = useStore(workspace.link.store)
  if (state.kind === 'lost') return <LostBanner workspace={workspace} state={state} onEdit={onEdit} />
  if (state.kind === 'up') return null
  return state.asked ? (
    <StoppedAlert workspace={workspace} state={state} />
  ) : (
    <StoppedBanner workspace={workspace} state={state} />
  )
}

type Of<K extends LinkState['kind']> = { workspace: Workspace; state: Extract<LinkState, { kind: K }> }

function LostBanner({ workspace, state, onEdit }: Of<'lost'> & { onEdit: WindowPorts['onEdit'] }) {
  const now = useSeconds()
  return (
    <Banner tone="failure" icon={WifiOff}>
      <span className="grow ell">
        <span className="b">Connection to {workspace.session.name} lost.</span> {lostDetail(state.error)}{' '}
        <span aria-hidden="true">{state.trying ? 'Retrying…' : retryingIn(secondsLeft(state.nextTry, now))}</span>
      </span>
      <Button small onClick={() => workspace.link.tryNow()}>
        Try Now
      </Button>
      {onEdit && (
        <Button small onClick={onEdit}>
          Edit Connection…
        </Button>
      )}
      <CopyDetails error={state.error} quiet small />
    </Banner>
  )
}

function StoppedBanner({ workspace, state }: Of<'stopped'>) {
  return (
    <Banner tone="failure" icon={Plug}>
      <span className="grow ell">
        <span className="b">The {state.driver} driver stopped.</span> {state.error.failure.message}
      </span>
      <Button small onClick={() => void workspace.link.restart()}>
        {state.busy ? 'Starting…' : 'Restart Driver'}
      </Button>
      <CopyDetails error={state.error} quiet small />
    </Banner>
  )
}

function StoppedAlert({ workspace, state }: Of<'stopped'>) {
  const close = () => workspace.link.later()
  return (
    <Alert
      icon={Plug}
      tone="fail"
      title={`The ${state.driver} driver stopped`}
      onClose={close}
      actions={
        <>
          <CopyDetails error={state.error} quiet />
          <span className="grow" />
          <Button onClick={close}>Close</Button>
          <Button primary off={state.busy} onClick={() => void workspace.link.restart()}>
            {state.busy ? 'Starting…' : 'Restart Driver'} <Hint of="dialog.confirm" />
          </Button>
        </>
      }
    >
      <p className="sel-text">{state.error.failure.message} The window and the rows on screen are safe.</p>
    </Alert>
  )
}

/** The time, updated every second. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(tick)
  }, [])
  return now
}

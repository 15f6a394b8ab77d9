import { Copy, SquareTerminal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRegistry } from '../../commands/context'
import { type PlannedRequest, toHostError } from '../../host'
import { size } from '../../lib/words'
import { Button } from '../../ui/Button'
import { LinkButton } from '../../ui/LinkButton'
import { useCopy, useMessages } from '../../window/messages'
import { ChangesTable } from './ChangesTable'
import { Code } from './Code'
import styles from './Edits.module.css'
import type { PlannedRow, Shown } from './planned'
import type { Saving } from './saving'
import { consoleText } from './words'

interface RequestDetailProps {
  saving: Saving
  shown: Shown
  row: PlannedRow | undefined
  request: PlannedRequest
  /** "3 of 20" */
  place: string
}

/** One request as a whole, what can be done with it, and the values that it changes. */
export function RequestDetail({ saving, shown, row, request: planned, place }: RequestDetailProps) {
  const request = useBody(saving, planned)
  const registry = useRegistry()
  const copy = useCopy()
  const messages = useMessages()
  const failed = (cause: unknown) => messages.tell(toHostError(cause).failure.message)
  const copyBody = () => void copy(saving.whole(planned).then(({ body }) => body))
  const copyCurl = () => void copy(saving.curl(request))
  // A sheet covers the window, whose commands run once it is closed.
  const openInConsole = () =>
    void saving.whole(planned).then((whole) => {
      saving.close()
      setTimeout(() => registry.run('console.new', consoleText(whole)))
    }, failed)
  return (
    <>
      <div className={`row ${styles.of}`}>
        <span className="b nowrap">{place}</span>
        <span className="t2 ell" data-tip="">
          {request.form}
        </span>
        <span className="grow" />
        <Button quiet small onClick={copyCurl}>
          <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
          Copy as cURL
        </Button>
        <Button quiet small onClick={openInConsole}>
          <SquareTerminal size={14} strokeWidth={1.5} aria-hidden="true" />
          Open in Console
        </Button>
      </div>
      {request.reason !== '' && <p className="t2 fs12">{request.reason}</p>}
      <Code base={shown.info.base} request={request} />
      {request.truncated && (
        <p className="t2 fs12">
          Only the first 64 KB of {size(request.size)} are shown.{' '}
          <LinkButton type="button" onClick={copyBody}>
            Copy the Whole Body
          </LinkButton>
        </p>
      )}
      {row && <ChangesTable row={row} />}
    </>
  )
}

/** How much of a body is shown, in characters. */
const mostShown = 65_536

/** A request with the beginning of its body, which is read once it is shown where it did not come with the plan. */
function useBody(saving: Saving, request: PlannedRequest): PlannedRequest {
  const [read, setRead] = useState<{ of: PlannedRequest; body: string | null } | null>(null)
  const missing = request.truncated && request.body === ''
  useEffect(() => {
    if (!missing) return
    let ended = false
    const show = (body: string | null) => !ended && setRead({ of: request, body })
    void saving.whole(request).then(
      ({ body }) => show(body),
      () => show(null),
    )
    return () => {
      ended = true
    }
  }, [saving, request, missing])
  if (!missing) return request
  if (read?.of !== request) return { ...request, truncated: false }
  const { body } = read
  return body === null ? request : { ...request, body: body.slice(0, mostShown), truncated: body.length > mostShown }
}

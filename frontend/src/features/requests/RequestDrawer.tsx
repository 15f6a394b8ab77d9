import { X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/Button'
import { FailureNotice } from '../../ui/Notice'
import { SearchField } from '../../ui/SearchField'
import { type Segment, Segments } from '../../ui/Segments'
import { SideBarFoot } from '../../ui/SideBar'
import { SidePane, SidePaneHead } from '../../ui/SidePane'
import { SmallIcon } from '../../ui/SmallIcon'
import { EntryDetails } from './EntryDetails'
import { EntryList } from './EntryList'
import type { RequestLog } from './log'
import style from './requests.module.css'
import { matching, noneWords, totalWords } from './words'

/** The request log of a connection, while it is shown. */
export function RequestDrawer({ log, name }: { log: RequestLog; name: string }) {
  const open = useStore(log.store, (s) => s.open)
  return open ? <Drawer log={log} name={name} /> : null
}

const outcomes: Segment<'all' | 'failed'>[] = [
  { value: 'all', title: 'All' },
  { value: 'failed', title: 'Failed' },
]

function Drawer({ log, name }: { log: RequestLog; name: string }) {
  const { entries, filter, failed, chosen, details, error } = useStore(log.store)
  const drawer = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const title = useId()
  const shown = useMemo(() => matching(entries, filter, failed), [entries, filter, failed])
  const entry = entries.find((e) => e.id === chosen)
  useFocusInside(drawer, field)
  const keys = (e: KeyboardEvent) => {
    if (e.key !== 'Escape') return
    e.preventDefault()
    log.hide()
  }

  return (
    <SidePane ref={drawer} className={style.requests} aria-labelledby={title} data-pane="requests" onKeyDown={keys}>
      <SidePaneHead>
        <h2 id={title} className="b">
          Request Log
        </h2>
        <span className="grow" />
        <Segments
          label="Requests"
          small
          segments={outcomes}
          value={failed ? 'failed' : 'all'}
          onValue={(value) => log.only(value === 'failed')}
        />
        <SmallIcon icon={X} label="Close" onClick={() => log.hide()} />
      </SidePaneHead>
      <div className={style.filter}>
        <SearchField ref={field} label="Search requests" text={filter} onText={(text) => log.type(text)} />
      </div>
      {error && (
        <FailureNotice error={error}>
          <Button small onClick={() => log.show()}>
            Try Again
          </Button>
        </FailureNotice>
      )}
      <EntryList entries={shown} chosen={chosen} onChoose={(id) => log.choose(id)} />
      {shown.length === 0 && <p className={`${style.none} t3`}>{noneWords(entries.length, name)}</p>}
      {entry && <EntryDetails key={entry.id} entry={entry} details={details} onClose={() => log.choose(0)} />}
      <SideBarFoot>
        <Button quiet small onClick={() => void log.clear()}>
          Clear
        </Button>
        <span className="grow" />
        <span className="t3 fs11" role="status">
          {totalWords(shown.length, entries.length)}
        </span>
      </SideBarFoot>
    </SidePane>
  )
}

/** Focuses the field when the drawer opens, and restores the focus if the drawer closes with it. */
function useFocusInside(drawer: RefObject<HTMLElement | null>, field: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const element = drawer.current
    field.current?.focus()
    return () => {
      if (element?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [drawer, field])
}

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../../commands/Hint'
import { Button } from '../../../ui/Button'
import { Track } from '../../../ui/Track'
import style from './Loading.module.css'
import type { RowsTab } from './rowsTab'
import { jumpPart, jumpWords, readingWords } from './status'

const lineAfter = 150
const barAfter = 600
const watchEvery = 300

/** Says that the visible rows are loading: a line after 150 ms, a bar with Cancel after 600 ms. */
export function Loading({ tab }: { tab: RowsTab }) {
  const reading = useStore(tab.rows.store, (s) => s.reading)
  const object = useStore(tab.rows.store, (s) => s.object)
  const size = useStore(tab.rows.store, (s) => s.view?.pageSize ?? 0)
  const jump = useStore(tab.rows.store, (s) => s.jump)
  const total = useStore(tab.rows.store, (s) => s.total)
  const waited = useWaited(reading?.since ?? 0)
  const watched = waited < barAfter ? 0 : Math.floor(waited / watchEvery)
  useEffect(() => {
    if (watched > 0) void tab.rows.watch()
  }, [tab, watched])
  if (!reading || waited < lineAfter) return null
  const part = jumpPart(jump)
  return (
    <>
      <div className={style.line} role="progressbar" aria-label={`Loading ${object}`} aria-valuenow={part} />
      {waited >= barAfter && (
        <div data-part="loading" className={style.bar} role="status">
          <Track as="span" moves={part === undefined} aria-hidden="true">
            <i style={part === undefined ? undefined : { width: `${part}%` }} />
          </Track>
          <span className="num">
            {readingWords(object, reading.page, size, total)}
            {/* Hidden: a screen reader would announce every change. */}
            <span aria-hidden="true">, {jumpWords(jump) || `${(waited / 1000).toFixed(1)} s`}</span>
          </span>
          <Button small onClick={() => tab.stop()}>
            Cancel <Hint of="rows.stop" />
          </Button>
        </div>
      )}
    </>
  )
}

/** The time since a moment, in milliseconds, updated continuously; 0 for no moment. */
function useWaited(since: number): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (since === 0) return
    setNow(Date.now())
    const tick = setInterval(() => setNow(Date.now()), lineAfter)
    return () => clearInterval(tick)
  }, [since])
  return since === 0 ? 0 : now - since
}

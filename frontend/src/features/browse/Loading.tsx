import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { count, duration } from '../../lib/words'
import type { Tab } from './tab'

/** The bar over a grid whose rows are awaited, shown after 600 ms. */
export function Loading({ tab }: { tab: Tab }) {
  const since = useStore(tab.store, (s) => s.since)
  const object = useStore(tab.store, (s) => s.object)
  const size = useStore(tab.store, (s) => s.view?.pageSize ?? 0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (since === 0) return
    const tick = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(tick)
  }, [since])
  if (since === 0 || now - since < 600) return null
  return (
    <div className="loadbar" role="status">
      <span>
        Reading {size > 0 ? `rows 1 to ${count(size)} of ` : ''}
        {object}, {duration(now - since)}
      </span>
      <button type="button" className="btn sm" onClick={() => tab.stop()}>
        Cancel
      </button>
    </div>
  )
}

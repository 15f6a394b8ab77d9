import { Table2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ObjectItem } from '../../host'
import { count, shortCount, size } from '../../lib/words'
import { Middle } from '../../ui/Middle'
import { menuOfLine, useMenus } from '../../window/menus'
import { useCopy } from '../../window/messages'
import { objectActs } from './acts'
import { closedReason, objectLabel } from './objects'
import type { Counted, Workspace } from './workspace'

interface ObjectRowProps {
  object: ObjectItem
  workspace: Workspace
  on: boolean
  /** True for the one row that Tab reaches. */
  stop: boolean
  /** Its place among all lines, from 0, and how many there are. */
  place: number
  of: number
  /** px from the top of the list. */
  top: number
  onFocus(): void
}

/** One object of the sidebar. */
export function ObjectRow({ object: o, workspace, on, stop, place, of, top, onFocus }: ObjectRowProps) {
  const counted = useStore(workspace.store, (s) => s.counts[o.name])
  const row = useSeen(() => workspace.count([o.name]), counted === undefined && !o.closed)
  const menus = useMenus()
  const copy = useCopy()
  const why = closedReason(o, workspace.session)
  return (
    <div
      ref={row}
      role="treeitem"
      aria-selected={on}
      aria-level={1}
      aria-posinset={place + 1}
      aria-setsize={of}
      aria-label={objectLabel(o, counted, workspace.session)}
      aria-description={why || undefined}
      tabIndex={stop ? 0 : -1}
      style={{ top }}
      onFocus={onFocus}
      className={`sb ${on ? 'on' : ''} ${o.closed ? 'dim' : ''}`}
      onClick={() => workspace.open(o.name, false)}
      onDoubleClick={() => workspace.open(o.name, true)}
      onContextMenu={(e) => menus.open(menuOfLine(e, o.name, objectActs(workspace, o, copy)))}
      onAuxClick={(e) => e.button === 1 && workspace.open(o.name, true)}
      onKeyDown={(e) => {
        if (e.key === 'Enter') workspace.open(o.name, e.metaKey || e.ctrlKey)
      }}
    >
      <Table2 size={14} strokeWidth={1.5} aria-hidden="true" />
      <Middle text={o.name} className="grow" />
      <span className="ct" aria-hidden="true" data-tip={o.closed ? why : figure(counted)}>
        {o.closed ? 'closed' : <Documents counted={counted} />}
      </span>
      <span className="sz" aria-hidden="true">
        {o.size === '' ? '' : size(o.size)}
      </span>
    </div>
  )
}

function Documents({ counted }: { counted: Counted | undefined }) {
  if (!counted) return <span className="sk" style={{ width: 36 }} />
  return counted.error === '' ? shortCount(counted.count) : '–'
}

/** The exact figure, or why there is none. */
function figure(counted: Counted | undefined): string | undefined {
  if (!counted) return undefined
  return counted.error === '' ? count(counted.count) : `Not counted: ${counted.error}`
}

/** Calls once when the element comes into sight. */
function useSeen(seen: () => void, wanted: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(seen)
  latest.current = seen
  useEffect(() => {
    if (!wanted || !ref.current || typeof IntersectionObserver === 'undefined') return
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      watch.disconnect()
      latest.current()
    })
    watch.observe(ref.current)
    return () => watch.disconnect()
  }, [wanted])
  return ref
}

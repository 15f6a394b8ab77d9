import { Search, Table2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ObjectItem } from '../../host'
import { count, middle, shortCount, size } from '../../lib/words'
import type { Workspace } from './workspace'

/** The list of objects; documents are counted for those that are seen. */
export function Sidebar({ workspace }: { workspace: Workspace }) {
  const objects = useStore(workspace.store, (s) => s.objects)
  const filter = useStore(workspace.store, (s) => s.filter)
  const error = useStore(workspace.store, (s) => s.error)
  const { session } = workspace
  const shown = (objects ?? []).filter((o) => o.name.toLowerCase().includes(filter.trim().toLowerCase()))
  const title = session.objectsNoun.charAt(0).toUpperCase() + session.objectsNoun.slice(1)

  return (
    <nav className="sidebar" aria-label={title}>
      <div className="top">
        <label className="field sm quiet grow">
          <Search size={14} strokeWidth={1.5} aria-hidden="true" />
          <input
            id="sidebar-filter"
            aria-label={`Filter ${session.objectsNoun}`}
            placeholder={`Filter ${session.objectsNoun}`}
            value={filter}
            onChange={(e) => workspace.filter(e.target.value)}
          />
        </label>
      </div>
      <div className="sb-h">
        {title} <span className="grow" /> <span className="num">{objects ? count(objects.length) : ''}</span>
      </div>
      <div className="sb-list scrolls">
        {error && <p className="sidenote fail">{error.failure.message}</p>}
        <div role="tree" aria-label={`${title}, ${objects?.length ?? 0}`}>
          {shown.map((o, i) => (
            <ObjectRow key={o.name} object={o} workspace={workspace} first={i === 0} />
          ))}
        </div>
        {session.sidebarNote !== '' && objects && <p className="sidenote">{session.sidebarNote}</p>}
      </div>
    </nav>
  )
}

function ObjectRow({ object: o, workspace, first }: { object: ObjectItem; workspace: Workspace; first: boolean }) {
  const tabs = useStore(workspace.store, (s) => s.tabs)
  const active = useStore(workspace.store, (s) => s.active)
  const documents = useStore(workspace.store, (s) => s.counts[o.name])
  const row = useSeen(() => void workspace.count([o.name]), documents === undefined && !o.closed)
  const on = tabs.find((t) => t.id === active)?.store.getState().object === o.name
  return (
    <div
      ref={row}
      role="treeitem"
      aria-selected={on}
      aria-label={label(o, documents, workspace.session.rowsNoun)}
      tabIndex={on || (first && active === '') ? 0 : -1}
      className={`sb ${on ? 'on' : ''}`}
      title={o.name}
      onClick={() => workspace.open(o.name, false)}
      onDoubleClick={() => workspace.open(o.name, true)}
      onKeyDown={(e) => {
        if (e.key === 'Enter') workspace.open(o.name, e.metaKey || e.ctrlKey)
        if (e.key === 'ArrowDown') focus(e.currentTarget.nextElementSibling)
        if (e.key === 'ArrowUp') focus(e.currentTarget.previousElementSibling)
      }}
    >
      <Table2 size={14} strokeWidth={1.5} aria-hidden="true" />
      <span className="ell" aria-hidden="true">
        {middle(o.name, 20)}
      </span>
      <span className="ct" aria-hidden="true">
        {o.closed ? (
          'closed'
        ) : documents === undefined ? (
          <span className="sk" style={{ width: 36 }} />
        ) : (
          shortCount(documents)
        )}
      </span>
      <span className="sz" aria-hidden="true">
        {o.size === '' ? '' : size(o.size)}
      </span>
    </div>
  )
}

function label(o: ObjectItem, documents: string | undefined, noun: string): string {
  const counted = documents === undefined || documents === '–' ? '' : `, ${count(documents)} ${noun}`
  return `${o.name}, ${o.kind}${counted}${o.size === '' ? '' : `, ${size(o.size)}`}`
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus()
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

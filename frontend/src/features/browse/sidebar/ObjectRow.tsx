import { CircleX, Layers, Link2, type LucideIcon, Star, Table2, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { type ObjectItem, type ObjectKind, objectKindOf } from '../../../host'
import { count, shortCount, size } from '../../../lib/words'
import { Middle } from '../../../ui/Middle'
import { SideBarCount, SideBarRow, SideBarSize } from '../../../ui/SideBar'
import { Skeleton } from '../../../ui/Skeleton'
import { menuOfLine, useMenus } from '../../../window/menus'
import { useCopy } from '../../../window/messages'
import type { Workspace } from '../workspace'
import { objectActs } from './objectActs'
import {
  type Counted,
  dimReason,
  favouritesId,
  healthOf,
  namedId,
  objectLabel,
  objectNote,
  standsFor,
  titled,
} from './objects'
import styles from './Sidebar.module.css'

interface ObjectRowProps {
  object: ObjectItem
  /** The id of its section. */
  section: string
  /** False if only its name and kind are known. */
  listed: boolean
  /** False if no object has a size. */
  sized: boolean
  workspace: Workspace
  on: boolean
  /** True for the one row that Tab reaches. */
  stop: boolean
  /** Its zero-based index in its section, and the section's size. */
  place: number
  of: number
  /** px from the top of the list. */
  top: number
  onFocus(): void
  /** Called when this line is opened, not another line of the same object. */
  onOpen(): void
}

/** One object of the sidebar. */
export function ObjectRow({
  object: o,
  section,
  listed,
  sized,
  workspace,
  on,
  stop,
  place,
  of,
  top,
  onFocus,
  onOpen,
}: ObjectRowProps) {
  const counted = useStore(workspace.store, (s) => s.counts[o.name])
  const row = useSeen(() => workspace.count([o.name]), listed && counted === undefined && !o.closed)
  const menus = useMenus()
  const copy = useCopy()
  const why = dimReason(o, workspace.session)
  const open = (keep: boolean) => {
    onOpen()
    workspace.open(o.name, keep)
  }
  const kind = objectKindOf(workspace.session, o.kind)
  const Icon = section === favouritesId ? Star : icons[kind.icon]
  return (
    <SideBarRow
      ref={row}
      role="treeitem"
      aria-selected={on}
      aria-level={2}
      aria-posinset={place + 1}
      aria-setsize={of}
      aria-label={objectLabel(o, counted, workspace.session)}
      aria-description={objectNote(o, counted, workspace.session) || undefined}
      tabIndex={stop ? 0 : -1}
      style={{ top }}
      onFocus={onFocus}
      on={on}
      dim={o.closed}
      className={styles.row}
      onClick={() => open(false)}
      onDoubleClick={() => open(true)}
      onContextMenu={(e) => menus.open(menuOfLine(e, o.name, objectActs(workspace, o, copy)))}
      onAuxClick={(e) => e.button === 1 && workspace.openAnother(o.name)}
      onKeyDown={(e) => {
        if (e.key !== 'Enter' && e.key !== ' ') return
        if (e.key === ' ') open(false)
        else {
          onOpen()
          workspace.enter(o.name, e.metaKey || e.ctrlKey)
        }
        e.preventDefault()
      }}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
      <Middle text={o.name} className="grow" />
      <Health object={o} />
      {listed ? (
        <SideBarCount aria-hidden="true" data-tip={o.closed ? why : figure(counted)}>
          {o.closed ? 'closed' : <Documents counted={counted} />}
        </SideBarCount>
      ) : (
        <SideBarCount>{kind.title}</SideBarCount>
      )}
      {listed && sized && (
        <SideBarSize className={styles.size} aria-hidden="true">
          {o.size === '' ? standsFor(o, workspace.session) : size(o.size)}
        </SideBarSize>
      )}
      {section === namedId && (
        <button
          type="button"
          className={styles.forget}
          aria-hidden="true"
          tabIndex={-1}
          data-tip="Remove from Sidebar"
          onClick={(e) => {
            e.stopPropagation()
            workspace.forget(o.name)
          }}
        >
          <X size={12} strokeWidth={1.5} aria-hidden="true" />
        </button>
      )}
    </SideBarRow>
  )
}

const icons: Record<ObjectKind['icon'], LucideIcon> = { table: Table2, layers: Layers, link: Link2 }

/** An icon for a problem of an object; its shape alone carries the meaning, not the colour. */
function Health({ object }: { object: ObjectItem }) {
  const words = healthOf(object)
  if (words === '') return null
  const Icon = object.health === 'red' ? CircleX : TriangleAlert
  return (
    <span className={styles[object.health]} aria-hidden="true" data-tip={titled(words)}>
      <Icon size={12} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}

function Documents({ counted }: { counted: Counted | undefined }) {
  if (!counted) return <Skeleton className={styles.counting} />
  return counted.error === '' ? shortCount(counted.count) : '–'
}

/** The exact figure, or why there is none. */
function figure(counted: Counted | undefined): string | undefined {
  if (!counted) return undefined
  return counted.error === '' ? count(counted.count) : `Not counted: ${counted.error}`
}

/** Calls back once when the element becomes visible. */
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

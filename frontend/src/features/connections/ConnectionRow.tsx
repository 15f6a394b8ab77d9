import { ContextMenu } from '@base-ui/react/context-menu'
import { Lock, Shield } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Connection } from '../../host'
import { ago } from '../../lib/words'
import { useShell, useShellState } from '../../shell/context'
import { Badge } from '../../ui/Badge'
import { Key } from '../../ui/Key'
import { Middle } from '../../ui/Middle'

/** One line of the list: a click selects, a double click connects. */
export function ConnectionRow({ connection: c, selected }: { connection: Connection; selected: boolean }) {
  const shell = useShell()
  const open = useShellState((s) => s.workspaces.some((w) => w.session.connection === c.id))
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [selected])
  return (
    <ContextMenu.Root onOpenChange={(open) => open && shell.select(c.id)}>
      <ContextMenu.Trigger
        ref={row}
        id={`connection-${c.id}`}
        role="option"
        aria-selected={selected}
        tabIndex={-1}
        className={`connrow tag-${c.colour || 'grey'} ${selected ? 'on' : ''}`}
        onClick={() => shell.select(c.id)}
        onDoubleClick={() => void shell.connect(c)}
      >
        <span className="dot bar2" />
        <Badge text={c.badge} fill={c.badgeFill} ink={c.badgeText} />
        <span className="connname">
          <span className="m ell block">{c.name}</span>
          <Middle text={`${c.host}:${c.port}`} className="fs11 t3" />
        </span>
        <span className="fs12 t2 num connversion">{c.version}</span>
        <span className="fs12 t2 row g4 connsafe">
          <SafeMode mode={c.safeMode} />
        </span>
        <span className="fs12 ok connopen">{open && 'Open'}</span>
        <span className="grow" />
        <span className="fs12 t3 connwhen">{ago(c.lastOpened, new Date())}</span>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className="layer">
          <ContextMenu.Popup className="menu">
            <ContextMenu.Item className="mi" onClick={() => void shell.connect(c)}>
              Connect <Key mac="↩" win="Enter" />
            </ContextMenu.Item>
            <ContextMenu.Item className="mi" onClick={() => void shell.edit(c)}>
              Edit… <Key mac="⌘E" win="Ctrl+E" />
            </ContextMenu.Item>
            <ContextMenu.Separator className="msep" />
            <ContextMenu.Item className="mi" onClick={() => shell.show({ kind: 'delete', connection: c })}>
              Delete… <Key mac="⌫" win="Del" />
            </ContextMenu.Item>
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

/** The safe mode in words, with its sign; Off says nothing. */
export function SafeMode({ mode }: { mode: string }) {
  if (mode === 'confirm') {
    return (
      <>
        <Shield size={14} strokeWidth={1.5} aria-hidden="true" /> Confirm writes
      </>
    )
  }
  if (mode === 'read-only') {
    return (
      <>
        <Lock size={14} strokeWidth={1.5} aria-hidden="true" /> Read-only
      </>
    )
  }
  return null
}

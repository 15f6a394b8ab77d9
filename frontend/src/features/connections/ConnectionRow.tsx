import { Lock, Shield } from 'lucide-react'
import type { Connection } from '../../host'
import { ago } from '../../lib/words'
import { useShell } from '../../shell/context'
import { Badge } from '../../ui/Badge'

/** One line of the list: a click selects, a double click connects. */
export function ConnectionRow({ connection: c, selected }: { connection: Connection; selected: boolean }) {
  const shell = useShell()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys.
    <div
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={`connrow tag-${c.colour || 'grey'} ${selected ? 'on' : ''}`}
      onClick={() => shell.select(c.id)}
      onDoubleClick={() => void shell.connect(c)}
    >
      <span className="dot bar2" />
      <Badge text={c.badge} fill={c.badgeFill} ink={c.badgeText} />
      <span className="grow ell">
        <span className="m">{c.name}</span>
        <span className="fs11 t3 block">
          {c.host}:{c.port}
        </span>
      </span>
      <span className="fs12 t2 num" style={{ width: 72 }}>
        {c.version}
      </span>
      <span className="fs12 t2 row g4" style={{ width: 128 }}>
        <SafeMode mode={c.safeMode} />
      </span>
      <span className="fs12 t3" style={{ width: 96, textAlign: 'right' }}>
        {ago(c.lastOpened, new Date())}
      </span>
    </div>
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

import { useEffect, useRef, useState } from 'react'
import type { Connection } from '../../host'
import { ago } from '../../lib/words'
import { Badge } from '../../ui/Badge'
import { Chip } from '../../ui/Chip'
import { Dot } from '../../ui/Dot'
import { Middle } from '../../ui/Middle'
import { SafeMode, safeWords } from '../../ui/SafeMode'
import { menuAt, useMenus } from '../../window/menus'
import style from './ConnectionList.module.css'
import { acceptsDrop, dropBeside, isBelow } from './drag'
import { keyOf, labelOf, type Section } from './list'
import { useSaved } from './saved'

interface ConnectionRowProps {
  section: Section
  connection: Connection
  /** Its zero-based index in its section. */
  at: number
  active: boolean
  /** Whether it is open. */
  open: boolean
}

/** One line of the list: a click selects, a double click connects, a drag moves. */
export function ConnectionRow({ section, connection: c, at, active, open }: ConnectionRowProps) {
  const saved = useSaved()
  const menus = useMenus()
  const { library } = saved
  const row = useRef<HTMLDivElement>(null)
  const [drop, setDrop] = useState<'' | 'dropBefore' | 'dropAfter'>('')
  useEffect(() => {
    if (active) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  const opened = ago(c.lastOpened, new Date())
  const recent = section.kind === 'recent'
  const activate = () => library.activate({ key: keyOf(section, c), section, connection: c })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of all its lines.
    <div
      ref={row}
      id={`line-${keyOf(section, c)}`}
      role="option"
      aria-selected={active}
      aria-setsize={section.connections.length}
      aria-posinset={at + 1}
      aria-label={labelOf(c, safeWords[c.safeMode] ?? '', open, opened)}
      tabIndex={active ? 0 : -1}
      data-tag={c.colour || 'grey'}
      className={`${style.row} ${active ? style.on : ''} ${drop && style[drop]}`}
      draggable={!recent && !c.preset}
      onClick={activate}
      onFocus={activate}
      onContextMenu={(e) => {
        activate()
        menus.open(menuAt(e, { kind: 'connection', connection: c }))
      }}
      onDoubleClick={() => void saved.ports.connect(c)}
      onDragStart={(e) => {
        e.dataTransfer.setData('text/plain', c.name)
        library.drag({ kind: 'connection', id: c.id })
      }}
      onDragEnd={() => library.drag(null)}
      onDragOver={(e) => {
        if (!recent && acceptsDrop(e, library, false)) setDrop(isBelow(e) ? 'dropAfter' : 'dropBefore')
      }}
      onDragLeave={() => setDrop('')}
      onDrop={(e) => {
        setDrop('')
        dropBeside(e, saved, c)
      }}
    >
      <Dot className={style.bar} />
      <Badge text={c.badge} fill={c.badgeFill} ink={c.badgeText} />
      <span className={style.name}>
        <span className={`m ell ${style.title}`}>{c.name}</span>
        <Middle text={`${c.host}:${c.port}`} className="fs11 t3" />
      </span>
      <span className={`fs12 t2 num ${style.version}`}>{c.version}</span>
      <span className={`fs12 t2 row g4 ${style.safe}`}>
        <SafeMode mode={c.safeMode} />
      </span>
      <span className={`row g4 ${style.tags}`}>
        {c.tags.map((tag) => (
          <Chip key={tag} line>
            {tag}
          </Chip>
        ))}
      </span>
      <span className={`fs12 num ${style.when} ${open ? 'ok' : 't3'}`}>{open ? 'Open' : opened}</span>
    </div>
  )
}

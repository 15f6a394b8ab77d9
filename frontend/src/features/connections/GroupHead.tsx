import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { count, counted } from '../../lib/words'
import { SideBarHead } from '../../ui/SideBar'
import { menuAt, useMenus } from '../../window/menus'
import style from './ConnectionList.module.css'
import { acceptsDrop, dropInto } from './drag'
import type { Section } from './list'
import { useSaved } from './saved'

/** The head of a section: it folds the section, and a group's head can be dragged, renamed and deleted. */
export function GroupHead({ section: s, active }: { section: Section; active: boolean }) {
  const saved = useSaved()
  const { library } = saved
  const menus = useMenus()
  const [over, setOver] = useState(false)
  const folds = s.kind !== 'rest'
  const number = s.connections.length
  const Icon = s.collapsed ? ChevronRight : ChevronDown
  return (
    <SideBarHead
      as="h2"
      className={`${style.group} ${over ? style.dropInto : ''}`}
      draggable={s.kind === 'group'}
      onContextMenu={(e) => {
        if (s.kind === 'group') menus.open(menuAt(e, { kind: 'group', group: s.group }))
      }}
      onDragStart={(e) => {
        e.dataTransfer.setData('text/plain', s.title)
        library.drag({ kind: 'group', name: s.group })
      }}
      onDragEnd={() => library.drag(null)}
      onDragOver={(e) => {
        if (s.kind !== 'recent' && acceptsDrop(e, library)) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        setOver(false)
        dropInto(e, saved, s.group)
      }}
    >
      <button
        type="button"
        id={`line-${s.key}`}
        className={style.groupName}
        tabIndex={active ? 0 : -1}
        aria-expanded={folds ? !s.collapsed : undefined}
        aria-label={`${s.title}, ${counted(number, 'connection')}`}
        onFocus={() => library.activate({ key: s.key, section: s, connection: null })}
        onClick={() => void library.collapse(s, !s.collapsed)}
      >
        {folds && <Icon size={12} strokeWidth={1.75} aria-hidden="true" />}
        <span className="ell">{s.title}</span>
        <span className="num">{count(number)}</span>
      </button>
    </SideBarHead>
  )
}

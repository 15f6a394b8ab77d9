import { ContextMenu } from '@base-ui/react/context-menu'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { count, counted } from '../../lib/words'
import { useShell, useShellState } from '../../shell/context'
import { Key } from '../../ui/Key'
import { acceptsDrop, dropInto } from './drag'
import { groupBeside, type Section } from './list'

/** The head of a part of the list: it folds the part, and a group's head can be dragged, renamed and deleted. */
export function GroupHead({ section: s, active }: { section: Section; active: boolean }) {
  const shell = useShell()
  const { library } = shell
  const [over, setOver] = useState(false)
  const folds = s.kind !== 'rest'
  const number = s.connections.length
  const Icon = s.collapsed ? ChevronRight : ChevronDown
  const head = (
    <h2
      className={`sb-h conngroup ${over ? 'dropinto' : ''}`}
      draggable={s.kind === 'group'}
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
        dropInto(e, shell, s.group)
      }}
    >
      <button
        type="button"
        id={`line-${s.key}`}
        className="plain conngroup-name"
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
    </h2>
  )
  return s.kind === 'group' ? <GroupMenu group={s.group}>{head}</GroupMenu> : head
}

/** The menu of a group, wherever the group is shown. */
export function GroupMenu({ group, children }: { group: string; children: React.ReactElement }) {
  const shell = useShell()
  const { library } = shell
  const groups = useShellState((s) => s.groups)
  const up = groupBeside(groups, group, -1)
  const down = groupBeside(groups, group, 1)
  const move = (to: { before: string } | null) => to && void library.moveGroup(group, to.before)
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger render={children} />
      <ContextMenu.Portal>
        <ContextMenu.Positioner className="layer">
          <ContextMenu.Popup className="menu" aria-label={group}>
            <ContextMenu.Item className="mi" onClick={() => library.open({ sheet: 'group', group, taking: null })}>
              Rename… <Key mac="F2" win="F2" />
            </ContextMenu.Item>
            <ContextMenu.Item className="mi" disabled={!up} onClick={() => move(up)}>
              Move Up <Key mac="⌥↑" win="Alt+Up" />
            </ContextMenu.Item>
            <ContextMenu.Item className="mi" disabled={!down} onClick={() => move(down)}>
              Move Down <Key mac="⌥↓" win="Alt+Down" />
            </ContextMenu.Item>
            <ContextMenu.Separator className="msep" />
            <ContextMenu.Item className="mi" onClick={() => library.open({ sheet: 'delete-group', group })}>
              Delete Group… <Key mac="⌫" win="Del" />
            </ContextMenu.Item>
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

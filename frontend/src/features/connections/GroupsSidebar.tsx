import { Clock, Database, Folder, Plus, Settings } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { Hint } from '../../commands/Hint'
import { count, counted } from '../../lib/words'
import { Button } from '../../ui/Button'
import { Dot } from '../../ui/Dot'
import { SideBar, SideBarCount, SideBarFoot, SideBarHead, SideBarList, SideBarRow } from '../../ui/SideBar'
import { menuAt, useMenus } from '../../window/menus'
import style from './ConnectionList.module.css'
import { acceptsDrop, dropInto } from './drag'
import { allTitle, recentOf, tagColour, tagsOf, type View } from './list'
import { useSaved, useSavedState } from './saved'
import { useView } from './useRows'
import { words } from './words'

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The views of the list: all connections, the recent ones, each group and each tag. */
export function GroupsSidebar() {
  const saved = useSaved()
  const { library } = saved
  const connections = useSavedState((s) => s.connections) ?? []
  const groups = useSavedState((s) => s.groups)
  const tags = tagsOf(connections)
  return (
    <SideBar className={style.groups} aria-label={words.groupsAndTags} data-pane="sidebar">
      {/* The keys of the items in it are handled for all of them. */}
      <SideBarList onKeyDown={step}>
        <div role="tree" aria-label="Connections">
          <Item view={{ kind: 'all' }} name={allTitle} number={connections.length} sign={<Database {...icon} />} />
          <Item
            view={{ kind: 'recent' }}
            name="Recent"
            number={recentOf(connections).length}
            sign={<Clock {...icon} />}
          />
        </div>
        <SideBarHead>
          Groups
          <span className="grow" />
          <Button
            icon
            quiet
            small
            aria-label={words.newGroup}
            data-tip={words.newGroup}
            onClick={() => library.open({ sheet: 'group', group: '', taking: null })}
          >
            <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </SideBarHead>
        {groups.length === 0 && <SideBarRow className="t3">{words.noGroups}</SideBarRow>}
        {groups.length > 0 && (
          <div role="tree" aria-label="Groups">
            {groups.map((g) => (
              <GroupItem key={g.name} name={g.name} number={connections.filter((c) => c.group === g.name).length} />
            ))}
          </div>
        )}
        {tags.length > 0 && (
          <>
            <SideBarHead>Tags</SideBarHead>
            <div role="tree" aria-label="Tags">
              {tags.map((tag) => (
                <Item
                  key={tag.name}
                  view={{ kind: 'tag', name: tag.name }}
                  name={tag.name}
                  number={tag.count}
                  sign={<Dot className={style.tagDot} data-tag={tagColour(tag.name)} />}
                />
              ))}
            </div>
          </>
        )}
      </SideBarList>
      <SideBarFoot type="button" as="button" onClick={() => saved.ports.settings()}>
        <Settings {...icon} /> Settings… <span className="grow" />
        <Hint of="app.settings" />
      </SideBarFoot>
    </SideBar>
  )
}

function GroupItem({ name, number }: { name: string; number: number }) {
  const saved = useSaved()
  const menus = useMenus()
  const [over, setOver] = useState(false)
  return (
    <Item
      view={{ kind: 'group', name }}
      name={name}
      number={number}
      sign={<Folder {...icon} />}
      className={over ? style.dropInto : ''}
      draggable
      onContextMenu={(e) => menus.open(menuAt(e, { kind: 'group', group: name }))}
      onDragStart={(e) => {
        e.dataTransfer.setData('text/plain', name)
        saved.library.drag({ kind: 'group', name })
      }}
      onDragEnd={() => saved.library.drag(null)}
      onDragOver={(e) => acceptsDrop(e, saved.library) && setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        setOver(false)
        dropInto(e, saved, name)
      }}
      onKeyDown={(e) => groupKeys(e, name, saved.library.open.bind(saved.library))}
    />
  )
}

type OpenSheet = ReturnType<typeof useSaved>['library']['open']

function groupKeys(e: KeyboardEvent, group: string, open: OpenSheet): void {
  if (e.key === 'F2') open({ sheet: 'group', group, taking: null })
  else if (e.key === 'Delete' || e.key === 'Backspace') open({ sheet: 'delete-group', group })
  else return
  e.preventDefault()
}

interface ItemProps {
  view: View
  name: string
  number: number
  sign: ReactNode
  className?: string
  draggable?: boolean
  onContextMenu?(e: MouseEvent<HTMLElement>): void
  onDragStart?(e: DragEvent): void
  onDragEnd?(): void
  onDragOver?(e: DragEvent): void
  onDragLeave?(): void
  onDrop?(e: DragEvent): void
  onKeyDown?(e: KeyboardEvent): void
}

function Item({ view, name, number, sign, className = '', onKeyDown, ...rest }: ItemProps) {
  const { library } = useSaved()
  const shown = useView()
  const on = shown.kind === view.kind && ('name' in shown ? shown.name : '') === ('name' in view ? view.name : '')
  return (
    <SideBarRow
      {...rest}
      role="treeitem"
      aria-selected={on}
      aria-label={`${name}, ${counted(number, 'connection')}`}
      tabIndex={on ? 0 : -1}
      on={on}
      className={className}
      onClick={() => library.show(view)}
      onKeyDown={(e) => {
        onKeyDown?.(e)
        if (e.key === 'Enter' || e.key === ' ') library.show(view)
      }}
    >
      {sign}
      <span className="ell" data-tip="">
        {name}
      </span>
      <SideBarCount>{count(number)}</SideBarCount>
    </SideBarRow>
  )
}

/** Moves the focus over the items of all trees, and shows the focused view. */
function step(e: KeyboardEvent<HTMLElement>): void {
  if (e.altKey || e.ctrlKey || e.metaKey) return
  const items = [...e.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')]
  const at = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1
  const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }
  const next = items[Math.min(items.length - 1, Math.max(0, to[e.key] ?? -1))]
  if (at < 0 || !(e.key in to) || !next) return
  e.preventDefault()
  next.focus()
  next.click()
}

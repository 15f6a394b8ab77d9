import { Database, Layers, Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../../commands/Hint'
import { PaneWidth } from '../../../lib/paneWidth'
import { rem } from '../../../lib/rem'
import { textScale } from '../../../lib/textSize'
import { Button } from '../../../ui/Button'
import { Divider } from '../../../ui/Divider'
import { missingWidth } from '../../../ui/Middle'
import { SearchField } from '../../../ui/SearchField'
import { SideBar, SideBarFoot, SideBarList, SideBarRow, SideBarTop } from '../../../ui/SideBar'
import { Skeleton } from '../../../ui/Skeleton'
import { SmallIcon } from '../../../ui/SmallIcon'
import type { Workspace } from '../workspace'
import { ListMenu } from './ListMenu'
import { ObjectTree } from './ObjectTree'
import { namedId, sectionsOf, titled } from './objects'
import style from './Sidebar.module.css'

const none = {}

export const sidebarWidth = new PaneWidth('sidebar', { usual: 240, least: 180, most: 420 })

/** The list of objects in sections; documents are counted for the visible ones. */
export function Sidebar({ workspace }: { workspace: Workspace }) {
  const { session, listing } = workspace
  const objects = useStore(workspace.store, (s) => s.objects)
  const named = useStore(workspace.store, (s) => s.named)
  const filter = useStore(workspace.store, (s) => s.filter)
  const shown = useStore(listing.store)
  const counts = useStore(workspace.store, (s) => (shown.sort === 'documents' ? s.counts : none))
  const sections = useMemo(
    () => sectionsOf({ objects: objects ?? [], named, counts, filter }, shown, session),
    [objects, named, counts, filter, shown, session],
  )
  const width = useStore(sidebarWidth.store)
  const current = useStore(workspace.store, () => workspace.rows?.object)
  const [list, setList] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!objects || !list) return
    const frame = requestAnimationFrame(() => sidebarWidth.suggest(suggestedWidth(list)))
    return () => cancelAnimationFrame(frame)
  }, [objects, list])
  const title = titled(session.objectsNoun)
  const names = useMemo(() => new Set(objects?.map((o) => o.name)), [objects])
  const isEmpty = filter.trim() === '' ? objects?.length === 0 : objects && sections.length === 0
  const first = sections.find(({ id }) => id !== namedId) ?? sections[0]

  return (
    <SideBar
      aria-label={title}
      data-pane="sidebar"
      style={width === sidebarWidth.bounds.usual ? undefined : { width: rem(width) }}
    >
      <SideBarTop>
        <SearchField
          id="sidebar-filter"
          className="grow"
          label={`Filter ${session.objectsNoun}`}
          text={filter}
          onText={(text) => workspace.filter(text)}
          onKeyDown={(e) => {
            if (e.key === 'ArrowDown')
              document.querySelector<HTMLElement>('[data-part="side-bar"] [role=treeitem][tabindex="0"]')?.focus()
            if (e.key === 'Enter' && first?.objects[0]) workspace.enter(first.objects[0].name, false)
          }}
        >
          <Hint of="sidebar.filter" />
        </SearchField>
        {session.also !== '' && (
          <SmallIcon icon={Layers} label={session.also} on={shown.also} onClick={() => listing.setAlso(!shown.also)} />
        )}
        <ListMenu listing={listing} />
      </SideBarTop>
      <SideBarList ref={setList}>
        {sections.length > 0 && (
          <ObjectTree
            workspace={workspace}
            sections={sections}
            current={current}
            label={title}
            scroller={list}
            listed={names}
          />
        )}
        {objects === null && <ListState workspace={workspace} />}
        {isEmpty && <NoObjects workspace={workspace} filter={filter.trim()} />}
        {session.sidebarNote !== '' && objects && filter === '' && !shown.also && (
          <p className={style.note}>{session.sidebarNote}</p>
        )}
      </SideBarList>
      {session.byName !== '' && (
        <SideBarFoot type="button" as="button" onClick={() => workspace.askName()}>
          <Search size={14} strokeWidth={1.5} aria-hidden="true" />
          <span className="grow">Open by Name…</span>
          <Hint of="object.openByName" />
        </SideBarFoot>
      )}
      <Divider pane={sidebarWidth} label="Sidebar width" side="right" fitting={() => fittingWidth(list)} />
    </SideBar>
  )
}

/** The width that fits the longest visible name; the default without any. */
function fittingWidth(list: HTMLElement | null): number {
  const { top, bottom } = list?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  const names = [
    ...(list?.querySelectorAll<HTMLElement>('[data-part="side-bar-row"] [data-part="middle"]') ?? []),
  ].filter((name) => {
    const box = name.getBoundingClientRect()
    return box.bottom > top && box.top < bottom
  })
  if (names.length === 0) return sidebarWidth.bounds.usual
  return Math.ceil(sidebarWidth.store.getState() + Math.max(...names.map(missingWidth)) / textScale())
}

/** The default width of the sidebar: it fits the visible names, up to a quarter of the window. */
function suggestedWidth(list: HTMLElement): number {
  const { usual } = sidebarWidth.bounds
  return Math.max(usual, Math.min(fittingWidth(list), window.innerWidth / 4 / textScale()))
}

/** Placeholders while the list is loading, or the reason why it could not be loaded. */
function ListState({ workspace }: { workspace: Workspace }) {
  const error = useStore(workspace.store, (s) => s.error)
  if (error) {
    return (
      <div className={style.note} role="alert">
        <p className="fail sel-text">{error.failure.message}</p>
        {error.failure.hint !== '' && <p className="sel-text">{error.failure.hint}</p>}
        <Button small onClick={() => void workspace.list()}>
          Try Again
        </Button>
      </div>
    )
  }
  return [60, 44, 72, 52, 36].map((width) => (
    <SideBarRow key={width} className={style.late} aria-hidden="true">
      <Skeleton style={{ width: `${width}%` }} />
    </SideBarRow>
  ))
}

function NoObjects({ workspace, filter }: { workspace: Workspace; filter: string }) {
  const { objectNoun, objectsNoun } = workspace.session
  const others = useStore(workspace.store, (s) => s.others)
  const empty = useStore(workspace.store, (s) => s.empty)
  const Icon = filter === '' ? Database : Search
  const nothing = empty === '' ? `No ${objectsNoun} to show` : empty
  return (
    <div className={style.empty}>
      <Icon size={20} strokeWidth={1.25} aria-hidden="true" />
      <p className="b">{filter === '' ? nothing : `No ${objectNoun} matches “${filter}”`}</p>
      {filter !== '' && (
        <Button small onClick={() => workspace.filter('')}>
          Show All
        </Button>
      )}
      {filter === '' && others > 0 && (
        <Button small onClick={() => workspace.listing.setAlso(true)}>
          List Them
        </Button>
      )}
    </div>
  )
}

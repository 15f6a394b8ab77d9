import { Database, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import { count } from '../../lib/words'
import { SearchField } from '../../ui/SearchField'
import { NamedObjects } from './NamedObjects'
import { ObjectTree } from './ObjectTree'
import { matching, titled } from './objects'
import type { Workspace } from './workspace'

/** The list of objects; documents are counted for those that are seen. */
export function Sidebar({ workspace }: { workspace: Workspace }) {
  const objects = useStore(workspace.store, (s) => s.objects)
  const filter = useStore(workspace.store, (s) => s.filter)
  const current = useCurrent(workspace)
  const { session } = workspace
  const shown = useMemo(() => matching(objects ?? [], filter), [objects, filter])
  const title = titled(session.objectsNoun)
  const [list, setList] = useState<HTMLElement | null>(null)

  return (
    <nav className="sidebar" aria-label={title} data-pane="sidebar">
      <div className="top">
        <SearchField
          id="sidebar-filter"
          className="grow"
          label={`Filter ${session.objectsNoun}`}
          text={filter}
          onText={(text) => workspace.filter(text)}
          onKeyDown={(e) => {
            if (e.key === 'ArrowDown') document.querySelector<HTMLElement>('.sb[tabindex="0"]')?.focus()
            if (e.key === 'Enter' && shown[0]) workspace.open(shown[0].name, false)
          }}
        >
          <Hint of="sidebar.filter" />
        </SearchField>
      </div>
      <div className="sb-h">
        {title} <span className="grow" />{' '}
        <span className="num">{objects ? count(filter === '' ? objects.length : shown.length) : ''}</span>
      </div>
      <div ref={setList} className="sb-list scrolls">
        {objects === null && <ListState workspace={workspace} />}
        {objects && (
          <ObjectTree
            workspace={workspace}
            objects={shown}
            current={current}
            label={`${title}, ${shown.length}`}
            scroller={list}
          />
        )}
        {objects && shown.length === 0 && <NoObjects workspace={workspace} filter={filter.trim()} />}
        <NamedObjects workspace={workspace} current={current} />
        {session.sidebarNote !== '' && objects && filter === '' && <p className="sidenote">{session.sidebarNote}</p>}
      </div>
      {session.byName !== '' && (
        <button type="button" className="sb-foot" onClick={() => workspace.askName()}>
          <Search size={14} strokeWidth={1.5} aria-hidden="true" />
          <span className="grow">Open by Name…</span>
          <Hint of="object.openByName" />
        </button>
      )}
    </nav>
  )
}

/** The object of the tab that is shown. */
function useCurrent(workspace: Workspace): string | undefined {
  return useStore(workspace.store, () => workspace.rows?.object)
}

/** Bars while the list is read, the reason where it could not be. */
function ListState({ workspace }: { workspace: Workspace }) {
  const error = useStore(workspace.store, (s) => s.error)
  if (error) {
    return (
      <div className="sidenote" role="alert">
        <p className="fail sel-text">{error.failure.message}</p>
        {error.failure.hint !== '' && <p className="sel-text">{error.failure.hint}</p>}
        <button type="button" className="btn sm" onClick={() => void workspace.list()}>
          Try Again
        </button>
      </div>
    )
  }
  return [60, 44, 72, 52, 36].map((width) => (
    <div key={width} className="sb late" aria-hidden="true">
      <span className="sk" style={{ width: `${width}%` }} />
    </div>
  ))
}

function NoObjects({ workspace, filter }: { workspace: Workspace; filter: string }) {
  const { objectNoun, objectsNoun } = workspace.session
  return (
    <div className="sb-empty">
      {filter === '' ? (
        <Database size={20} strokeWidth={1.25} aria-hidden="true" />
      ) : (
        <Search size={20} strokeWidth={1.25} aria-hidden="true" />
      )}
      <p className="b">{filter === '' ? `No ${objectsNoun} to show` : `No ${objectNoun} matches “${filter}”`}</p>
      {filter !== '' && (
        <button type="button" className="btn sm" onClick={() => workspace.filter('')}>
          Show All
        </button>
      )}
    </div>
  )
}

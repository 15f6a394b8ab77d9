import { Link2, X } from 'lucide-react'
import { useStore } from 'zustand'
import { Middle } from '../../ui/Middle'
import { menuOfLine, useMenus } from '../../window/menus'
import { useCopy } from '../../window/messages'
import { objectActs } from './acts'
import type { Workspace } from './workspace'

/** What was opened by its name and is kept in the sidebar. */
export function NamedObjects({ workspace, current }: { workspace: Workspace; current: string | undefined }) {
  const named = useStore(workspace.store, (s) => s.named)
  const menus = useMenus()
  const copy = useCopy()
  if (named.length === 0) return null
  return (
    <>
      <div className="sb-h">
        Opened by name <span className="grow" /> <span className="num">{named.length}</span>
      </div>
      <ul className="sb-named" aria-label="Opened by name">
        {named.map((o) => (
          <li
            key={o.name}
            className={`sb ${o.name === current ? 'on' : ''}`}
            onContextMenu={(e) => menus.open(menuOfLine(e, o.name, objectActs(workspace, o, copy)))}
          >
            <button type="button" className="plain" data-tip="" onClick={() => workspace.open(o.name, true)}>
              <Link2 size={14} strokeWidth={1.5} aria-hidden="true" />
              <Middle text={o.name} className="grow" />
              <span className="ct">{o.kind}</span>
            </button>
            <button
              type="button"
              className="btn quiet icon sm"
              aria-label={`Remove ${o.name} from the sidebar`}
              onClick={() => workspace.forget(o.name)}
            >
              <X size={12} strokeWidth={1.5} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

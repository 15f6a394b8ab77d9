import { Copy, Folder, Link, type LucideIcon, Pencil, Plug, Tag, Trash2, Upload } from 'lucide-react'
import { type Act, act } from '../../commands/act'
import type { Handlers } from '../../commands/registry'
import type { Connection } from '../../host'
import type { SavedConnections } from './saved'
import { words } from './words'

/** A command for a connection. */
export interface ConnectionAct extends Act {
  icon: LucideIcon
}

/** The actions for a connection, in menu order. */
export function actsOf(saved: SavedConnections, c: Connection): ConnectionAct[] {
  const { library, ports } = saved
  const title = ports.isOpen(c) ? words.show : undefined
  const fixed = c.preset ? words.preset : ''
  const incomplete = c.url === '' ? c.noUrl || words.incomplete : ''
  return [
    { icon: Plug, ...act('connection.connect', () => void ports.connect(c), { title }) },
    { icon: Pencil, ...act('connection.edit', () => void saved.edit(c), { why: fixed }) },
    { icon: Copy, ...act('connection.duplicate', () => void library.duplicate(c)) },
    { icon: Folder, ...act('connection.group', () => undefined, { why: fixed }) },
    { icon: Tag, ...act('connection.mark', () => library.open({ sheet: 'mark', connection: c }), { why: fixed }) },
    { icon: Link, ...act('connection.copyURL', () => void library.copyURL(c), { why: incomplete }) },
    { icon: Upload, ...act('connection.export', () => library.open({ sheet: 'export', ids: [c.id] })) },
    { icon: Trash2, ...act('connection.delete', () => ports.show({ kind: 'delete', connection: c }), { why: fixed }) },
  ]
}

/** The commands of the list, for its selected connection. */
export function listCommands(saved: SavedConnections, chosen: Connection | null, find: () => void): Handlers {
  const acts = chosen ? actsOf(saved, chosen).filter(({ id }) => id !== 'connection.group') : []
  return {
    ...Object.fromEntries(acts.map(({ id, run, why }) => [id, { run, reason: () => why }])),
    refresh: () => saved.reload(),
    find,
  }
}

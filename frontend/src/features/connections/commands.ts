import { Copy, Folder, Link, type LucideIcon, Pencil, Plug, Tag, Trash2, Upload } from 'lucide-react'
import type { Connection } from '../../host'
import type { SavedConnections } from './saved'

/** One thing that can be done with a connection; why says why it cannot, '' where it can. */
export interface Command {
  id: 'connect' | 'edit' | 'duplicate' | 'group' | 'mark' | 'url' | 'export' | 'delete'
  title: string
  icon: LucideIcon
  mac: string
  win: string
  why: string
  run(): void
}

/** What can be done with a connection, in the order of its menus. */
export function commandsOf(saved: SavedConnections, c: Connection): Command[] {
  const { library } = saved
  const command = (
    id: Command['id'],
    title: string,
    icon: LucideIcon,
    run: () => void,
    mac = '',
    win = '',
  ): Command => ({
    ...{ id, title, icon, run, mac, win },
    why: id === 'url' && c.url === '' ? c.noUrl || 'Its address is not complete.' : '',
  })
  return [
    command('connect', 'Connect', Plug, () => void saved.ports.connect(c), '↩', 'Enter'),
    command('edit', 'Edit…', Pencil, () => void saved.edit(c), '⌘E', 'Ctrl+E'),
    command('duplicate', 'Duplicate', Copy, () => void library.duplicate(c), '⌘D', 'Ctrl+D'),
    command('group', 'Move to Group', Folder, () => undefined),
    command('mark', 'Colour and Tags…', Tag, () => library.open({ sheet: 'mark', connection: c })),
    command('url', 'Copy as URL without Secrets', Link, () => void library.copyURL(c)),
    command('export', 'Export…', Upload, () => library.open({ sheet: 'export', ids: [c.id] })),
    command('delete', 'Delete…', Trash2, () => saved.ports.show({ kind: 'delete', connection: c }), '⌫', 'Del'),
  ]
}

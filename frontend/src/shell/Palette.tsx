import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { closedWords } from '../features/browse/words'
import type { Workspace } from '../features/browse/workspace'
import { newConsole } from '../features/console/kind'
import type { Entry } from '../features/palette/entry'
import { PaletteSheet } from '../features/palette/PaletteSheet'
import { type Connection, type Host, type ObjectItem, type ObjectList, objectKindOf, type Snippet } from '../host'
import { counted } from '../lib/words'
import type { Overlay } from './overlay'
import type { Shell } from './store'

type Of = Extract<Overlay, { kind: 'palette' }>

/** The palette with everything that the window can open or run. */
export function Palette({ shell, overlay }: { shell: Shell; overlay: Of }) {
  const { workspaces } = useStore(shell.workspaces.store)
  const saved = useStore(shell.saved.store, (s) => s.connections)
  const more = useMore(shell.host, workspaces, saved ?? [])
  const entries = useMemo(() => {
    const commands = overlay.commands.map<Entry>(({ id, title, section, keys, why }) => ({
      ...{ key: `command ${id}`, kind: 'command', title, detail: section, why, keys },
      run: () => shell.commands.run(id),
    }))
    const objects = workspaces.flatMap((workspace) => {
      const all = [...workspace.known, ...(more.objects.get(workspace) ?? [])]
      const once = new Map(all.map((object) => [object.name, object]))
      return [...once.values()].map((object) => objectEntry(shell, workspace, object))
    })
    const connections = (saved ?? []).map<Entry>((connection) => ({
      ...{ key: `connection ${connection.id}`, kind: 'connection', title: connection.name, why: '' },
      detail: `${connection.title}${shell.workspaces.of(connection.id) ? ', open' : ''}`,
      run: () => void shell.opening.open(connection),
    }))
    const requests = more.requests.map(({ workspace, snippet }) => requestEntry(shell, workspace, snippet))
    return [...objects, ...commands, ...connections, ...requests]
  }, [shell, overlay, workspaces, saved, more])

  const choose = (entry: Entry, another: boolean) => {
    shell.recent.use(entry.key)
    // What it acts on is covered, and not focused, until the palette is gone.
    flushSync(() => shell.show(null))
    if (overlay.focused instanceof HTMLElement && overlay.focused.isConnected) overlay.focused.focus()
    entry.run(another)
  }
  return (
    <PaletteSheet
      entries={entries}
      recent={shell.recent.keys}
      objects={[...new Set(workspaces.map(({ session }) => session.objectsNoun))].join(' and ') || 'objects'}
      onChoose={choose}
      onClose={() => shell.show(null)}
    />
  )
}

function objectEntry(shell: Shell, workspace: Workspace, object: ObjectItem): Entry {
  const { session, store } = workspace
  const count = store.getState().counts[object.name]?.count ?? object.count
  const kind = objectKindOf(session, object.kind).title
  const holds = count === '' || object.stands > 0 ? kind : counted(count, session.rowNoun, session.rowsNoun)
  return {
    ...{ key: `object ${session.connection} ${object.name}`, kind: 'object', title: object.name },
    detail: [session.name, holds].filter((part) => part !== '').join(', '),
    why: object.closed ? closedWords(session) : '',
    run: (another) => {
      shell.workspaces.enter(workspace)
      workspace.enter(object.name, another)
    },
  }
}

function requestEntry(shell: Shell, workspace: Workspace, { name, text }: Snippet): Entry {
  return {
    ...{ key: `request ${workspace.session.connection} ${name}`, kind: 'request', title: name, why: '' },
    detail: `saved request, ${workspace.session.name}`,
    run: () => {
      shell.workspaces.enter(workspace)
      workspace.openTab(newConsole(workspace.store.getState().tabs, text))
    },
  }
}

interface More {
  /** The objects that the sidebar may not list, such as aliases. */
  objects: ReadonlyMap<Workspace, readonly ObjectItem[]>
  /** The saved requests of each engine, with the connection that one opens in. */
  requests: readonly { workspace: Workspace; snippet: Snippet }[]
}

/** The lists of all objects that were read, until the sidebar has another list. */
const listed = new WeakMap<readonly ObjectItem[], Promise<readonly ObjectItem[]>>()

/** What must be read first; nothing until then, nor what cannot be read. */
function useMore(host: Host, workspaces: readonly Workspace[], saved: readonly Connection[]): More {
  const [more, setMore] = useState<More>({ objects: new Map(), requests: [] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each opening of the palette.
  useEffect(() => {
    let ended = false
    const add = (part: (was: More) => More) => !ended && setMore(part)
    const drivers = new Set<string>()
    for (const workspace of workspaces) {
      const { session } = workspace
      void allOf(host, workspace).then((objects) =>
        add((was) => ({ ...was, objects: new Map([...was.objects, [workspace, objects]]) })),
      )
      const driver = saved.find(({ id }) => id === session.connection)?.driver ?? session.id
      if (session.request === '' || drivers.has(driver)) continue
      drivers.add(driver)
      void host
        .call<{ snippets: Snippet[] }>('Snippets.List', { session: session.id })
        .then(({ snippets }) =>
          add((was) => ({
            ...was,
            requests: [...was.requests, ...snippets.map((snippet) => ({ workspace, snippet }))],
          })),
        )
        .catch(() => undefined)
    }
    return () => {
      ended = true
    }
  }, [])
  return more
}

/** All objects of a connection, aliases and the like included. */
function allOf(host: Host, { session, store, listing }: Workspace): Promise<readonly ObjectItem[]> {
  const { objects } = store.getState()
  if (!objects || session.also === '' || listing.store.getState().also) return Promise.resolve([])
  const known = listed.get(objects)
  if (known) return known
  const read = host
    .call<ObjectList>('Grid.Objects', { session: session.id, also: true })
    .then((list) => list.objects)
    .catch(() => {
      listed.delete(objects)
      return []
    })
  listed.set(objects, read)
  return read
}

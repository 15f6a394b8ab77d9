import type { DragEvent } from 'react'
import type { Connection } from '../../host'
import type { Library } from './library'
import { placeAt } from './list'
import type { SavedConnections } from './saved'

/** Accepts a drag over an element if a connection or, on request, a group is dragged. */
export function acceptsDrop(e: DragEvent, library: Library, groups = true): boolean {
  const { dragged } = library.store.getState()
  if (!dragged || (!groups && dragged.kind === 'group')) return false
  e.preventDefault()
  e.dataTransfer.dropEffect = 'move'
  return true
}

/** True if the pointer is in the lower half of the element. */
export function isBelow(e: DragEvent): boolean {
  const box = e.currentTarget.getBoundingClientRect()
  return e.clientY > box.top + box.height / 2
}

function draggedConnection(saved: SavedConnections): Connection | undefined {
  const { dragged } = saved.library.store.getState()
  if (dragged?.kind !== 'connection') return undefined
  return saved.store.getState().connections?.find((c) => c.id === dragged.id)
}

/** Drops a connection at the end of a group, or a group before that group. */
export function dropInto(e: DragEvent, saved: SavedConnections, group: string): void {
  e.preventDefault()
  const { dragged } = saved.library.store.getState()
  const connection = draggedConnection(saved)
  saved.library.drag(null)
  if (connection) void saved.library.move(connection, { group, before: '' })
  else if (dragged?.kind === 'group' && dragged.name !== group) void saved.library.moveGroup(dragged.name, group)
}

/** Moves the dragged connection before or after another one. */
export function dropBeside(e: DragEvent, saved: SavedConnections, over: Connection): void {
  e.preventDefault()
  const connection = draggedConnection(saved)
  saved.library.drag(null)
  if (!connection || connection.id === over.id) return
  const { connections, groups } = saved.store.getState()
  const place = placeAt({ connections: connections ?? [], groups }, over, isBelow(e))
  if (place.before !== connection.id) void saved.library.move(connection, place)
}

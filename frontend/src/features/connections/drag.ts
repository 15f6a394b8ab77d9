import type { DragEvent } from 'react'
import type { Connection } from '../../host'
import type { Shell } from '../../shell/store'
import type { Library } from './library'
import { placeAt } from './list'

/** Takes what is dragged over an element, where it is a connection or, on request, a group. */
export function acceptsDrop(e: DragEvent, library: Library, groups = true): boolean {
  const { dragged } = library.store.getState()
  if (!dragged || (!groups && dragged.kind === 'group')) return false
  e.preventDefault()
  e.dataTransfer.dropEffect = 'move'
  return true
}

/** True where the pointer is in the lower half of the element. */
export function isBelow(e: DragEvent): boolean {
  const box = e.currentTarget.getBoundingClientRect()
  return e.clientY > box.top + box.height / 2
}

function draggedConnection(shell: Shell): Connection | undefined {
  const { dragged } = shell.library.store.getState()
  if (dragged?.kind !== 'connection') return undefined
  return shell.store.getState().connections?.find((c) => c.id === dragged.id)
}

/** Puts what was dragged into a group: a connection at its end, a group before it. */
export function dropInto(e: DragEvent, shell: Shell, group: string): void {
  e.preventDefault()
  const { dragged } = shell.library.store.getState()
  const connection = draggedConnection(shell)
  shell.library.drag(null)
  if (connection) void shell.library.move(connection, { group, before: '' })
  else if (dragged?.kind === 'group' && dragged.name !== group) void shell.library.moveGroup(dragged.name, group)
}

/** Puts the dragged connection before or after another one. */
export function dropBeside(e: DragEvent, shell: Shell, over: Connection): void {
  e.preventDefault()
  const connection = draggedConnection(shell)
  shell.library.drag(null)
  if (!connection || connection.id === over.id) return
  const { connections, groups } = shell.store.getState()
  const place = placeAt({ connections: connections ?? [], groups }, over, isBelow(e))
  if (place.before !== connection.id) void shell.library.move(connection, place)
}

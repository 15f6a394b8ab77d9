import { scaled } from '../../lib/textSize'

/** A box in px from the left and top edge of its container. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The size of the cell viewer and its distance from the edges, in px at the usual text size. */
const usual = { width: 580, height: 474, edge: 12 }
/** The height of the viewer for a short value, in px: its head, some lines and its foot. */
const small = 220
const gap = 6

/**
 * Where the cell viewer opens in a stage: below its cell, or above it if there is more room, and inside the stage; the
 * cell stays visible if both fit. A short value needs little room.
 */
export function placeFor(stage: { width: number; height: number }, cell: Box | undefined, brief = false): Box {
  const tallest = scaled(brief ? small : usual.height)
  const { edge } = usual
  const width = Math.min(scaled(usual.width), stage.width - 2 * edge)
  const right = Math.max(edge, stage.width - width - edge)
  if (!cell) return { left: right, top: edge, width, height: Math.min(tallest, stage.height - 2 * edge) }
  const left = Math.min(Math.max(edge, cell.left), right)
  const below = stage.height - (cell.top + cell.height) - gap - edge
  const above = cell.top - gap - edge
  const room = Math.max(below, above)
  if (room >= Math.min(tallest, scaled(240))) {
    const height = Math.min(tallest, room)
    return { left, width, height, top: below >= above ? cell.top + cell.height + gap : cell.top - gap - height }
  }
  const height = Math.min(tallest, stage.height - 2 * edge)
  return { left, width, height, top: stage.height - height - edge }
}

/** Whether two boxes overlap. */
export function covers(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
}

/** A dragged box: its head stays inside the stage. */
export function moved(box: Box, stage: { width: number; height: number }, x: number, y: number): Box {
  const left = Math.min(Math.max(80 - box.width, box.left + x), stage.width - 80)
  return { ...box, left, top: Math.min(Math.max(0, box.top + y), Math.max(0, stage.height - 40)) }
}

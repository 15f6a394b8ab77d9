import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Box, covers, moved, placeFor } from './place'

/** The value in the viewer: the cell that it must not cover. */
interface At {
  row: number
  column: number
}

/**
 * The viewer's position: next to its cell, moving along if it would cover the next one, until its head is dragged; then
 * where it was dragged to. It stays inside the stage. For a short value it is small until a longer one is shown.
 */
export function useBox(
  panel: RefObject<HTMLElement | null>,
  { row, column }: At,
  cellBox: (row: number, column: number) => DOMRect | undefined,
  brief: boolean,
) {
  const [box, setBox] = useState<Box>()
  const from = useRef<{ x: number; y: number; box: Box }>(undefined)
  const byHand = useRef(false)
  const wasBrief = useRef(brief)
  const stageOf = () => panel.current?.parentElement?.getBoundingClientRect()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell alone moves the viewer, or what it holds.
  useLayoutEffect(() => {
    const stage = stageOf()
    const at = cellBox(row, column)
    if (!stage || byHand.current) return
    const cell = at && { left: at.left - stage.left, top: at.top - stage.top, width: at.width, height: at.height }
    const now = box && sizeOf(panel.current, box)
    const resized = now && (now.width !== box.width || now.height !== box.height)
    const grows = wasBrief.current && !brief && !resized
    wasBrief.current &&= brief
    if (!now || grows || (cell && covers(now, cell))) setBox(placeFor(stage, cell, wasBrief.current))
  }, [row, column, brief])

  useLayoutEffect(() => {
    const stage = panel.current?.parentElement
    if (!stage) return
    const observer = new ResizeObserver(() => {
      const { width, height } = stage.getBoundingClientRect()
      setBox((now) => now && fitted(sizeOf(panel.current, now), width, height))
    })
    observer.observe(stage)
    return () => observer.disconnect()
  }, [panel])

  const drag = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!box || event.button !== 0 || (event.target as Element).closest('button, input, label')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY, box: sizeOf(panel.current, box) }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const stage = stageOf()
      const { current } = from
      if (!current || !stage) return
      byHand.current = true
      setBox(moved(current.box, stage, event.clientX - current.x, event.clientY - current.y))
    },
    onPointerUp: () => {
      from.current = undefined
    },
  }
  return { box, drag }
}

/** The box with the size set by dragging its corner. */
function sizeOf(panel: HTMLElement | null, box: Box): Box {
  return panel ? { ...box, width: panel.offsetWidth, height: panel.offsetHeight } : box
}

/** A box pushed back into a stage that became smaller. */
function fitted(box: Box, width: number, height: number): Box {
  const inside = (at: number, size: number, room: number) => Math.max(0, Math.min(at, room - size - 12))
  return { ...box, left: inside(box.left, box.width, width), top: inside(box.top, box.height, height) }
}

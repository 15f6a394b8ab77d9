import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { inspectorWidth, resizeInspector } from './panes'

const step = 16

/** The edge of the inspector: it is dragged, or moved by the arrows; a double click gives it its usual width. */
export function Divider({ width }: { width: number }) {
  const from = useRef<{ x: number; width: number }>(undefined)
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: step, ArrowRight: -step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    resizeInspector(width + by)
  }
  const drag = (event: PointerEvent) => {
    if (from.current) resizeInspector(from.current.width + from.current.x - event.clientX)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a divider that moves is no rule between texts.
    <div
      className="divider"
      role="separator"
      aria-label="Width of the inspector"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={inspectorWidth.least}
      aria-valuemax={inspectorWidth.most}
      tabIndex={0}
      onKeyDown={keys}
      onDoubleClick={() => resizeInspector(inspectorWidth.usual)}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, width }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        from.current = undefined
      }}
    />
  )
}

import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useStore } from 'zustand'
import type { PaneWidth } from '../lib/paneWidth'
import { textScale } from '../lib/textSize'
import style from './Divider.module.css'

const step = 16

interface DividerProps {
  pane: PaneWidth
  label: string
  /** The side of its pane that it is on. */
  side: 'left' | 'right'
  /** The width that the pane's content needs. */
  fitting?(): number
}

/**
 * The edge of a pane: drag it, or move it with the arrow keys. A double click fits the content, or restores the default
 * width.
 */
export function Divider({ pane, label, side, fitting = () => pane.bounds.usual }: DividerProps) {
  const width = useStore(pane.store)
  const from = useRef<{ x: number; width: number }>(undefined)
  const outwards = side === 'left' ? -1 : 1
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    pane.resize(width + outwards * by)
  }
  const drag = (event: PointerEvent) => {
    if (from.current) pane.resize(from.current.width + (outwards * (event.clientX - from.current.x)) / textScale())
  }
  const release = () => {
    from.current = undefined
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a divider that moves is no rule between texts.
    <div
      className={`${style.divider} ${style[side]}`}
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={pane.bounds.least}
      aria-valuemax={pane.bounds.most}
      tabIndex={0}
      onKeyDown={keys}
      onDoubleClick={() => pane.fit(fitting())}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, width }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    />
  )
}

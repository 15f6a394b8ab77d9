import type { KeyboardEvent, PointerEvent } from 'react'
import { useStore } from 'zustand'
import style from './console.module.css'
import { resizeEditor, share, split } from './split'

const step = 5

/** The divider between editor and response: drag it, or move it with the arrow keys; a double click resets it. */
export function Splitter({ wide }: { wide: boolean }) {
  const now = useStore(split, (s) => s.share)
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowUp: -step, ArrowLeft: -step, ArrowDown: step, ArrowRight: step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    resizeEditor(now + by)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const part = wide ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height
    resizeEditor(part * 100)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a divider that moves is no rule between texts.
    <div
      className={style.splitter}
      role="separator"
      aria-label="Editor size"
      aria-orientation={wide ? 'vertical' : 'horizontal'}
      aria-valuenow={now}
      aria-valuemin={share.least}
      aria-valuemax={share.most}
      tabIndex={0}
      onKeyDown={keys}
      onDoubleClick={() => resizeEditor(share.usual)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  )
}

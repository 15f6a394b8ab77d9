import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import styles from './Edits.module.css'

/** Where an editor lies over its cell, in px from the corner of what holds it. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface CellEditorProps {
  /** What it is called: "price of bk-10442". */
  label: string
  /** Where its cell is, in px from the corner of an element; undefined while it is out of sight. */
  place(within: Element): Box | undefined
  /** What it begins with, and whether that is selected. */
  text: string
  selected: boolean
  mono: boolean
  right: boolean
  /** Takes what was typed; `to` is where the focus goes: the cell itself, the next, or the one before. */
  onCommit(text: string, to: Leave): void
  onCancel(): void
}

/** Where the focus goes from an editor: back to its cell, to the next or the previous one, or wherever it went by itself. */
export type Leave = 'stay' | 'next' | 'previous' | 'away'

/** The input over a cell: Enter and Tab take what was typed, Escape gives it up, leaving it takes it. */
export function CellEditor({ label, place, text, selected, mono, right, onCommit, onCancel }: CellEditorProps) {
  const [value, setValue] = useState(text)
  const area = useRef<HTMLTextAreaElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const over = useRef(false)
  const latest = useRef(place)
  latest.current = place
  useLayoutEffect(() => {
    let frame = 0
    const follow = () => {
      if (layer.current && area.current) lay(area.current, latest.current(layer.current))
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [])
  useLayoutEffect(() => {
    const field = area.current
    field?.focus({ preventScroll: true })
    if (selected) field?.select()
    else field?.setSelectionRange(field.value.length, field.value.length)
  }, [selected])
  const end = (work: () => void) => {
    if (over.current) return
    over.current = true
    work()
  }
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Escape') end(onCancel)
    else if (event.key === 'Enter' && plain && !event.shiftKey) end(() => onCommit(value, 'stay'))
    else if (event.key === 'Tab' && plain) end(() => onCommit(value, event.shiftKey ? 'previous' : 'next'))
    else {
      if (plain || event.key === 'z' || event.key === 'y') event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={layer} className={styles.layer}>
      <textarea
        ref={area}
        className={`${styles.editor} ${mono ? 'mono' : ''} ${right ? styles.right : ''}`}
        aria-label={label}
        rows={1}
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={keys}
        onBlur={() => end(() => onCommit(value, 'away'))}
      />
    </div>
  )
}

/** Lays an input over its cell, as high as its lines need; it keeps the focus where the cell is out of sight. */
function lay(field: HTMLTextAreaElement, box: Box | undefined): void {
  const { style } = field
  style.opacity = box ? '1' : '0'
  if (!box) return
  style.transform = `translate(${box.left}px, ${box.top}px)`
  style.width = `${box.width}px`
  style.height = '0'
  style.height = `${Math.max(box.height, field.scrollHeight)}px`
}

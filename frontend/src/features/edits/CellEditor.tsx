import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import styles from './Edits.module.css'

interface CellEditorProps {
  /** What it is called: "price of bk-10442". */
  label: string
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
export function CellEditor({ label, text, selected, mono, right, onCommit, onCancel }: CellEditorProps) {
  const [value, setValue] = useState(text)
  const area = useRef<HTMLTextAreaElement>(null)
  const over = useRef(false)
  useLayoutEffect(() => {
    const field = area.current
    field?.focus({ preventScroll: true })
    if (selected) field?.select()
    else field?.setSelectionRange(field.value.length, field.value.length)
  }, [selected])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text alone needs another height.
  useLayoutEffect(() => {
    const field = area.current
    if (!field) return
    field.style.height = '0'
    field.style.height = `${field.scrollHeight}px`
  }, [value])
  const end = (work: () => void) => {
    if (over.current) return
    over.current = true
    work()
  }
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    // Saving takes what is being typed too: the key goes on to the window.
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) return end(() => onCommit(value, 'stay'))
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
  )
}

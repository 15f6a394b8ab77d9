import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '../../lib/keys'
import { jsonFault } from '../../ui/text/fault'
import style from './CellViewer.module.css'

interface LeafEditorProps {
  label: string
  /** The value as JSON; a string includes its quotes. */
  value: string
  onDone(value: string): void
  onCancel(): void
}

/**
 * The input for one value in the tree: Enter accepts JSON, Escape cancels. A string that replaces a string can be typed
 * without quotes. Other input that is not JSON goes into the text when the input loses the focus, and the error is
 * shown there.
 */
export function LeafEditor({ label, value, onDone, onCancel }: LeafEditorProps) {
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  const typed = quoted(text.trim(), value)
  const fault = jsonFault(typed)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    const inside = isText(value) ? 1 : 0
    field.current?.setSelectionRange(inside, value.length - inside)
  }, [value])
  const end = (work: () => void) => {
    if (over.current) return
    over.current = true
    work()
  }
  const left = () => end(() => onDone(typed))
  // Removing a focused field from the page fires no blur event.
  const away = useRef(left)
  away.current = text === value ? () => undefined : left
  useLayoutEffect(() => () => away.current(), [])
  const keys = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') end(onCancel)
    else if (event.key === 'Enter' && !mod && fault) return event.stopPropagation()
    else if (event.key === 'Enter') {
      end(() => onDone(typed))
      if (mod) return // it stages, too
    } else {
      if (!mod) event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      ref={field}
      className={`mono ${style.leaf}`}
      dir="auto"
      aria-label={label}
      aria-invalid={fault !== undefined}
      aria-description={fault?.message}
      data-tip={fault?.message}
      value={text}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={keys}
      onBlur={left}
    />
  )
}

const isText = (value: string) => value.startsWith('"')

/** The typed replacement, with quotes added if it is unquoted text that replaces a string. */
function quoted(typed: string, value: string): string {
  const plain = isText(value) && !isText(typed) && jsonFault(typed) !== undefined
  return plain ? JSON.stringify(typed) : typed
}

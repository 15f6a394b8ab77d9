import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '../../lib/keys'
import { jsonFault } from '../../ui/text/fault'
import style from './CellViewer.module.css'

interface LeafEditorProps {
  label: string
  /** The value as JSON, a text with its quotes. */
  value: string
  onDone(value: string): void
  onCancel(): void
}

/**
 * The field of one value in the tree: Enter takes what is JSON, Escape gives it up. A text may be typed without quotes in
 * place of one. Other words than JSON's go into the text when the field is left, where it is said what is wrong with them.
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
  // A field that is taken off the page is left without any word of that.
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

/** What was typed in place of a value, with quotes where it is a text without them that takes the place of another. */
function quoted(typed: string, value: string): string {
  const plain = isText(value) && !isText(typed) && jsonFault(typed) !== undefined
  return plain ? JSON.stringify(typed) : typed
}

import { type RefObject, useLayoutEffect } from 'react'
import style from './EarlyField.module.css'

/** The selected part of a text; both are the same for a cursor. */
export interface Selected {
  anchor: number
  head: number
}

interface EarlyFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  text: string
  /** Whether the cursor starts after the text. */
  atEnd: boolean
  onText(text: string): void
}

/** A plain field in the place of an editor that is still loading, so that nothing typed before then is lost. */
export function EarlyField({ field, label, text, atEnd, onText }: EarlyFieldProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor is placed once.
  useLayoutEffect(() => {
    const at = atEnd ? text.length : 0
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(at, at)
  }, [])
  return (
    <textarea
      ref={field}
      className={`mono ${style.field}`}
      aria-label={label}
      value={text}
      spellCheck={false}
      autoCapitalize="off"
      onChange={(event) => onText(event.target.value)}
    />
  )
}

/** What is selected in the field, which the editor selects in turn. */
export function selectedIn(field: HTMLTextAreaElement): Selected {
  const { selectionStart, selectionEnd, selectionDirection } = field
  return selectionDirection === 'backward'
    ? { anchor: selectionEnd, head: selectionStart }
    : { anchor: selectionStart, head: selectionEnd }
}

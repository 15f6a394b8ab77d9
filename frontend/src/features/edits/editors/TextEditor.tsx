import { useLayoutEffect, useRef, useState } from 'react'
import styles from '../Edits.module.css'
import { type EditorProps, typedText, useLeaving } from './leaving'

interface TextEditorProps extends EditorProps {
  mono: boolean
  right: boolean
  /** Whether a value can have several lines: Shift+Enter begins another one. */
  lines: boolean
}

/** The field over a cell in which a text or a number is typed, as high as its lines. */
export function TextEditor({ label, text, selected, mono, right, lines, ...ends }: TextEditorProps) {
  const [value, setValue] = useState(text)
  const area = useRef<HTMLTextAreaElement>(null)
  const { commit, keys } = useLeaving(ends, () => typedText(value))
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
  return (
    <textarea
      ref={area}
      className={`${styles.editor} ${mono ? 'mono' : ''} ${right ? styles.right : ''}`}
      aria-label={label}
      dir="auto"
      rows={1}
      value={value}
      inputMode={lines ? undefined : 'decimal'}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={(event) => void keys(event, lines)}
      onBlur={() => commit('away')}
    />
  )
}

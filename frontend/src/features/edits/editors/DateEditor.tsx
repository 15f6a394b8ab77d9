import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useDatePicker } from '../../../ui/useDatePicker'
import styles from '../Edits.module.css'
import { type EditorProps, typedText, useLeaving } from './leaving'

interface DateEditorProps extends EditorProps {
  mono: boolean
  /** A date of the same column, whose form a new one gets; '' if none is known. */
  sample: string
}

/** The field over a cell in which a date is typed as the document spells it, or picked from a calendar: F4, Alt+Down. */
export function DateEditor({ label, text, selected, mono, sample, ...ends }: DateEditorProps) {
  const [value, setValue] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  const { commit, keys } = useLeaving(ends, () => typedText(value))
  const picker = useDatePicker({ field, label, text: value, sample, altDown: true, onText: setValue })
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    if (selected) field.current?.select()
  }, [selected])
  const press = (event: KeyboardEvent) => {
    if (!picker.key(event)) return void keys(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        ref={field}
        className={`${styles.editor} ${styles.date} ${mono ? 'mono' : ''}`}
        aria-label={label}
        {...picker.named}
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={press}
        onBlur={() => commit('away')}
      />
      {picker.why === '' && <span className={styles.inside}>{picker.button(false)}</span>}
      {picker.calendar}
    </>
  )
}

import { Search } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { isComposing } from '../lib/keys'
import { rem } from '../lib/rem'
import { Field } from './Field'

interface SearchFieldProps {
  label: string
  text: string
  id?: string
  className?: string
  width?: number
  /** True where Escape empties the field first; otherwise it is left to what the field is in. */
  clears?: boolean
  ref?: Ref<HTMLInputElement>
  onText(text: string): void
  /** Handles the keys that the field does not use itself. */
  onKeyDown?(event: KeyboardEvent<HTMLInputElement>): void
  /** Shown after the text. */
  children?: ReactNode
}

/** A search or filter field; Escape empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, text, id, className = '', width, clears = true, ref, onText, onKeyDown, children } = props
  return (
    <Field small quiet className={className} style={width === undefined ? undefined : { width: rem(width) }}>
      <Search size={14} strokeWidth={1.5} aria-hidden="true" />
      <input
        ref={ref}
        id={id}
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={text}
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key !== 'Escape' || !clears || text === '') return onKeyDown?.(event)
          event.preventDefault()
          event.stopPropagation()
          onText('')
        }}
      />
      {children}
    </Field>
  )
}

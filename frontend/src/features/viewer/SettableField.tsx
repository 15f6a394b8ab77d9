import { useId, useState } from 'react'
import { isComposing } from '../../lib/keys'
import { TextField } from '../../ui/Field'
import type { Settable } from './inspected'

interface SettableFieldProps {
  name: string
  settable: Settable
  onSet(text: string): void
}

/** A value of a new row that is not a field of its document: Enter or leaving the input sets it, Escape does not. */
export function SettableField({ name, settable: { hint, text }, onSet }: SettableFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const set = () => {
    if (typed !== null && typed !== text) onSet(typed)
    setTyped(null)
  }
  return (
    <>
      <TextField
        small
        dir="auto"
        aria-label={name}
        aria-describedby={id}
        placeholder="no value"
        value={typed ?? text}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={set}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Enter') set()
          if (event.key !== 'Escape' || typed === null) return
          event.stopPropagation()
          setTyped(null)
        }}
      />
      <p id={id} className="t3 fs11">
        {hint}
      </p>
    </>
  )
}

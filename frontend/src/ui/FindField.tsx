import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import type { Ref } from 'react'
import { SmallIcon } from './SmallIcon'

interface FindFieldProps {
  label: string
  text: string
  /** "3 of 12", '' while nothing is looked for. */
  found: string
  width?: number
  /** True where Escape empties the field first; otherwise it is left to what the field stands in. */
  clears?: boolean
  ref?: Ref<HTMLInputElement>
  onText(text: string): void
  onStep(by: number): void
}

/** A field to look for a text, with what was found and the way to the next and the previous match. */
export function FindField({ label, text, found, width = 150, clears = true, ref, onText, onStep }: FindFieldProps) {
  return (
    <span className="row g4 find">
      <label className="field sm quiet" style={{ width }}>
        <Search size={14} strokeWidth={1.5} aria-hidden="true" />
        <input
          ref={ref}
          aria-label={label}
          placeholder={label}
          value={text}
          spellCheck={false}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              event.stopPropagation()
              onStep(event.shiftKey ? -1 : 1)
            }
            if (event.key === 'Escape' && clears && text !== '') {
              event.stopPropagation()
              onText('')
            }
          }}
        />
      </label>
      {text !== '' && (
        <>
          <span className="t3 fs11 num nowrap" role="status">
            {found}
          </span>
          <SmallIcon icon={ChevronUp} label="Previous match" onClick={() => onStep(-1)} />
          <SmallIcon icon={ChevronDown} label="Next match" onClick={() => onStep(1)} />
        </>
      )}
    </span>
  )
}

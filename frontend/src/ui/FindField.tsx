import { CaseSensitive, ChevronDown, ChevronUp, Regex } from 'lucide-react'
import type { Ref } from 'react'
import { SearchField } from './SearchField'
import { SmallIcon } from './SmallIcon'
import type { SearchOptions } from './text/search'
import type { Find } from './text/useFind'

interface FindFieldProps {
  label: string
  text: string
  /** "3 of 12", '' while nothing is looked for. */
  found: string
  width?: number
  /** True where Escape empties the field first; otherwise it is left to what the field is in. */
  clears?: boolean
  /** How the text is looked for, where that can be chosen. */
  options?: SearchOptions
  ref?: Ref<HTMLInputElement>
  onText(text: string): void
  onStep(by: number): void
  onOptions?(options: Partial<SearchOptions>): void
}

/** A field to look for a text, with what was found and the way to the next and the previous match. */
export function FindField(props: FindFieldProps) {
  const { label, text, found, width = 150, clears, options, ref, onText, onStep, onOptions } = props
  return (
    <span className="row g4 find">
      <SearchField
        ref={ref}
        label={label}
        text={text}
        width={width}
        clears={clears}
        onText={onText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          onStep(event.shiftKey ? -1 : 1)
        }}
      />
      {text !== '' && (
        <>
          {options && (
            <>
              <SmallIcon
                icon={CaseSensitive}
                label="Match case"
                on={options.matchCase}
                onClick={() => onOptions?.({ matchCase: !options.matchCase })}
              />
              <SmallIcon
                icon={Regex}
                label="Regular expression"
                on={options.regex}
                onClick={() => onOptions?.({ regex: !options.regex })}
              />
            </>
          )}
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

/** A field to look for something in a text that a TextView shows; its search is useFind(text). */
export function FindInText({
  find,
  found = find.words,
  ...props
}: Pick<FindFieldProps, 'label' | 'width' | 'ref'> & { find: Find; found?: string }) {
  return (
    <FindField
      {...props}
      text={find.text}
      found={found}
      options={find.options}
      onText={find.look}
      onStep={find.step}
      onOptions={find.choose}
    />
  )
}

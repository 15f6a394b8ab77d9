import { CaseSensitive, ChevronDown, ChevronUp, Regex } from 'lucide-react'
import type { Ref } from 'react'
import { SearchField } from './SearchField'
import { SmallIcon } from './SmallIcon'
import type { SearchOptions } from './text/search'
import type { Find } from './text/useFind'

interface FindFieldProps {
  label: string
  text: string
  /** "3 of 12", '' while there is no search. */
  found: string
  width?: number
  /** True where Escape empties the field first; otherwise it is left to what the field is in. */
  clears?: boolean
  /** The search options, if there are any. */
  options?: SearchOptions
  ref?: Ref<HTMLInputElement>
  onText(text: string): void
  onStep(by: number): void
  onOptions?(options: Partial<SearchOptions>): void
}

/** A search field with the match count and buttons for the next and previous match. */
export function FindField(props: FindFieldProps) {
  const { label, text, found, width = 150, clears, options, ref, onText, onStep, onOptions } = props
  return (
    <span data-part="find" className="row g4">
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

/** A search field for the text of a TextView; its search is useFind(text). */
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

import { Check, ChevronDown, ChevronUp, Copy, Search } from 'lucide-react'
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useFindField } from '../../commands/context'
import { copyText } from '../../lib/clipboard'
import { Lines, type LinesHandle } from './Lines'
import { Parts } from './Parts'
import { ReadOnlyNote } from './ReadOnlyNote'
import type { Definition, Structure } from './structure'
import { type LongText, mostPlaces, type Place } from './text'
import { placeWords } from './words'

interface DefinitionViewProps {
  structure: Structure
  name: string
  definition: Definition
}

/** A definition as JSON, as the engine gives it: to be read, searched and copied. */
export function DefinitionView({ structure, name, definition }: DefinitionViewProps) {
  const { text, info } = definition
  const lines = useRef<LinesHandle>(null)
  const find = useFind(text, lines)
  const title = structure.store.getState().names?.find((n) => n.name === name)?.title ?? name
  return (
    <div className="stage" data-pane="grid">
      <div className="structbar">
        <Parts structure={structure} />
        <FindField find={find} title={title} />
        <CopyWhole text={text} />
        <span className="grow" />
        <ReadOnlyNote text={info.note} />
      </div>
      <Lines
        ref={lines}
        text={text}
        wanted={find.searched}
        place={find.place}
        label={`${title} of ${structure.object}`}
      />
    </div>
  )
}

interface Find {
  wanted: string
  /** What the places belong to: a moment behind what is typed. */
  searched: string
  places: readonly Place[]
  at: number
  place: Place | undefined
  type(text: string): void
  step(by: number): void
}

/** A search in a text: each step brings the next place into sight. */
function useFind(text: LongText, lines: RefObject<LinesHandle | null>): Find {
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const searched = useDeferredValue(wanted)
  const places = useMemo(() => text.find(searched), [text, searched])
  const place = places[at]
  useEffect(() => {
    if (place) lines.current?.reveal(place.line)
  }, [place, lines])
  return {
    wanted,
    searched,
    places,
    at,
    place,
    type: (typed) => {
      setWanted(typed)
      setAt(0)
    },
    step: (by) => setAt((before) => (places.length === 0 ? 0 : (before + by + places.length) % places.length)),
  }
}

function FindField({ find, title }: { find: Find; title: string }) {
  const field = useRef<HTMLInputElement>(null)
  useFindField(field)
  return (
    <>
      <label className="field sm quiet structfind">
        <Search size={14} strokeWidth={1.5} aria-hidden="true" />
        <input
          ref={field}
          aria-label={`Find in ${title.toLowerCase()}`}
          placeholder={`Find in ${title.toLowerCase()}`}
          value={find.wanted}
          spellCheck={false}
          onChange={(e) => find.type(e.target.value)}
          onKeyDown={(e) => {
            if (e.key === 'Enter') find.step(e.shiftKey ? -1 : 1)
            if (e.key !== 'Escape' || find.wanted === '') return
            e.stopPropagation()
            find.type('')
          }}
        />
        <span className="t3 fs11 num" role="status">
          {find.searched !== '' && placeWords(find.at, find.places.length, mostPlaces)}
        </span>
      </label>
      <span className="row findsteps">
        <Step label="Previous place" icon={ChevronUp} off={find.places.length === 0} onClick={() => find.step(-1)} />
        <Step label="Next place" icon={ChevronDown} off={find.places.length === 0} onClick={() => find.step(1)} />
      </span>
    </>
  )
}

interface StepProps {
  label: string
  icon: typeof ChevronUp
  off: boolean
  onClick(): void
}

function Step({ label, icon: Icon, off, onClick }: StepProps) {
  return (
    <button
      type="button"
      className={`btn quiet icon sm ${off ? 'off' : ''}`}
      aria-label={label}
      aria-disabled={off}
      title={label}
      onClick={() => !off && onClick()}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}

/** Copies the whole text, also what is not in sight, and says for a moment that it did. */
function CopyWhole({ text }: { text: LongText }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const over = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(over)
  }, [copied])
  const Icon = copied ? Check : Copy
  return (
    <button type="button" className="btn sm" onClick={() => void copyText(text.whole()).then(setCopied)}>
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
      {copied ? 'Copied' : 'Copy'}
    </button>
  )
}

import { useDeferredValue, useMemo, useState } from 'react'
import { type Matches, type SearchOptions, search } from './search'
import { foundWords } from './words'

/** A search in a text: its terms, its matches, and how to move between them. */
export interface Find {
  text: string
  options: SearchOptions
  matches: Matches
  current: number
  /** "3 of 12"; '' while there is no search or no result yet. */
  words: string
  look(text: string): void
  choose(options: Partial<SearchOptions>): void
  step(by: number): void
}

/** Searches a text. The matches may lag a moment behind the typing. */
export function useFind(inside: string): Find {
  const [text, setText] = useState('')
  const [options, setOptions] = useState<SearchOptions>({ matchCase: false, regex: false })
  const [at, setAt] = useState(0)
  const wanted = useDeferredValue(text)
  const matches = useMemo(() => search(inside, wanted, options), [inside, wanted, options])
  const found = matches.at.length
  const current = found === 0 ? -1 : ((at % found) + found) % found
  return {
    text,
    options,
    matches,
    current,
    words: text === '' || wanted !== text ? '' : foundWords(matches, current),
    look: (typed) => {
      setText(typed)
      setAt(0)
    },
    choose: (chosen) => {
      setOptions((before) => ({ ...before, ...chosen }))
      setAt(0)
    },
    step: (by) => setAt(current + by),
  }
}

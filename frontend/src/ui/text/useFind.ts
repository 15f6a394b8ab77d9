import { useDeferredValue, useMemo, useState } from 'react'
import { type Matches, type SearchOptions, search } from './search'
import { foundWords } from './words'

/** What is looked for in a text, what was found, and the way from match to match. */
export interface Find {
  text: string
  options: SearchOptions
  matches: Matches
  current: number
  /** "3 of 12"; '' while nothing is looked for, or it is not known yet. */
  words: string
  look(text: string): void
  choose(options: Partial<SearchOptions>): void
  step(by: number): void
}

/** Looking for something in a text. What is found may be a moment behind what is typed. */
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

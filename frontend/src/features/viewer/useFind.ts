import { useMemo, useState } from 'react'
import { count } from '../../lib/words'
import { type Matches, search } from './search'

/** What is looked for in a text, what was found, and the way from match to match. */
export interface Find {
  text: string
  matches: Matches
  current: number
  /** "3 of 12" */
  words: string
  look(text: string): void
  step(by: number): void
}

/** Looking for something in a text. */
export function useFind(inside: string): Find {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const matches = useMemo(() => search(inside, text), [inside, text])
  const found = matches.at.length
  const current = found === 0 ? -1 : ((at % found) + found) % found
  return {
    text,
    matches,
    current,
    words: found === 0 ? 'Nothing found' : `${count(current + 1)} of ${count(found)}${matches.more ? '+' : ''}`,
    look: (wanted) => {
      setText(wanted)
      setAt(0)
    },
    step: (by) => setAt(current + by),
  }
}

import { useEffect, useState } from 'react'
import type { ConsoleAnswer } from '../../host'
import { type JsonTree, readTreeSlowly } from '../../ui/text/json'
import type { AnswerState } from './answer'
import { type Searched, searchedIn } from './searched'
import { type Table, tableOf } from './table'

/** What is known of the inside of a response. */
export interface Inside {
  tree: JsonTree
  /** null where the response has no rows. */
  table: Table | null
  /** What a search says besides its rows; null for a response of no search, and for one that is not here to its end. */
  searched: Searched | null
}

/** Reads the inside of a response, again with each part of it that arrives; null until it is read. */
export function useInside({ text, shown }: AnswerState, answer: ConsoleAnswer): Inside | null {
  const { rows, doc } = answer
  const good = answer.status < 400
  const whole = String(shown) === answer.size
  const [inside, setInside] = useState<Inside | null>(null)
  useEffect(() => {
    if (!good || !/^[\s\ufeff]*[[{]/.test(text.slice(0, 100))) return
    const end = new AbortController()
    void readTreeSlowly(text, end.signal).then((tree) => {
      if (tree && !end.signal.aborted) setInside(insideOf(tree, rows, doc, whole))
    })
    return () => end.abort()
  }, [text, rows, doc, good, whole])
  return inside
}

function insideOf(tree: JsonTree, rows: string, doc: string, whole: boolean): Inside {
  return { tree, table: tableOf(tree, rows, doc), searched: whole ? searchedIn(tree, rows, doc) : null }
}

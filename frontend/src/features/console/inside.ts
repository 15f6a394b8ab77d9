import { useEffect, useState } from 'react'
import { type JsonTree, readTreeSlowly } from '../../ui/text/json'
import type { AnswerState } from './answer'
import { type Table, tableOf } from './table'

/** What is known of the inside of a response. */
export interface Inside {
  tree: JsonTree
  /** null where the response has no rows. */
  table: Table | null
}

/** Reads the inside of a response, again with each part of it that arrives; null until it is read. */
export function useInside({ text }: AnswerState, rows: string, doc: string, good: boolean): Inside | null {
  const [inside, setInside] = useState<Inside | null>(null)
  useEffect(() => {
    if (!good || !/^[\s\ufeff]*[[{]/.test(text.slice(0, 100))) return
    const end = new AbortController()
    void readTreeSlowly(text, end.signal).then((tree) => {
      if (tree && !end.signal.aborted) setInside({ tree, table: tableOf(tree, rows, doc) })
    })
    return () => end.abort()
  }, [text, rows, doc, good])
  return inside
}

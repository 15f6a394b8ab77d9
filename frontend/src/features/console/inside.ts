import { useEffect, useState } from 'react'
import type { ConsoleAnswer } from '../../host'
import { readTreeSlowly } from '../../ui/text/json'
import { type AnswerState, firstPart } from './answer'
import { type Searched, searchedIn } from './searched'
import type { Table, TableState } from './table'

/**
 * What a search says besides its rows; null for a response of no search, and while it is not known. Of a response that is
 * too long to be shown, what is around its rows is read, which has no highlights.
 */
export function useSearched(
  { text, shown }: AnswerState,
  { rows: found, done }: TableState,
  table: Table,
  answer: ConsoleAnswer,
): Searched | null {
  const [searched, setSearched] = useState<Searched | null>(null)
  const { rows, search: words, size } = answer
  const search = rows !== '' && answer.status < 400
  const whole = String(shown) === size
  const most = found > 0 && done && Number(size) > firstPart
  const source = whole ? text : ''
  useEffect(() => {
    if (!search || (!whole && !most)) return
    const end = new AbortController()
    const read = async () => {
      const around = whole ? source : await table.around()
      const tree = await readTreeSlowly(around, end.signal)
      const said = tree && searchedIn(tree, { rows, search: words })
      if (said && !end.signal.aborted) setSearched(whole ? said : { ...said, highlighted: -1 })
    }
    read().catch(() => undefined) // the tab is not there then
    return () => end.abort()
  }, [source, whole, most, search, table, rows, words])
  return searched
}

import { useEffect, useState } from 'react'
import type { ConsoleResponse } from '../../host'
import { readTreeSlowly } from '../../ui/text/json'
import { firstPart, type ResponseState } from './responses'
import { type Searched, searchedIn } from './searched'
import type { Table, TableState } from './table'

/**
 * A search's results besides its rows; null for other responses, and while unknown. For a response that is too long to
 * show, only what surrounds its rows is loaded, which has no highlights.
 */
export function useSearched(
  { text, shown }: ResponseState,
  { rows: found, done }: TableState,
  table: Table,
  response: ConsoleResponse,
): Searched | null {
  const [searched, setSearched] = useState<Searched | null>(null)
  const { rows, search: words, size } = response
  const search = rows !== '' && response.status < 400
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
    read().catch(() => undefined) // the tab does not exist then
    return () => end.abort()
  }, [source, whole, most, search, table, rows, words])
  return searched
}

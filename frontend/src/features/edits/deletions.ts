import { count, counted, plural } from '../../lib/words'
import type { Shown } from './planned'

/** What the rows of an engine are called. */
export interface Nouns {
  rowNoun: string
  rowsNoun: string
}

/** What a plan deletes and what else it does. */
export interface Deletions {
  documents: number
  /** How many other rows it changes. */
  others: number
  undoes: boolean
  /** How many documents it deletes in each place, as "small" or "logs-1". */
  places: ReadonlyMap<string, number>
}

/** What the requests of a plan delete. */
export function deletionsOf({ info: { requests, deletions }, rows, undoes }: Shown): Deletions {
  const places = new Map<string, number>()
  for (const { row: at } of requests) {
    const row = rows[at]
    if (row?.act !== 'delete') continue
    places.set(row.place, (places.get(row.place) ?? 0) + 1)
  }
  return { documents: deletions, others: requests.length - deletions, undoes: undoes !== null, places }
}

/** "delete 12 documents and save 3 changes"; '' where nothing is deleted. */
export function deletionWords({ documents, others, undoes }: Deletions, nouns: Nouns, object = ''): string {
  if (documents === 0) return ''
  const deletes = `delete ${counted(documents, nouns.rowNoun, nouns.rowsNoun)}${object === '' ? '' : ` of ${object}`}`
  if (others === 0) return deletes
  return `${deletes} and ${undoes ? 'undo' : 'save'} ${counted(others, 'change')}`
}

/** The question before documents are deleted: "Delete 1,000 documents of small?". */
export const deletionsTitle = (deletions: Deletions, nouns: Nouns, object: string) =>
  `${capital(deletionWords(deletions, nouns, object))}?`

/** The button that deletes: "Delete 12 Documents and Save 3 Changes". */
export const deletionsButton = (deletions: Deletions, nouns: Nouns) =>
  deletionWords(deletions, nouns)
    .split(' ')
    .map((word) => (word === 'and' ? word : capital(word)))
    .join(' ')

/** Where documents are deleted that are not in the object itself: "9 in logs-1, 3 in logs-2."; '' if all are. */
export function placesWords({ places, documents }: Deletions, object: string): string {
  const named = [...places].filter(([place]) => place !== '' && place !== object)
  if (named.length === 0) return ''
  if (places.size === 1) return `${plural(documents, 'It is', 'All are')} in ${named[0]?.[0]}.`
  return `${[...places].map(([place, many]) => `${count(many)} in ${place || object}`).join(', ')}.`
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

import { count } from '../../lib/words'
import type { Matches } from './search'

/** The position of the current match: "2 of 14", "2 of 10,000+". */
export function foundWords({ at, more, invalid }: Matches, current: number): string {
  if (invalid) return 'Not a valid pattern'
  if (at.length === 0) return 'Nothing found'
  return `${count(current + 1)} of ${count(at.length)}${more ? '+' : ''}`
}

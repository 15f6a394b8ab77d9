import { Kind } from '../lib/block'
import { clocks, type Moment, readLikelyEpoch, readMoment } from '../lib/moments'
import type { Cell, Column } from './types'

type Dated = Pick<Column, 'moments' | 'epoch'>

/** The moment in a cell, undefined if there is none. */
export function momentOf(cell: Cell, { moments, epoch }: Dated): Moment | undefined {
  if (!moments || (cell.kind !== Kind.string && cell.kind !== Kind.number)) return undefined
  return moments === 'date' ? readMoment(cell.text, epoch) : readLikelyEpoch(cell.text)
}

/** The tooltip of a cell with a moment: local time and UTC; undefined for any other cell. */
export function momentTip(cell: Cell, column: Dated, timeZone?: string): string | undefined {
  const moment = momentOf(cell, column)
  if (!moment) return undefined
  const { local, utc, read } = clocks(moment, timeZone)
  return [`Local ${local}`, `UTC ${utc}`, ...(read ? [read] : [])].join('\n')
}

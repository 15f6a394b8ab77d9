import type { Arranged, ViewInfo } from '../../host'
import { type FilledRow, isRaw, isUnfinished } from './filledRows'
import { goneColumn, momentsText, noRaw } from './words'

/** What a row is checked against. */
export type Checked = Pick<ViewInfo, 'columns'>

/** The results of checking rows: which are refused, and notes on the others. */
export type Told = Pick<Arranged, 'refusals' | 'notes' | 'moments'>

/** Why a row cannot be sent, as far as is known locally; '' if it can. */
function whyNotSent(draft: FilledRow, { columns }: Checked): string {
  if (isRaw(draft)) return draft.operator.language === '' ? noRaw : ''
  return columns.some(({ name }) => name === draft.column) ? '' : goneColumn(draft.column)
}

/** Whether a row is ticked, filled in, and sendable as far as is known locally. */
export function sendable(draft: FilledRow, view: Checked): boolean {
  return draft.on && whyNotSent(draft, view) === '' && !isUnfinished(draft)
}

/** The rows, with a refusal if it is locally known that they cannot be sent. Unticked or unfinished rows have none. */
export function judged(drafts: readonly FilledRow[], view: Checked): FilledRow[] {
  return drafts.map((draft) => {
    const refusal = draft.on ? whyNotSent(draft, view) : ''
    if (refusal !== '') return { ...draft, refusal, note: '', unchecked: false }
    return draft.on && !isUnfinished(draft) ? draft : { ...draft, refusal: '' }
  })
}

/**
 * The rows with the results of their check, by their index among the rows ticked at that time. Rows that have changed
 * since get no result.
 */
export function told(
  drafts: readonly FilledRow[],
  asked: readonly FilledRow[],
  { refusals, notes = [], moments = [] }: Told,
): FilledRow[] {
  const sent = asked.filter(({ on }) => on)
  return drafts.map((draft) => {
    const at = sent.indexOf(draft)
    if (at < 0) return draft
    const refusal = refusals.find(({ row }) => row === at)?.message ?? ''
    const meant = momentsText(
      draft.operator.arity,
      moments.filter(({ row }) => row === at),
    )
    const noted = notes.find(({ row }) => row === at)?.text ?? ''
    const note = [meant, noted].filter(Boolean).join(' ')
    return { ...draft, refusal, note, unchecked: false }
  })
}

/** The number of the first row known to be refused, from 1; 0 for none. */
export function firstRefused(drafts: readonly FilledRow[]): number {
  return drafts.findIndex(({ on, refusal, unchecked }) => on && !unchecked && refusal !== '') + 1
}

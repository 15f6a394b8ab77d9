import { Kind } from '../../lib/block'
import { clocks, readLikelyEpoch, readMoment } from '../../lib/moments'
import { count, counted } from '../../lib/words'
import type { Content, Shown } from './viewer'

/**
 * The message about how much of a value is loaded: a bold beginning and the rest; undefined for no message. For an
 * editable value it says what that means for saving.
 */
export function noteOf(
  shown: Shown,
  editable = false,
): { tone: 'plain' | 'warning'; strong: string; text: string } | undefined {
  if (shown.state === 'failed') {
    const why = shown.error?.failure.message ?? ''
    const strong = `Only ${count(shown.inGrid)} of ${count(shown.cut)} characters are loaded.`
    const failed = `The whole value could not be loaded: ${why}`
    const loses = `${failed.replace(/[.]?$/, '.')} Saving would store this fragment and lose the rest.`
    return { tone: 'warning', strong, text: editable ? loses : failed }
  }
  if (shown.state !== 'loaded') return undefined
  const grid = `The grid shows the first ${count(shown.inGrid)} characters. The whole value is loaded here.`
  const safe = grid.replace(/[.]$/, ', so nothing is lost when you save it.')
  if (!shown.changed) return { tone: 'plain', strong: '', text: editable ? safe : grid }
  return {
    tone: 'warning',
    strong: '',
    text: `${grid} It has changed since this row was loaded and may be a different value.`,
  }
}

/** The text in the viewer's foot: how long the value is, or that it is loading. */
export function footOf(shown: Shown, content: Content | null): string {
  if (!content) return 'Loading'
  if (shown.state === 'loading') return `Loading the whole value, ${counted(shown.cut, 'character')}`
  if (shown.state === 'failed') return `Fragment, ${count(shown.inGrid)} of ${counted(shown.cut, 'character')}`
  if (content.kind === Kind.missing) return 'No value'
  if (content.kind === Kind.null) return 'NULL'
  return `Whole value, ${counted(content.points, 'character')}`
}

/** A moment in local time and UTC, '' for any other value. */
export function clockWords(shown: Shown, content: Content, timeZone?: string): string {
  if (content.kind !== Kind.string && content.kind !== Kind.number) return ''
  const { kindOfColumn: kind, epoch } = shown
  const { text } = content
  const moment = kind === 'date' ? readMoment(text, epoch) : kind === 'number' ? readLikelyEpoch(text) : undefined
  if (!moment) return ''
  const both = clocks(moment, timeZone)
  return [`Local ${both.local}`, `UTC ${both.utc}`, both.read].filter(Boolean).join(' · ')
}

export const notStaged = 'What you typed is not staged yet.'

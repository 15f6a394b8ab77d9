import { counted, plural } from '../../lib/words'
import type { Loss, NotSaved } from './loss'
import { isKept, type Leaving, type WorkAtRisk } from './unsaved'

/** The words for closing: in a title, in a sentence and on buttons; and for how kept changes are restored. */
const leaving: Record<
  Leaving,
  { verb: string; noun: string; discard: string; anyway: string; keep: string; again: string }
> = {
  close: {
    verb: 'Close',
    noun: 'Closing',
    discard: 'Discard Changes',
    anyway: 'Close Anyway',
    keep: 'Keep and Close',
    again: 'reopen it',
  },
  disconnect: {
    verb: 'Disconnect',
    noun: 'Disconnecting',
    discard: 'Discard and Disconnect',
    anyway: 'Disconnect Anyway',
    keep: 'Keep and Disconnect',
    again: 'reopen the connection',
  },
  reopen: {
    verb: 'Reconnect',
    noun: 'Reconnecting',
    discard: 'Discard and Reconnect',
    anyway: 'Reconnect Anyway',
    keep: 'Keep and Reconnect',
    again: 'reconnect',
  },
  quit: {
    verb: 'Quit',
    noun: 'Quitting',
    discard: 'Discard and Quit',
    anyway: 'Quit Anyway',
    keep: 'Keep and Quit',
    again: 'reopen Quarry',
  },
}

/** The question before work is lost. */
export function unsavedTitle(unsaved: WorkAtRisk): string {
  const { why, losses } = unsaved
  if (isKept(unsaved)) {
    const staged = losses.reduce((sum, loss) => sum + (loss.staged ?? 1), 0)
    const where = oneOf(sorted(losses, true).changes, 'tab')
    return `${counted(staged, 'staged change')} in ${where} ${plural(staged, 'is', 'are')} not saved`
  }
  const { changes, texts, sending, exports, forms } = sorted(losses)
  if (sending.length === 1) return `${leaving[why].verb} while a write is being sent?`
  if (sending.length > 1) return `${leaving[why].verb} while writes are being sent?`
  const asked = [
    ...(changes.length > 0 ? [`discard the unsaved changes in ${oneOf(changes, 'tab')}`] : []),
    ...(texts.length > 0 ? [`discard the unsaved text in ${oneOf(texts, 'tab')}`] : []),
    ...forms.map((of) => `discard what you filled in for ${of}`),
    ...(exports.length === 1 ? [`cancel the export of ${exports[0]}`] : []),
    ...(exports.length > 1 ? [`cancel ${counted(exports.length, 'export')}`] : []),
  ].join(' and ')
  return `${asked.charAt(0).toUpperCase()}${asked.slice(1)}?`
}

/** What is lost and why, in a sentence or two per kind: "Disconnecting discards the unsaved changes in books." */
export function unsavedWords(unsaved: WorkAtRisk): string[] {
  const { why, losses } = unsaved
  const { noun, again } = leaving[why]
  if (isKept(unsaved)) {
    const they = losses.length === 1 && losses[0]?.staged === 1 ? 'It stays' : 'They stay'
    return [`${they} staged and will be restored when you ${again}.`]
  }
  const kept = losses.filter((loss) => loss.kept).map((loss) => loss.of)
  const { changes, sending, exports, forms } = sorted(losses)
  return [
    ...(changes.length > 0 ? [`${noun} discards the unsaved changes in ${listed(changes, 'tab')}.`] : []),
    ...(kept.length > 0
      ? [`The changes in ${listed(kept, 'tab')} stay staged and will be restored when you ${again}.`]
      : []),
    ...textWords(noun, losses),
    ...forms.map((of) => `${noun} discards what you filled in for ${of}. It has not been saved.`),
    ...sendingWords(sending),
    ...(exports.length > 0 ? [`${noun} cancels ${exportsOf(exports)}.`] : []),
  ]
}

/** The button that continues anyway. */
export function unsavedButton({ why, losses }: WorkAtRisk): string {
  const { changes, texts, sending, forms } = sorted(losses)
  return changes.length + texts.length + forms.length > 0 && sending.length === 0
    ? leaving[why].discard
    : leaving[why].anyway
}

/** The buttons if staged changes will be restored. */
export function keptButtons({ why }: WorkAtRisk): { discard: string; keep: string } {
  return leaving[why]
}

/** The lost parts of texts, by the reason why they are not saved. */
const textsBy: Record<NotSaved, (noun: string, where: string) => string> = {
  private: (noun, where) =>
    `${noun} discards the lines in ${where} that could contain a credential, which are never saved to disk.`,
  long: (noun, where) => `${noun} discards the end of the text in ${where}: only the first 8 MB are saved.`,
  once: (noun, where) => `${noun} discards the value of the new key in ${where}, which cannot be shown again.`,
  failed: (noun, where) => `${noun} discards the text in ${where}, which could not be saved.`,
}

function textWords(noun: string, losses: readonly Loss[]): string[] {
  return (['private', 'long', 'once', 'failed'] as const).flatMap((reason) => {
    const of = losses.filter((loss) => loss.reason === reason).map((loss) => loss.of)
    return of.length === 0 ? [] : [textsBy[reason](noun, listed(of, 'tab'))]
  })
}

function sendingWords(titles: readonly string[]): string[] {
  if (titles.length === 0) return []
  const [what, they, them] = titles.length === 1 ? ['A write', 'is', 'it'] : ['Writes', 'are', 'them']
  return [
    `${what} in ${listed(titles, 'tab')} ${they} being sent. The server may have received ${them} already, and the outcome will not be shown.`,
  ]
}

function exportsOf(objects: readonly string[]): string {
  if (objects.length === 1) return `the export of ${objects[0]}`
  return `the exports of ${listed(objects, 'object')}`
}

/** The titles of what is lost; changes that will be restored are included only on request. */
function sorted(
  losses: readonly Loss[],
  kept = false,
): Record<'changes' | 'texts' | 'sending' | 'exports' | 'forms', string[]> {
  const titles = (kind: Loss['kind']) =>
    losses.filter((loss) => loss.kind === kind && (kept || !loss.kept)).map((loss) => loss.of)
  return {
    changes: titles('changes'),
    texts: titles('text'),
    sending: titles('sending'),
    exports: titles('export'),
    forms: titles('form'),
  }
}

/** The title of a single one, or the count. */
function oneOf(titles: readonly string[], noun: string): string {
  return titles.length === 1 ? (titles[0] ?? '') : counted(titles.length, noun)
}

/** Titles within a sentence: "a, b and 2 other tabs". */
function listed(titles: readonly string[], noun: string): string {
  const named = titles.length > 3 ? [...titles.slice(0, 2), `${titles.length - 2} other ${noun}s`] : titles
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

import type { ImportChoice, ImportItem } from '../../host'
import type { ChipLook } from '../../ui/Chip'
import { importWords as words } from './sheetWords'

/** One possible action for a connection in a file, in words. */
export interface Option {
  choice: ImportChoice
  label: string
}

/** The possible actions for a connection in a file. */
export function optionsOf(item: ImportItem): Option[] {
  const skip: Option = { choice: 'skip', label: item.standing === 'same' ? words.leave : words.skip }
  if (item.problem !== '') return [skip]
  const renamed = item.as !== '' && item.as !== item.name
  const add: Option = { choice: 'add', label: words.add(renamed ? item.as : '') }
  switch (item.standing) {
    case 'new':
      return [add, skip]
    case 'named':
      return [add, { choice: 'replace', label: words.replace(item.here) }, skip]
    case 'changed':
      return [{ choice: 'replace', label: words.replace(item.here) }, add, skip]
    case 'same':
      return [skip]
  }
}

/** The default action for each connection: nothing existing is lost. */
export function firstChoices(items: readonly ImportItem[]): ImportChoice[] {
  return items.map((item) => (item.standing === 'changed' ? 'skip' : (optionsOf(item)[0]?.choice ?? 'skip')))
}

/** The state of a connection in a file in one word, with the tone of its chip. */
export function standingWord(item: ImportItem): [word: string, tone: ChipLook | ''] {
  if (item.problem !== '') return [words.unusable, 'refused']
  const tones: Record<ImportItem['standing'], ChipLook | ''> = {
    new: 'new',
    named: 'edited',
    changed: 'edited',
    same: '',
  }
  return [words.standing[item.standing], tones[item.standing]]
}

/** What to know about a connection in a file before importing it. */
export function remarks(item: ImportItem, choice: ImportChoice): string[] {
  if (item.problem !== '') return [item.problem]
  const list: string[] = []
  if (item.standing === 'changed' || choice === 'replace') list.push(words.differs(joined(item.differs)))
  if (choice === 'replace' && item.asks) {
    list.push(words.secretsGo)
  }
  if (item.unknown) {
    list.push(words.noDriver(item.title))
  }
  return list
}

function joined(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** How many connections are added or replaced. */
export function takenCount(choices: readonly ImportChoice[]): number {
  return choices.filter((choice) => choice !== 'skip').length
}

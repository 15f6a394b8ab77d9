import type { ImportChoice, ImportItem } from '../../host'

/** One thing that can become of a connection of a file, in words. */
export interface Option {
  choice: ImportChoice
  label: string
}

/** What can become of a connection of a file. */
export function optionsOf(item: ImportItem): Option[] {
  const skip: Option = { choice: 'skip', label: item.standing === 'same' ? 'Leave' : 'Skip' }
  if (item.problem !== '') return [skip]
  const renamed = item.as !== '' && item.as !== item.name
  const add: Option = { choice: 'add', label: renamed ? `Add as ${item.as}` : 'Add' }
  switch (item.standing) {
    case 'new':
      return [add, skip]
    case 'named':
      return [add, { choice: 'replace', label: `Replace ${item.here}` }, skip]
    case 'changed':
      return [{ choice: 'replace', label: `Replace ${item.here}` }, add, skip]
    case 'same':
      return [skip]
  }
}

/** What becomes of each connection while the user chose nothing: nothing that is there is lost. */
export function firstChoices(items: readonly ImportItem[]): ImportChoice[] {
  return items.map((item) => (item.standing === 'changed' ? 'skip' : (optionsOf(item)[0]?.choice ?? 'skip')))
}

/** The state of a connection of a file in a word, with the tone of its chip. */
export function standingWord(item: ImportItem): [word: string, tone: string] {
  if (item.problem !== '') return ['Cannot be used', 'refused']
  const words: Record<ImportItem['standing'], [string, string]> = {
    new: ['New', 'new'],
    named: ['Name in use', 'edited'],
    changed: ['Changed', 'edited'],
    same: ['Already here', ''],
  }
  return words[item.standing]
}

/** What is to know of a connection of a file before it is imported. */
export function remarks(item: ImportItem, choice: ImportChoice): string[] {
  if (item.problem !== '') return [item.problem]
  const list: string[] = []
  if (item.standing === 'changed' || choice === 'replace') list.push(`Differs in ${joined(item.differs)}.`)
  if (choice === 'replace' && item.asks) {
    list.push('Its stored secrets are removed, since they belong to the settings here.')
  }
  if (item.unknown) {
    list.push(`The driver ${item.title} is neither installed nor offered. The connection is kept until it is.`)
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

import type { ListReading } from '../../lib/lists'

/** The names in a text that separates them by commas, tabs and line breaks, and the rest after the last of those. */
function split(text: string): { values: string[]; rest: string } {
  const values: string[] = []
  let [name, depth] = ['', 0]
  for (const letter of text) {
    // A comma inside brackets belongs to a pattern.
    if (/[\t\r\n]/.test(letter) || (letter === ',' && depth <= 0)) {
      if (name.trim() !== '') values.push(name.trim())
      ;[name, depth] = ['', 0]
      continue
    }
    if ('{[('.includes(letter)) depth += 1
    if ('}])'.includes(letter)) depth -= 1
    name += letter
  }
  return { values, rest: name.trimStart() }
}

/** Names and patterns, as they are typed. */
export const nameList: ListReading = {
  all: (text) => {
    const { values, rest } = split(text)
    return rest.trim() === '' ? values : [...values, rest.trim()]
  },
  typed: split,
  one: (name) => name,
}

/** The names in a list whose last one is the text that is being typed. */
export function namesIn(typed: readonly string[]): string[] {
  return [...new Set([...typed.slice(0, -1), ...nameList.all(typed.at(-1) ?? '')])]
}

/** The typed names without copies; the text that is being typed stays. */
export function once(typed: readonly string[]): string[] {
  return [...new Set(typed.slice(0, -1)), typed.at(-1) ?? '']
}

/** What a new key is limited to: what was typed, or everything if that is nothing. */
export function placesIn(typed: readonly string[], all: string): string[] {
  const names = namesIn(typed)
  return names.length > 0 || all === '' ? names : [all]
}

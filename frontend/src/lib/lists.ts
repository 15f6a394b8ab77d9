/** How a list is typed: what separates its values, and how one is spelled. */
export interface ListReading {
  /** The values in a text. */
  all(text: string): string[]
  /** The values in a text that is still being typed, and the text after the last separator. */
  typed(text: string): { values: string[]; rest: string }
  /** A value as it must be typed to be one value of a list. */
  one(value: string): string
}

/** A value in quotes up to a separator or the end, with doubled quotes inside, or a text without separators. */
const part = / *"((?:[^"]|"")*)" *(?=[,\t\r\n]|$)|([^,\t\r\n]*)/y
/** A quote that is still open. */
const open = /^ *"(?:[^"]|"")*$/

/** The values in a text, separated by commas, tabs and line breaks. */
export function splitList(text: string): string[] {
  return read(text, false).values
}

/** The values in a text that is still being typed, and the text after the last separator. */
export function splitTyped(text: string): { values: string[]; rest: string } {
  return read(text, true)
}

/** A value as it must be typed to be one value of a list. */
export function listText(value: string): string {
  return value === '' || value !== value.trim() || /[,\t\r\n"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

function read(text: string, typing: boolean): { values: string[]; rest: string } {
  const values: string[] = []
  let at = 0
  for (;;) {
    const left = text.slice(at)
    if (typing && open.test(left)) return { values, rest: left.trimStart() }
    part.lastIndex = at
    const [whole = '', quoted, plain = ''] = part.exec(text) ?? []
    const ends = at + whole.length >= text.length
    if (typing && ends) return { values, rest: left.trimStart() }
    if (quoted !== undefined) values.push(quoted.replaceAll('""', '"'))
    else if (plain.trim() !== '') values.push(plain.trim())
    if (ends) return { values, rest: '' }
    at += whole.length + 1
  }
}

/** Values separated by commas, tabs and line breaks; quotes hold together what contains one of them. */
export const quotedList: ListReading = { all: splitList, typed: splitTyped, one: listText }

/** A value in quotes up to a separator or the end, with doubled quotes inside, or a text without separators. */
const part = / *"((?:[^"]|"")*)" *(?=[,\t\r\n]|$)|([^,\t\r\n]*)/y
/** A quote that is still to be closed. */
const open = /^ *"(?:[^"]|"")*$/

/** The values of a text, which commas, tabs and line breaks separate. */
export function splitList(text: string): string[] {
  return read(text, false).values
}

/** The values of a text that is still being typed, and what follows the last separator. */
export function splitTyped(text: string): { values: string[]; rest: string } {
  return read(text, true)
}

/** A value as it is typed to be one value of a list. */
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

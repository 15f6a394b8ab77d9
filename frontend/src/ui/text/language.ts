/** How a text is shown: JSON with one member per line, any other text in its own lines. */
export type Language = 'json' | 'text'

/** The language of a text of unknown type: JSON if it looks like one object or array. */
export function guessLanguage(text: string): Language {
  return /^\s*[[{]/.test(text) && !isLines(text) ? 'json' : 'text'
}

/** True if the first line of a text is a complete JSON value and another one follows it. */
export function isLines(text: string): boolean {
  const end = text.indexOf('\n')
  if (end < 1 || !/^\s*[[{"\d-]/.test(text.slice(end, end + 80))) return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}

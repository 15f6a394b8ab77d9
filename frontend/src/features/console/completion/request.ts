/** One request of a console's text: its first line begins at start, its body ends before end. */
export interface Request {
  readonly start: number
  readonly end: number
}

const first = /^[ \t]*(?:get|head|post|put|delete|patch|options)[ \t]/i

/** The request at a position in the text; null before the first one. */
export function requestAt(text: string, at: number): Request | null {
  const start = startBefore(text, at)
  if (start < 0) return null
  return { start, end: endAfter(text, at) }
}

/** The nearest line at or above a position that begins a request. A line inside """ does not. */
function startBefore(text: string, at: number): number {
  let found = -1
  for (let line = lineStart(text, at); line >= 0; line = line === 0 ? -1 : lineStart(text, line - 1)) {
    if (!begins(text, line)) continue
    if (found >= 0) return inString(text, line, found) ? line : found
    found = line
    if (!text.includes('"""')) return found
  }
  return found
}

function inString(text: string, from: number, to: number): boolean {
  let inside = false
  for (let at = text.indexOf('"""', from); at >= 0 && at < to; at = text.indexOf('"""', at + 3)) inside = !inside
  return inside
}

function endAfter(text: string, at: number): number {
  for (let line = nextLine(text, at); line < text.length; line = nextLine(text, line))
    if (begins(text, line)) return line
  return text.length
}

function begins(text: string, line: number): boolean {
  return first.test(text.slice(line, Math.min(line + 200, lineEnd(text, line))))
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function nextLine(text: string, at: number): number {
  return lineEnd(text, at) + 1
}

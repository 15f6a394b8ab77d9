import { lineEnd, requestAt } from './completion/request'

/** What is inserted in a text, and where. */
export interface Insertion {
  at: number
  insert: string
}

/**
 * How a request is inserted at a position of a text: never inside another request, but below the one at that position.
 */
export function insertionOf(text: string, place: number, request: string): Insertion {
  const at = placeBelow(text, place)
  const above = text.slice(0, at)
  const breaks = above.length - above.trimEnd().length
  return { at, insert: (above.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - breaks))) + request }
}

function placeBelow(text: string, place: number): number {
  const around = requestAt(text, place)
  if (!around) return lineEnd(text, place)
  const end = around.start + contentOf(text.slice(around.start, around.end)).length
  return place < end ? end : lineEnd(text, place)
}

/** A request without its trailing blank lines, comments and definitions, which belong to the next one. */
function contentOf(request: string): string {
  return request.replace(/(?:\n[ \t]*(?:(?:#|\/\/|@).*)?)*$/, '')
}

/** The first line of a request, which names it; '' if the position is not in one. */
export function nameAt(text: string, place: number): string {
  const around = requestAt(text, place)
  return around ? text.slice(around.start, lineEnd(text, around.start)).trim().replace(/\s+/g, ' ').slice(0, 100) : ''
}

/** The longest tab name taken from a request, in characters. */
const longestName = 100

/** Method and path of the first request of a text; '' without one. */
export function firstRequest(text: string): string {
  const [, method = '', path = ''] =
    /^[ \t]*(GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)[ \t]+([^\s?#][^\n?]*)/im.exec(text) ?? []
  if (method === '') return ''
  const plain = path.replace(/\s+(\/\/|#|\{).*$/, '').trim()
  return `${method.toUpperCase()} ${plain.replace(/^\/(?=.)/, '')}`.slice(0, longestName)
}

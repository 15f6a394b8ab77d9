// The completion facts are data in the driver's package, generated and committed, so that a build needs no network.
// They are loaded when the user first types. Only the request at the cursor is parsed, and the text of an option is
// built when it is chosen. Fields come from the same mapping request as the structure. Values of a field cost the
// cluster a count, so they are loaded only on Ctrl+Space and after an option that leaves a value open. Enter accepts a
// suggestion only if that changes the text, and an option equal to the existing text comes first. Typing while the list
// is open updates it synchronously: the library accepts nothing from a pending list.
import { body } from './body'
import type { Type } from './facts'
import type { Grammar } from './grammar'
import { firstLine, methods, target } from './line'
import { lineOf } from './lines'
import type { Live } from './live'
import type { Completion } from './option'
import { lineEnd, lineStart, type Request, requestAt } from './request'
import type { Route } from './routes'
import { placeOf } from './scan'
import { resolved } from './variables'

/**
 * The completions at a position in a console's text; null for none. Only the request at the position is parsed, so the
 * text can be an excerpt; then whole returns all of it, which has the definitions of variables.
 */
export function complete(
  text: string,
  cursor: number,
  grammar: Grammar,
  live: Live,
  whole: () => string = () => text,
): Completion | null {
  const request = requestAt(text, cursor)
  const line = lineStart(text, cursor)
  const end = lineEnd(text, cursor)
  const word = /^[ \t]*([A-Za-z]*)$/.exec(text.slice(line, cursor))
  const begins = word && (!request || request.start === line || ended(text, request, line))
  if (begins) return methods(grammar, text, cursor - (word[1]?.length ?? 0), cursor, end)
  if (!request) return null
  const first = firstLine(text, request.start, lineEnd(text, request.start))
  if (request.start === line) return cursor < first.at ? null : target(grammar, live, text, first, cursor)
  const routes = grammar.routes.find(first.method, first.path)
  return inBody(grammar, live, text, request, routes, cursor, whole)
}

/** True if no request is open at the beginning of a line, so that the next one can begin there. */
function ended(text: string, request: Request, line: number): boolean {
  const start = lineEnd(text, request.start) + 1
  if (start >= line) return true
  const { frames, at } = placeOf(text, start, line, line)
  return frames.length === 0 && (at === 'none' || text.slice(start, line).trim() === '')
}

function inBody(
  grammar: Grammar,
  live: Live,
  text: string,
  request: Request,
  routes: readonly Route[],
  cursor: number,
  whole: () => string,
): Completion | null {
  const start = lineEnd(text, request.start) + 1
  const types = routes.flatMap(({ endpoint }) => (endpoint.b === undefined ? [] : [endpoint.b]))
  const [type] = types
  if (type === undefined) return null
  const object = resolved(grammar.objectOf(routes), whole)
  const name = routes.find(({ endpoint }) => endpoint.l !== undefined)?.endpoint.l
  if (name !== undefined && types.length === 1) {
    const line = lineOf(grammar.facts.words, text, start, cursor, name, type)
    return body(grammar, live, text, cursor, { ...line, object: line.object || object })
  }
  const all: Type = types.length === 1 ? type : ['u', ...types]
  return body(grammar, live, text, cursor, { from: start, end: request.end, type: all, object })
}

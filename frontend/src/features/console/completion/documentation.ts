import type { Facts } from './facts'
import type { Grammar } from './grammar'
import { firstLine } from './line'
import { lineEnd, requestAt } from './request'

/** The engine's documentation URL for the request at a position of a text; '' if none is known. */
export function documentationAt(text: string, place: number, grammar: Grammar): string {
  const request = requestAt(text, place)
  if (!request) return ''
  const { method, path } = firstLine(text, request.start, lineEnd(text, request.start))
  const [route] = grammar.routes.find(method, path)
  for (const [name, endpoint] of grammar.facts.endpoints)
    if (endpoint === route?.endpoint) return pageOf(name, grammar.facts)
  return ''
}

/** The documentation page of an endpoint for the server's version. */
function pageOf(name: string, { docs, version: [major, minor] }: Facts): string {
  const page = docs.pages[name] ?? (docs.named ? name.replaceAll(/[._]/g, '-') : '')
  const address = page === '' || page.startsWith('https://') ? page : docs.address + page
  return address.replace('{branch}', `${major}.${minor}`)
}

import type { Body } from './body'
import type { Type } from './facts'
import { lineEnd, lineStart } from './request'

/**
 * The line of a place in a body whose lines each have a type: an action and its document for _bulk, a header and its
 * search for _msearch. Blank lines count for nothing. Its index is the one that the line before names, '' for none.
 */
export function lineOf(text: string, body: number, cursor: number, name: string, type: Type): Body {
  const from = Math.max(body, lineStart(text, cursor))
  const types = Array.isArray(type) && type[0] === 'u' ? (type.slice(1) as Type[]) : [type]
  let head = ''
  for (let at = body; at < from; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, Math.min(lineEnd(text, at), at + 1000)).trim()
    if (line === '' || line.startsWith('#') || line.startsWith('//')) continue
    head = head === '' ? headOf(line, name) : ''
  }
  const index = /"_?index"\s*:\s*"([^"]*)"/.exec(head)?.[1] ?? ''
  return { from, end: lineEnd(text, cursor), type: roleOf(types, name, head), index }
}

/** A line that another one follows, '' if none does: after a delete comes the next action. */
function headOf(line: string, name: string): string {
  return name.endsWith('bulk') && /^\{\s*"delete"/.test(line) ? '' : line
}

function roleOf(types: readonly Type[], name: string, head: string): Type {
  const [first = '*', second = '*', third = second] = types
  if (head === '') return first
  return name.endsWith('bulk') && !/^\{\s*"update"/.test(head) ? third : second
}

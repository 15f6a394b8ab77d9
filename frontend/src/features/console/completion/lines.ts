import type { Body } from './body'
import type { Type, Words } from './facts'
import { lineEnd, lineStart } from './request'

/**
 * The line at a position in a body of typed lines: an action and its document, a header and its search. Blank lines do
 * not count. Its object is named by the previous line, '' for none.
 */
export function lineOf(words: Words, text: string, body: number, cursor: number, name: string, type: Type): Body {
  const from = Math.max(body, lineStart(text, cursor))
  const types = Array.isArray(type) && type[0] === 'u' ? (type.slice(1) as Type[]) : [type]
  const acts = words.lines[name] ?? { alone: [], second: [] }
  let head = ''
  for (let at = body; at < from; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, Math.min(lineEnd(text, at), at + 1000)).trim()
    if (line === '' || line.startsWith('#') || line.startsWith('//')) continue
    head = head === '' && !acts.alone.includes(actionOf(line)) ? line : ''
  }
  return {
    from,
    end: lineEnd(text, cursor),
    type: roleOf(types, words.lines[name], head),
    object: objectOf(words, head),
  }
}

/** The first object named in a line, '' for none. */
function objectOf({ names }: Words, line: string): string {
  for (const [, key = '', name = ''] of line.matchAll(/"([^"]*)"\s*:\s*"([^"]*)"/g))
    if (names.objects.includes(key)) return name
  return ''
}

/** The first key of a line. */
function actionOf(line: string): string {
  return /^\{\s*"([^"]*)"/.exec(line)?.[1] ?? ''
}

function roleOf(types: readonly Type[], acts: Words['lines'][string] | undefined, head: string): Type {
  const [first = '*', second = '*', third = second] = types
  if (head === '') return first
  return acts && !acts.second.includes(actionOf(head)) ? third : second
}

import type { Type } from './facts'
import type { Grammar } from './grammar'
import { inText, restOf, rulesOf } from './inText'
import type { Live } from './live'
import { type Completion, fitting, type Option, option } from './option'
import type { Part } from './shapes'

/** The first line of a request, in pieces. */
export interface FirstLine {
  readonly method: string
  /** The start of the path, and its parts. */
  readonly at: number
  readonly path: string
  readonly query: string
}

/** Parses the first line of a request that begins at start. */
export function firstLine(text: string, start: number, end: number): FirstLine {
  const [, indent = '', method = '', gap = '', target = ''] =
    /^([ \t]*)(\w+)([ \t]*)(\S*)/.exec(text.slice(start, end)) ?? []
  const [path = '', query = ''] = [target.split('?', 1)[0], target.slice(target.indexOf('?') + 1 || target.length)]
  return { method: method.toUpperCase(), at: start + indent.length + method.length + gap.length, path, query }
}

/** The completions at the beginning of a request. */
export function methods(
  grammar: Grammar,
  text: string,
  from: number,
  cursor: number,
  lineEnd: number,
): Completion | null {
  const typed = text.slice(from, cursor)
  const rest = /^\w*/.exec(text.slice(cursor, lineEnd))?.[0].length ?? 0
  const spaced = /^[ \t]/.test(text.slice(cursor + rest, lineEnd))
  const all = grammar.routes.methods.map((name) => option('method', name, '', { apply: spaced ? name : `${name} ` }))
  const options = fitting(all, typed).filter(({ label }) => label.startsWith(typed.toUpperCase()))
  return found(from, cursor + rest, options, typed, typed === '')
}

/** The completions in or after a request's path. */
export function target(grammar: Grammar, live: Live, text: string, line: FirstLine, cursor: number): Completion | null {
  const before = text.slice(line.at, cursor)
  const mark = before.indexOf('?')
  if (/\s/.test(mark >= 0 ? before.slice(0, mark) : before)) return null
  if (mark >= 0) return parameter(grammar, live, text, line, line.at + mark + 1, cursor)
  return path(grammar, live, text, line, cursor)
}

function path(grammar: Grammar, live: Live, text: string, line: FirstLine, cursor: number): Completion | null {
  const begun = text.slice(line.at, cursor)
  const slash = begun.lastIndexOf('/') + 1
  const { literals, kinds } = grammar.routes.following(line.method, begun.slice(0, slash))
  const parts = kinds.flatMap((kind) => grammar.shapes.parts(kind))
  const comma = begun.lastIndexOf(',') + 1
  const from = line.at + Math.max(slash, comma)
  const typed = text.slice(from, cursor)
  const to = cursor + (/^[^\s/?,]*/.exec(text.slice(cursor, cursor + 500))?.[0].length ?? 0)
  const listed = new Set(text.slice(line.at + slash, from).split(','))
  const options = words(parts, live, '').filter(({ label }) => !listed.has(label))
  if (comma <= slash) {
    for (const [label, { title, deprecated, open }] of [...literals].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const apply = open && text[to] !== '/' ? `${label}/` : label
      options.push(option('path', label, title, { apply, deprecated }))
    }
  }
  return found(from, to, fitting(unique(options), typed), typed, false)
}

function parameter(
  grammar: Grammar,
  live: Live,
  text: string,
  line: FirstLine,
  start: number,
  cursor: number,
): Completion | null {
  const parameters = grammar.parameters(grammar.routes.find(line.method, line.path))
  const from = Math.max(start, separator(text, cursor) + 1)
  const equals = text.slice(from, cursor).indexOf('=')
  if (equals >= 0)
    return parameterValue(
      grammar,
      live,
      text,
      line,
      text.slice(from, from + equals),
      parameters.get(text.slice(from, from + equals))?.type,
      from + equals + 1,
      cursor,
    )
  const typed = text.slice(from, cursor)
  const to = cursor + (/^[\w.]*/.exec(text.slice(cursor, cursor + 500))?.[0].length ?? 0)
  const given = new Set(line.query.split('&').map((one) => one.split('=', 1)[0]))
  given.delete(text.slice(from, to))
  const options = [...parameters]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([name]) => !given.has(name))
    .map(([name, { type, flag }]) => {
      const apply = flag || text[to] === '=' ? name : `${name}=`
      return option('parameter', name, typeWords(grammar.shapes.parts(type)), { apply })
    })
  return found(from, to, fitting(options, typed), typed, false)
}

/** The last ampersand that ends a parameter: two after a space mean "and" in its value. */
function separator(text: string, cursor: number): number {
  let at = text.lastIndexOf('&', cursor - 1)
  while (at > 1 && text[at - 1] === '&' && /\s/.test(text[at - 2] ?? '')) at = text.lastIndexOf('&', at - 2)
  return at
}

function parameterValue(
  grammar: Grammar,
  live: Live,
  text: string,
  line: FirstLine,
  name: string,
  type: Type | undefined,
  start: number,
  cursor: number,
): Completion | null {
  if (type === undefined) return null
  const direct = grammar.shapes.parts(type)
  const lists = direct.flatMap((part) => (part.kind === 'array' ? grammar.shapes.parts(part.of) : []))
  const object = grammar.objectOf(grammar.routes.find(line.method, line.path).slice(0, 1))
  const rules = rulesOf(grammar, direct)
  if (rules) {
    const to = cursor + restOf(text.slice(cursor, cursor + 500))
    const around = [text.slice(start, cursor), text[to] ?? ''] as const
    const fields = live.fields(object).filter(grammar.fits.needed([name]))
    const { typed, options } = inText(grammar, rules, fields, around, escaped)
    return found(cursor - typed.length, to, options, typed, false)
  }
  const from = lists.length > 0 ? Math.max(start, text.lastIndexOf(',', cursor - 1) + 1) : start
  const typed = text.slice(from, cursor)
  const to = cursor + (/^[^\s&,]*/.exec(text.slice(cursor, cursor + 500))?.[0].length ?? 0)
  const options = words([...direct, ...lists], live, object)
  return found(from, to, fitting(unique(options), typed), typed, false)
}

/** The possible words for a path part or a parameter. */
function words(parts: readonly Part[], live: Live, object: string): Option[] {
  const text = parts.some(({ kind }) => kind === 'string')
  return parts.flatMap((part): Option[] => {
    if (part.kind === 'values')
      return part.values
        .filter((value) => typeof value === 'string' || !text)
        .map((value) => option('value', String(value)))
    if (part.kind === 'boolean') return ['true', 'false'].map((value) => option('value', value))
    if (part.kind === 'name' && part.of === '@object')
      return live.names.map(({ name, kind }) => option('name', name, kind, { apply: escaped(name) }))
    if (part.kind === 'name' && part.of === '@field')
      return live.fields(object).map(({ name, type }) => option('field', name, type, { apply: escaped(name) }))
    return []
  })
}

/** A word as written in a path or query. */
function escaped(word: string): string {
  return encodeURIComponent(word).replaceAll('%2C', ',').replaceAll('%40', '@')
}

function typeWords(parts: readonly Part[]): string {
  const kinds = new Set(parts.map(({ kind }) => kind))
  if (kinds.has('boolean')) return 'true or false'
  if (kinds.has('number')) return 'number'
  const values = parts.flatMap((part) =>
    part.kind === 'values' ? part.values.filter((one) => typeof one === 'string') : [],
  )
  return values.length > 0 && values.length < 4 ? values.join(', ') : ''
}

function unique(options: readonly Option[]): Option[] {
  return [...new Map(options.map((one) => [one.label, one])).values()]
}

function found(from: number, to: number, options: readonly Option[], typed: string, quiet: boolean): Completion | null {
  return options.length === 0 ? null : { from, to, options, typed, quiet, values: null }
}

import type { Cell } from '../../grid/types'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'

/** What a document has at its paths: the exact text of each value, an object's own beside those of its members. */
type Paths = Map<string, { raw: string; array: boolean }>

/**
 * The values that a document has for some columns, exactly as it spells them. Columns whose values are inside of arrays are
 * left out, and so are those that are not part of the document. Comments are read as spaces, as the rows show them.
 */
export function valuesOf(document: string, columns: readonly GridColumn[]): Map<string, Cell> {
  const paths: Paths = new Map()
  const text = withoutComments(document)
  walk(text, skipSpace(text, 0), '', paths)
  const values = new Map<string, Cell>()
  for (const { name, primary, readOnly } of columns) {
    if (primary || readOnly) continue
    const found = paths.get(name)
    if (found) values.set(name, cellOf(found.raw))
    else if (!insideArray(name, paths)) values.set(name, { kind: Kind.missing, text: '', cut: 0 })
  }
  return values
}

function withoutComments(document: string): string {
  if (!/\/[*/]/.test(document)) return document
  return document.replace(/"(?:\\.|[^"\\])*"|\/\*[\s\S]*?\*\/|\/\/[^\r\n]*/g, (part) =>
    part.startsWith('"') ? part : ' '.repeat(part.length),
  )
}

function insideArray(name: string, paths: Paths): boolean {
  return [...name.matchAll(/\./g)].some(({ index }) => paths.get(name.slice(0, index))?.array === true)
}

function cellOf(raw: string): Cell {
  if (raw.startsWith('"')) return { kind: Kind.string, text: JSON.parse(raw) as string, cut: 0 }
  if (raw === 'null') return { kind: Kind.null, text: '', cut: 0 }
  if (raw === 'true' || raw === 'false') return { kind: Kind.bool, text: raw, cut: 0 }
  return { kind: /^[[{]/.test(raw) ? Kind.json : Kind.number, text: raw, cut: 0 }
}

/** Notes the members of the object that begins at a position, with those of its objects. */
function walk(text: string, at: number, prefix: string, paths: Paths): void {
  if (text[at] !== '{') return
  let i = skipSpace(text, at + 1)
  while (text[i] === '"') {
    const keyEnd = endOf(text, i)
    const path = prefix + (JSON.parse(text.slice(i, keyEnd)) as string)
    const begin = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = endOf(text, begin)
    paths.set(path, { raw: text.slice(begin, end), array: text[begin] === '[' })
    walk(text, begin, `${path}.`, paths)
    i = skipSpace(text, end)
    if (text[i] === ',') i = skipSpace(text, i + 1)
  }
}

function skipSpace(text: string, at: number): number {
  let i = at
  while (i < text.length && ' \t\r\n'.includes(text[i] as string)) i++
  return i
}

/** Where the value that begins at a position of a valid document ends. */
function endOf(text: string, at: number): number {
  let depth = 0
  for (let i = at; i < text.length; i++) {
    const c = text[i] as string
    if (c === '"') i = endOfString(text, i)
    else if (c === '{' || c === '[') depth++
    else if (c === '}' || c === ']') depth--
    else if (depth > 0 || !',}] \t\r\n:'.includes(text[i + 1] ?? ',')) continue
    if (depth <= 0) return i + 1
  }
  return text.length
}

/** The closing quote of the string that begins at a position. */
function endOfString(text: string, at: number): number {
  let i = at + 1
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1
  return i
}

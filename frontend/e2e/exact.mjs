// Parses JSON without changing a character, and computes how a value appears in a cell and in a copy.

const tokens = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|([^\s{}[\],:"]+))/y

/**
 * Parses a JSON text. A node has its kind (object, array, string, number, boolean or null), its raw characters, and its
 * members as [key, node] or its items. Throws an Error if the text is not JSON.
 */
export function readJSON(text) {
  let at = 0
  const next = () => {
    tokens.lastIndex = at
    const found = tokens.exec(text)
    if (!found) throw new Error(`no JSON at ${at}: ${text.slice(at, at + 40)}`)
    at = tokens.lastIndex
    return { mark: found[1], string: found[2], word: found[3], from: at - (found[1] ?? found[2] ?? found[3]).length }
  }
  const value = (token) => {
    if (token.string !== undefined) return { kind: 'string', raw: token.string }
    if (token.word !== undefined) return { kind: wordKind(token.word), raw: token.word }
    if (token.mark === '{') return container(token, '}', 'object')
    if (token.mark === '[') return container(token, ']', 'array')
    throw new Error(`no value at ${token.from}`)
  }
  const container = (opening, end, kind) => {
    const parts = []
    let token = next()
    while (token.mark !== end) {
      if (kind === 'object') {
        next()
        parts.push([JSON.parse(token.string), value(next())])
      } else {
        parts.push(value(token))
      }
      token = next()
      if (token.mark === ',') token = next()
    }
    const raw = text.slice(opening.from, at)
    return kind === 'object' ? { kind, raw, members: parts } : { kind, raw, items: parts }
  }
  return value(next())
}

function wordKind(word) {
  if (word === 'null') return 'null'
  if (word === 'true' || word === 'false') return 'boolean'
  if (/^-?\d/.test(word)) return 'number'
  throw new Error(`${word} is no JSON`)
}

/** The node at a key of an object, undefined if there is none. */
export const member = (node, key) => node.members.find(([name]) => name === key)?.[1]

/** The text of a string node. */
export const textOf = (node) => JSON.parse(node.raw)

/** The hits of a search response. */
export const hitsOf = (answer) => member(member(readJSON(answer), 'hits'), 'hits').items

const most = 10_000

/** The text of a cell: an array or object longer than 10,000 code points is cut. */
export function cellText(node) {
  if (node === undefined || node.kind === 'null') return ''
  if (node.kind === 'string') return textOf(node)
  return isCut(node) ? `${[...node.raw].slice(0, most).join('')}...` : node.raw
}

/** True if a cell has only the beginning of its value. */
export function isCut(node) {
  return (node?.kind === 'array' || node?.kind === 'object') && [...node.raw].length > most
}

/** JSON without the spaces between its values. */
const withoutSpaces = (json) => json.replace(/"(?:[^"\\]|\\.)*"?|\s+/g, (part) => (part[0] === '"' ? part : ''))

/**
 * The text that a cell draws: the word NULL, JSON without spaces between its values, at most 200 characters, symbols
 * for line breaks and tabs.
 */
export function drawn(node) {
  if (node === undefined) return ''
  if (node.kind === 'null') return 'NULL'
  const text = node.kind === 'array' || node.kind === 'object' ? withoutSpaces(cellText(node)) : cellText(node)
  const short = text.length > 200 ? `${text.slice(0, 200)}…` : text
  return short.replace(/\r\n|[\n\r]/g, '↵').replaceAll('\t', '⇥')
}

/** A row copied as JSON: whole values with their exact characters, missing ones without a key. */
export function copiedRow(columns, nodes) {
  const members = columns.flatMap((column, i) => {
    const node = nodes[i]
    if (node === undefined) return []
    return [`${JSON.stringify(column)}: ${node.kind === 'string' ? JSON.stringify(textOf(node)) : node.raw}`]
  })
  return members.length === 0 ? '  {}' : `  {${members.join(', ')}}`
}

import { ExternalTokenizer, type InputStream, type Stack } from '@lezer/lr'
import {
  Comment,
  closeBrace,
  closeBracket,
  colon,
  comma,
  Definition,
  gap,
  indent,
  JsonNumber,
  JsonString,
  LineComment,
  LineVariable,
  Literal,
  LongString,
  lineEnd,
  Method,
  missing,
  Other,
  openBrace,
  openBracket,
  Path,
  PropertyName,
  Query,
  Statement,
  space,
  Variable,
} from './console.grammar.terms'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
const statements = new Set(
  (
    'ALTER BEGIN CALL COMMIT CREATE DESC DESCRIBE DROP EXEC EXECUTE EXPLAIN GRANT INSERT MERGE REPLACE REVOKE ROLLBACK ' +
    'SELECT SET SHOW TRUNCATE UPDATE USE WITH'
  ).split(' '),
)

const end = -1
const code = (sign: string) => sign.charCodeAt(0)
const newline = code('\n')
const quote = code('"')
const slash = code('/')
const star = code('*')
const hash = code('#')
const backslash = code('\\')
const dollar = code('$')
const open = code('{')
const close = code('}')
const byteOrderMark = 0xfeff

const signs = new Map([
  [open, openBrace],
  [close, closeBrace],
  [code('['), openBracket],
  [code(']'), closeBracket],
  [code(':'), colon],
  [code(','), comma],
])

/** Splits the text like scan in the backend (backend/work/console/scan.go), which explains each of these rules. */
export const tokens = new ExternalTokenizer(
  (input, stack) => {
    if (stack.canShift(lineEnd)) inLine(input)
    else outside(input, stack)
  },
  { contextual: true },
)

/** White space within a line, including non-ASCII characters, which occur in text from web pages. */
const blank = /[\t\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/
const isBlank = (c: number) => c === 32 || c === 9 || c === 13 || (c > 0 && blank.test(String.fromCharCode(c)))
const isLetter = (c: number) => (c >= 97 && c <= 122) || (c >= 65 && c <= 90)
const isName = (c: number) => isLetter(c) || c === 95 || c === 45 || (c >= 48 && c <= 57)
const ends = (c: number) => c === end || c === newline

/** The number of blanks from a position on. */
function blanks(input: InputStream, at: number): number {
  let n = 0
  while (isBlank(input.peek(at + n))) n += 1
  return n
}

/** The token at a position outside of a request's first line. */
function outside(input: InputStream, stack: Stack): void {
  const { next } = input
  const before = input.peek(-1)
  if (next === end) {
    if (stack.canShift(missing)) input.acceptToken(missing)
    return
  }
  if (before === end && next === byteOrderMark) return void input.acceptToken(space, 1)
  if ((before === end || before === newline || before === byteOrderMark) && atLine(input, stack)) return
  // After the white space of such a line.
  if (!stack.canShift(indent) && stack.canShift(Method) && atHead(input, stack, 0)) return
  piece(input, stack)
}

/** The first token of a line that is a definition or starts a request; false for other lines. */
function atLine(input: InputStream, stack: Stack): boolean {
  const white = blanks(input, 0)
  if (isDefinition(input, white)) {
    while (!ends(input.next)) input.advance()
    input.acceptToken(Definition)
    return true
  }
  return atHead(input, stack, white)
}

function atHead(input: InputStream, stack: Stack, white: number): boolean {
  const [token, length] = headAt(input, white)
  if (!token) return false
  // Open brackets end here: an incomplete request never swallows the next one.
  if (stack.canShift(missing)) input.acceptToken(missing)
  else if (white > 0) input.acceptToken(indent, white)
  else input.acceptToken(token, length)
  return true
}

/** The method or SQL keyword at a position, and its length; 0 for neither. */
function headAt(input: InputStream, at: number): [token: number, length: number] {
  let length = 0
  while (length < 10 && isLetter(input.peek(at + length))) length += 1
  if (length < 3) return [0, 0]
  let word = ''
  for (let i = 0; i < length; i += 1) word += String.fromCharCode(input.peek(at + i))
  const behind = input.peek(at + length)
  const apart = ends(behind) || isBlank(behind)
  if (methods.has(word.toUpperCase())) return apart ? [Method, length] : [0, 0]
  const called = behind === code(';') || behind === code('(')
  return statements.has(word.toUpperCase()) && (apart || called) ? [Statement, length] : [0, 0]
}

/** Whether "@name =" is at a position. */
function isDefinition(input: InputStream, at: number): boolean {
  if (input.peek(at) !== code('@')) return false
  const name = nameLength(input, at + 1)
  let behind = at + 1 + name
  while (input.peek(behind) === 32 || input.peek(behind) === 9) behind += 1
  return name > 0 && input.peek(behind) === code('=')
}

/** The length of the name of a variable, which does not begin with a digit. */
function nameLength(input: InputStream, at: number): number {
  const first = input.peek(at)
  if (!isLetter(first) && first !== 95) return 0
  let n = 1
  while (isName(input.peek(at + n))) n += 1
  return n
}

/** The length of ${name} or {{name}} at a position, 0 for none. */
function variableLength(input: InputStream, at: number): number {
  const dollars = input.peek(at) === dollar
  if (!dollars && input.peek(at) !== open) return 0
  if (input.peek(at + 1) !== open) return 0
  const name = nameLength(input, at + 2)
  if (name === 0 || input.peek(at + 2 + name) !== close) return 0
  if (dollars) return name + 3
  return input.peek(at + 3 + name) === close ? name + 4 : 0
}

/** A piece of a body, or of the text between requests. */
function piece(input: InputStream, stack: Stack): void {
  const { next } = input
  const second = input.peek(1)
  if (next === newline) return void input.acceptToken(space, 1)
  if (isBlank(next)) return void input.acceptToken(space, blanks(input, 0))
  if (next === hash || (next === slash && second === slash)) return restOfLine(input, Comment)
  if (next === slash && second === star) return toMark(input, Comment, 2, '*/')
  if (next === quote)
    return second === quote && input.peek(2) === quote ? toMark(input, LongString, 3, '"""') : string(input)
  const variable = variableLength(input, 0)
  if (variable > 0) return void input.acceptToken(Variable, variable)
  const sign = signs.get(next)
  if (sign === undefined) return word(input)
  // A bracket without a matching opening one closes nothing.
  input.acceptToken(stack.canShift(sign) ? sign : Other, 1)
}

function restOfLine(input: InputStream, token: number): void {
  while (!ends(input.next)) input.advance()
  input.acceptToken(token)
}

/** A token that ends after a delimiter, or with the text. */
function toMark(input: InputStream, token: number, length: number, mark: string): void {
  input.advance(length)
  for (; input.next !== end; input.advance()) {
    let same = 0
    while (same < mark.length && input.peek(same) === mark.charCodeAt(same)) same += 1
    if (same < mark.length) continue
    input.advance(mark.length)
    break
  }
  input.acceptToken(token)
}

function string(input: InputStream): void {
  input.advance()
  for (; !ends(input.next); input.advance()) {
    if (input.next === quote) {
      input.advance()
      break
    }
    if (input.next === backslash && !ends(input.peek(1))) input.advance()
  }
  input.acceptToken(input.peek(blanks(input, 0)) === code(':') ? PropertyName : JsonString)
}

const closing = new Set([newline, quote, hash, open, close, dollar].concat([...'[]:,'].map(code)))

/** A number, a literal, or neither. */
function word(input: InputStream): void {
  const from = input.pos
  let text = ''
  do {
    if (text.length < 64) text += String.fromCharCode(input.next)
    input.advance()
  } while (input.next !== end && !closing.has(input.next) && !isBlank(input.next) && !isComment(input))
  if (input.pos - from > 64) text = ''
  input.acceptToken(kindOf(text))
}

const isComment = (input: InputStream) => input.next === slash && (input.peek(1) === slash || input.peek(1) === star)

function kindOf(word: string): number {
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(word)) return JsonNumber
  return word === 'true' || word === 'false' || word === 'null' ? Literal : Other
}

/** A part of a request's first line, after its method. */
function inLine(input: InputStream): void {
  const { next } = input
  if (ends(next)) return void input.acceptToken(lineEnd)
  const white = blanks(input, 0)
  if (white > 0) return void input.acceptToken(gap, white)
  if (beginsComments(input)) return restOfLine(input, LineComment)
  const part = partOf(input)
  const variable = variableLength(input, 0)
  if (variable > 0) return void input.acceptToken(LineVariable, variable)
  do input.advance()
  while (
    !ends(input.next) &&
    !isBlank(input.next) &&
    variableLength(input, 0) === 0 &&
    !(part === 'path' && input.next === code('?'))
  )
  input.acceptToken(part === 'query' ? Query : Path)
}

/** The part of the line at a position. */
function partOf(input: InputStream): 'path' | 'query' {
  for (let back = 0; back === 0 || !ends(input.peek(back)); back -= 1) {
    if (input.peek(back) === code('?')) return 'query'
  }
  return 'path'
}

/** Whether the rest of a line from a position is only comments, after white space and outside of quotes. */
function beginsComments(input: InputStream): boolean {
  if (!isBlank(input.peek(-1)) || isTarget(input, -1) || isQuoted(input)) return false
  for (let at = 0; ; at += blanks(input, at)) {
    if (ends(input.peek(at))) return at > 0
    if (input.peek(at) === hash) return true
    if (input.peek(at) !== slash) return false
    if (input.peek(at + 1) === slash) return true
    if (input.peek(at + 1) !== star) return false
    for (at += 2; input.peek(at) !== star || input.peek(at + 1) !== slash; at += 1) {
      if (ends(input.peek(at))) return false
    }
    at += 2
  }
}

/** Whether a position is between two quotes in its line. */
function isQuoted(input: InputStream): boolean {
  let quotes = 0
  for (let back = -1; !ends(input.peek(back)); back -= 1) if (input.peek(back) === quote) quotes += 1
  if (quotes % 2 === 0) return false
  for (let at = 0; !ends(input.peek(at)); at += 1) if (input.peek(at) === quote) return true
  return false
}

/** Whether only the method is between the start of a line and a blank in it. */
function isTarget(input: InputStream, from: number): boolean {
  let back = from
  while (isBlank(input.peek(back))) back -= 1
  while (!isBlank(input.peek(back)) && !ends(input.peek(back)) && input.peek(back) !== byteOrderMark) back -= 1
  while (isBlank(input.peek(back))) back -= 1
  return ends(input.peek(back)) || input.peek(back) === byteOrderMark
}

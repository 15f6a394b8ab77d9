/** What is wrong with a JSON text, and where. */
export interface JsonFault {
  /** Its range in the text: up to `to`, which is after `from` unless the text ends there. */
  from: number
  to: number
  /** From 1. */
  line: number
  column: number
  message: string
}

const space = /[ \t\r\n]*/y
const word = /[^\s,\]}:"[{]+/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const lineEnd = 'Unterminated string: add a closing quote.'
const control = 'Escape this control character, for example as \\t.'
const comma = 'Missing comma or closing bracket.'

/** The first error of a JSON text; undefined if it is one complete, valid value. Nothing in it is converted. */
export function jsonFault(source: string): JsonFault | undefined {
  const open: string[] = []
  let at = 0
  const skip = () => {
    space.lastIndex = at
    space.test(source)
    at = space.lastIndex
  }
  const fault = (message: string, from = at, to = from + 1): JsonFault => {
    const before = source.slice(0, from).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    return { from, to: Math.min(to, source.length), line: before.length, column, message }
  }
  const string = (): JsonFault | undefined => {
    const from = at
    for (at += 1; at < source.length; at += 1) {
      const sign = source[at] as string
      if (sign === '"') {
        at += 1
        return undefined
      }
      if (sign < ' ') return fault(sign === '\n' ? lineEnd : control)
      if (sign !== '\\') continue
      escaped.lastIndex = at
      if (!escaped.test(source)) return fault('Invalid escape sequence.', at, at + 2)
      at = escaped.lastIndex - 1
    }
    return fault('Missing closing quote.', from, source.length)
  }
  const key = (): JsonFault | undefined => {
    if (source[at] !== '"') return fault('Expected a key in quotes.')
    const wrong = string()
    if (wrong) return wrong
    skip()
    if (source[at] !== ':') return fault('Missing colon after the key.')
    at += 1
    skip()
    return undefined
  }
  skip()
  for (;;) {
    // A value begins here.
    const sign = source[at]
    if (sign === undefined) return fault(open.length > 0 ? 'Unexpected end of text.' : 'Missing value.')
    if (sign === '{' || sign === '[') {
      at += 1
      skip()
      const end = sign === '{' ? '}' : ']'
      if (source[at] !== end) {
        open.push(end)
        const wrong = sign === '{' ? key() : undefined
        if (wrong) return wrong
        continue
      }
      at += 1
    } else if (sign === '"') {
      const wrong = string()
      if (wrong) return wrong
    } else {
      const from = at
      word.lastIndex = at
      const found = word.exec(source)?.[0] ?? ''
      if (found === '')
        return fault(sign === ',' || sign === ']' || sign === '}' ? 'Missing value.' : 'Expected a value.')
      if (found !== 'true' && found !== 'false' && found !== 'null' && !number.test(found))
        return fault(wordMessage(found), from, from + found.length)
      at += found.length
    }
    // What follows a value: the next member, or the ends of the open containers.
    skip()
    while (open.length > 0 && source[at] === open.at(-1)) {
      open.pop()
      at += 1
      skip()
    }
    const end = open.at(-1)
    if (end === undefined)
      return at < source.length ? fault('Unexpected text after the value.', at, source.length) : undefined
    if (source[at] === undefined) return fault('Unexpected end of text.')
    if (source[at] !== ',') return fault(comma)
    at += 1
    skip()
    if (source[at] === end) return fault('Trailing comma.', source.lastIndexOf(',', at))
    const wrong = end === '}' ? key() : undefined
    if (wrong) return wrong
  }
}

function wordMessage(found: string): string {
  if (/^[+-]?[\d.]/.test(found)) return 'Invalid number.'
  return 'Text needs quotes. Without them, only true, false, null and numbers are allowed.'
}

const token = /("(?:[^"\\]|\\.)*")|[ \t\r\n]+/gs

/** A JSON text without the spaces between its values; all other characters are kept. */
export const compactJson = (source: string) => source.replace(token, '$1')

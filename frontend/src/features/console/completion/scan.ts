/** An object or array that is open at a position. */
export interface Frame {
  readonly array: boolean
  /** The key whose value is being written, '' before the first. */
  key: string
  /** The keys of an object before and after the position, with values that are a single word, string or number. */
  readonly keys: Map<string, string>
  state: 'key' | 'colon' | 'value' | 'after'
}

/** The context of a position in a JSON text. */
export interface Place {
  /** The open containers, outermost first. */
  readonly frames: readonly Frame[]
  /** 'none' inside a comment, and if only a comma, colon or bracket can follow. */
  readonly at: 'key' | 'value' | 'none'
  /** The typed part of a key or value, without quotes. */
  readonly typed: string
  /** The string or word at the position, including quotes. */
  readonly from: number
  readonly to: number
  readonly quoted: boolean
  /** True inside """. */
  readonly triple: boolean
}

/** The state of scanning a text. */
class Reader {
  readonly frames: Frame[] = []
  at = 0
  /** The state outside of any bracket. */
  #top: Frame['state'] = 'value'
  readonly #text: string
  readonly #end: number

  constructor(text: string, from: number, to: number) {
    this.#text = text
    this.at = from
    this.#end = to
  }

  get frame(): Frame | undefined {
    return this.frames.at(-1)
  }

  get state(): Frame['state'] {
    return this.frame?.state ?? this.#top
  }

  set state(state: Frame['state']) {
    if (this.frame) this.frame.state = state
    else this.#top = state
  }

  /** Reads the next token; an unfinished string, word or comment at the end is returned but not consumed. */
  next(): { kind: 'string' | 'triple' | 'word' | 'comment'; from: number } | null {
    const text = this.#text
    const from = this.at
    const char = text[from] ?? ''
    if (/\s/.test(char)) this.at += 1
    else if (char === '"') return this.#string(from)
    else if (char === '#' || text.startsWith('//', from)) return this.#comment(from, '\n')
    else if (text.startsWith('/*', from)) return this.#comment(from, '*/')
    else if ('{[]}:,'.includes(char)) this.punctuation(char)
    else return this.#word(from)
    return null
  }

  #string(from: number) {
    const triple = this.#text.startsWith('"""', from) && from + 3 <= this.#end
    const end = triple ? this.#text.indexOf('"""', from + 3) : stringEnd(this.#text, from)
    const width = triple ? 3 : 1
    if (end < 0 || end + width > this.#end) return { kind: triple ? 'triple' : 'string', from } as const
    this.at = end + width
    this.value(this.#text.slice(from + width, end))
    return null
  }

  #comment(from: number, until: string) {
    const end = this.#text.indexOf(until, from)
    if (end < 0 || end + until.length > this.#end) return { kind: 'comment', from } as const
    this.at = end + until.length
    return null
  }

  #word(from: number) {
    let end = from
    while (end < this.#end && !/[\s{}[\]:,"#]/.test(this.#text[end] ?? '')) end += 1
    if (end >= this.#end) return { kind: 'word', from } as const
    this.at = Math.max(end, from + 1)
    this.value(this.#text.slice(from, end))
    return null
  }

  /** Handles a key or a scalar. */
  value(word: string): void {
    const { frame } = this
    if (frame && !frame.array && (frame.state === 'key' || frame.state === 'colon')) {
      frame.key = word
      if (!frame.keys.has(word)) frame.keys.set(word, '')
      frame.state = 'colon'
      return
    }
    if (frame && !frame.array && frame.key !== '') frame.keys.set(frame.key, word)
    this.state = 'after'
  }

  punctuation(char: string): void {
    this.at += 1
    const { frame } = this
    if (char === '{' || char === '[') {
      this.frames.push({ array: char === '[', key: '', keys: new Map(), state: char === '[' ? 'value' : 'key' })
    } else if (char === '}' || char === ']') {
      this.frames.pop()
      this.state = 'after'
    } else if (frame && char === ':') {
      frame.state = 'value'
    } else if (frame) {
      frame.state = frame.array ? 'value' : 'key'
    }
  }
}

/** The end of a single-line string that begins at from; -1 if it does not end. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\n') return -1
    if (char === '\\') at += 1
    else if (char === '"') return at
  }
  return -1
}

/** The context of a position in the JSON between from and end. */
export function placeOf(text: string, from: number, cursor: number, end: number): Place {
  const reader = new Reader(text, from, cursor)
  let open: ReturnType<Reader['next']> = null
  while (reader.at < cursor && !open) open = reader.next()
  const { state } = reader
  const at = state === 'key' || state === 'value' ? state : 'none'
  const begun = open?.from ?? cursor
  const to = open && open.kind !== 'comment' ? tokenEnd(text, cursor, end, open.kind) : cursor
  siblings(text, to, end, reader.frames)
  const width = open?.kind === 'triple' ? 3 : open?.kind === 'string' ? 1 : 0
  return {
    frames: reader.frames,
    at: open?.kind === 'comment' ? 'none' : at,
    typed: text.slice(begun + width, cursor),
    from: begun,
    to,
    quoted: width > 0,
    triple: width === 3,
  }
}

/**
 * The end of the token at a position: an unclosed string ends there, unless the following text seems to belong to it.
 */
function tokenEnd(text: string, cursor: number, end: number, kind: string): number {
  if (kind === 'triple') return cursor
  let at = cursor
  while (at < end && /[\w.*@/-]/.test(text[at] ?? '')) at += 1
  if (kind === 'word') return at
  return at < end && text[at] === '"' ? at + 1 : cursor
}

/** How far to search for siblings after a position, in characters. */
const farthest = 50_000

/** Adds the keys after a position to the objects that are open there. */
function siblings(text: string, from: number, end: number, frames: readonly Frame[]): void {
  if (frames.length === 0) return
  const until = Math.min(end, from + farthest)
  const reader = new Reader(text, from, until)
  // The following text closes copies, so that the position's context is unchanged; the maps are shared.
  for (const frame of frames) reader.frames.push({ ...frame, key: '', state: 'after' })
  let open: ReturnType<Reader['next']> = null
  while (reader.at < until && reader.frames.length > 0 && !open) open = reader.next()
}

import { Kind } from './block'

/** One cell of a test block: its kind, its text and, if it is cut, the whole length. */
export interface FixtureCell {
  kind: number
  text: string | Uint8Array
  cut?: number
}

const encoder = new TextEncoder()

/** Builds a page block for tests, row by row. The columns that begin with '#' must come last. */
export function encodeBlock(names: readonly string[], rows: readonly (readonly FixtureCell[])[]): ArrayBuffer {
  const out = new Writer(32 + names.length * 16)
  const cuts = rows.flatMap((row, r) => row.flatMap((cell, c) => (cell.cut ? [r, c, cell.cut] : [])))
  const cutsAt = out.words(cuts)
  const encodedNames = names.map((name) => encoder.encode(name))
  const namesAt = out.words(running(encodedNames))
  out.bytes(join(encodedNames))
  names.forEach((_, c) => {
    const cells = rows.map((row) => row[c] ?? { kind: Kind.missing, text: '' })
    const texts = cells.map((cell) => (typeof cell.text === 'string' ? encoder.encode(cell.text) : cell.text))
    const text = join(texts)
    out.header(32 + c * 16, [
      out.bytes(Uint8Array.from(cells, (cell) => cell.kind)),
      out.words(running(texts)),
      out.bytes(text),
      text.length,
    ])
  })
  const visible = names.filter((name) => !name.startsWith('#')).length
  out.header(0, [0x31425251, rows.length, names.length, visible, cuts.length / 3, cutsAt, namesAt, out.size])
  return out.buffer()
}

class Writer {
  private data: number[]

  constructor(headerBytes: number) {
    this.data = new Array<number>(headerBytes).fill(0)
  }

  get size(): number {
    return this.data.length
  }

  bytes(bytes: Uint8Array): number {
    const at = this.data.length
    this.data.push(...bytes)
    while (this.data.length % 4 !== 0) this.data.push(0)
    return at
  }

  words(words: readonly number[]): number {
    const at = this.data.length
    for (const word of words) this.data.push(...littleEndian(word))
    return at
  }

  header(at: number, words: readonly number[]): void {
    words.forEach((word, i) => {
      littleEndian(word).forEach((byte, b) => {
        this.data[at + i * 4 + b] = byte
      })
    })
  }

  buffer(): ArrayBuffer {
    return Uint8Array.from(this.data).buffer
  }
}

function littleEndian(word: number): number[] {
  return [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24]
}

function running(texts: readonly Uint8Array[]): number[] {
  let end = 0
  return [0, ...texts.map((text) => (end += text.length))]
}

function join(texts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(texts.flatMap((text) => [...text]))
}

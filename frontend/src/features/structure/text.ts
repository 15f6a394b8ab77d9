/** The most characters of one line that are shown. */
export const longestLine = 4000
/** The most places that a search counts. */
export const mostPlaces = 10_000

const newline = 10
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Where something that was looked for stands: the line, and how many of it stand before it in the line. */
export interface Place {
  line: number
  nth: number
}

/** A text of many lines, kept as bytes; a line is decoded when it is shown. */
export class LongText {
  readonly bytes: Uint8Array
  readonly #starts: Uint32Array

  constructor(buffer: ArrayBuffer) {
    this.bytes = new Uint8Array(buffer)
    this.#starts = startsOf(this.bytes)
  }

  get lineCount(): number {
    return this.#starts.length
  }

  /** A line without its line break; a very long one ends after longestLine characters, and cut says how many bytes follow. */
  line(number: number): { text: string; cut: number } {
    const start = this.#starts[number] ?? this.bytes.length
    const next = this.#starts[number + 1]
    const end = next === undefined ? this.bytes.length : next - 1
    const whole = this.bytes.subarray(start, end)
    if (whole.length <= longestLine) return { text: decoder.decode(whole), cut: 0 }
    let cut = longestLine
    while (cut > 0 && ((whole[cut] ?? 0) & 0xc0) === 0x80) cut -= 1
    return { text: decoder.decode(whole.subarray(0, cut)), cut: whole.length - cut }
  }

  /** The whole text. */
  whole(): string {
    return decoder.decode(this.bytes)
  }

  /** Every place of a text, whatever the case of its ASCII letters, mostPlaces at most. */
  find(wanted: string): Place[] {
    const needle = new TextEncoder().encode(wanted).map(folded)
    const places: Place[] = []
    const first = needle[0]
    if (first === undefined) return places
    const { bytes } = this
    let line = 0
    let nth = 0
    for (let at = 0; at + needle.length <= bytes.length && places.length < mostPlaces; at += 1) {
      const byte = bytes[at] as number
      if (byte === newline) {
        line += 1
        nth = 0
      }
      if (folded(byte) !== first || !startsWith(bytes, at, needle)) continue
      places.push({ line, nth })
      nth += 1
      at += needle.length - 1
    }
    return places
  }
}

function startsOf(bytes: Uint8Array): Uint32Array {
  let count = 1
  for (const byte of bytes) if (byte === newline) count += 1
  const starts = new Uint32Array(count)
  let line = 1
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) {
    starts[line] = at + 1
    line += 1
  }
  return starts
}

function folded(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte
}

function startsWith(bytes: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let i = 1; i < needle.length; i += 1) if (folded(bytes[at + i] as number) !== needle[i]) return false
  return true
}

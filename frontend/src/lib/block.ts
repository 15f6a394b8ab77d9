/** What a cell contains. The numbers are those of the page block. */
export const Kind = {
  missing: 0,
  null: 1,
  bool: 2,
  number: 3,
  string: 4,
  json: 5,
  /** A string that UTF-8 cannot represent: its text has JSON escapes, and it is read-only. */
  escaped: 6,
} as const

const magic = 0x31425251 // "QRB1" as a little-endian number
const headerSize = 32
const columnEntrySize = 16
const cutEntrySize = 12

interface ColumnArrays {
  kinds: Uint8Array
  offsets: Uint32Array
  text: Uint8Array
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strictDecoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

/**
 * A page of rows as the backend's kernel wrote it: for each column one array of kinds, one of offsets and one of UTF-8
 * text. Values are decoded only on request. A text has the engine's own characters, so it is never a JavaScript number.
 */
export class Block {
  readonly rows: number
  /** The names of the columns, the visible ones first. A hidden column's name begins with '#'. */
  readonly names: readonly string[]
  /** How many of the columns are shown. */
  readonly visible: number
  /** The size of the whole block in bytes. */
  readonly bytes: number
  private readonly columns: readonly ColumnArrays[]
  private readonly cuts: Uint32Array
  private readonly hiddenColumns: ReadonlyMap<string, number>

  /** Reads and checks the whole structure of the block. Throws an Error that names the invalid part. */
  constructor(buffer: ArrayBuffer) {
    const reader = new Reader(buffer)
    this.rows = reader.u32(4, 'row count')
    const columnCount = reader.u32(8, 'column count')
    this.visible = reader.u32(12, 'count of visible columns')
    this.bytes = buffer.byteLength
    if (this.visible > columnCount) fail(`${this.visible} of ${columnCount} columns are visible`)
    reader.range(headerSize, columnCount * columnEntrySize, 'column table')
    this.names = readNames(reader, reader.u32(24, 'position of the names'), columnCount)
    this.columns = this.names.map((name, column) => readColumn(reader, column, this.rows, name))
    this.cuts = readCuts(reader, reader.u32(20, 'position of the cuts'), reader.u32(16, 'count of cuts'))
    checkCuts(this.cuts, this.rows, columnCount)
    this.hiddenColumns = new Map(this.names.slice(this.visible).map((name, i) => [name, this.visible + i]))
  }

  /** The kind of a cell, one of Kind. Throws a RangeError outside the block. */
  kind(row: number, column: number): number {
    return this.at(row, column).kinds[row] as number
  }

  /**
   * The text of a cell, decoded on each call. With a limit, a longer text may end after about that many characters,
   * never inside one; use it for display only. Throws a RangeError outside the block.
   */
  text(row: number, column: number, limit = Number.POSITIVE_INFINITY): string {
    const { offsets, text } = this.at(row, column)
    const start = offsets[row] as number
    const end = offsets[row + 1] as number
    const most = limit * 4 + 4
    if (end - start > most) return decodeStart(text.subarray(start, start + most))
    return start === end ? '' : decoder.decode(text.subarray(start, end))
  }

  /** The length of the whole value in code points if the cell has only its beginning, otherwise 0. */
  cut(row: number, column: number): number {
    let low = 0
    let high = this.cuts.length / 3 - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const order = compareCut(this.cuts, middle, row, column)
      if (order === 0) return this.cuts[middle * 3 + 2] as number
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return 0
  }

  /** Whether any cell of a column has a value. */
  filled(column: number): boolean {
    return this.columns[column]?.kinds.some((kind) => kind > Kind.null) ?? false
  }

  /** The hidden values of a row by name: all, or the requested ones. */
  hiddenOf(row: number, wanted: (name: string) => boolean = () => true): [string, string][] {
    return [...this.hiddenColumns.keys()].filter(wanted).flatMap((name) => {
      const value = this.hidden(name, row)
      return value === undefined ? [] : [[name, value] as [string, string]]
    })
  }

  /**
   * The value of a hidden column ('#id') in a row, undefined if the block has no such column or the row has no value.
   */
  hidden(name: string, row: number): string | undefined {
    const column = this.hiddenColumns.get(name)
    if (column === undefined || this.kind(row, column) <= Kind.null) return undefined
    return this.text(row, column)
  }

  private at(row: number, column: number): ColumnArrays {
    const arrays = this.columns[column]
    if (!arrays || !(row >= 0 && row < this.rows)) {
      throw new RangeError(`cell ${row}, ${column} is outside the block of ${this.rows} x ${this.columns.length}`)
    }
    return arrays
  }
}

/** Bounds-checked access to the buffer. The block is little endian, like every system that Quarry runs on. */
class Reader {
  private readonly view: DataView

  constructor(private readonly buffer: ArrayBuffer) {
    if (buffer.byteLength < headerSize) fail(`it has ${buffer.byteLength} bytes, but a header needs ${headerSize}`)
    this.view = new DataView(buffer)
    if (this.view.getUint32(0, true) !== magic) fail('it does not begin with QRB1')
    const size = this.view.getUint32(28, true)
    if (size !== buffer.byteLength) fail(`its header says ${size} bytes, but it has ${buffer.byteLength}`)
  }

  u32(position: number, what: string): number {
    this.range(position, 4, what)
    return this.view.getUint32(position, true)
  }

  bytes(position: number, length: number, what: string): Uint8Array {
    this.range(position, length, what)
    return new Uint8Array(this.buffer, position, length)
  }

  words(position: number, length: number, what: string): Uint32Array {
    this.range(position, length * 4, what)
    return new Uint32Array(this.buffer, position, length)
  }

  range(position: number, length: number, what: string): void {
    if (position % 4 !== 0) fail(`the ${what} begins at ${position}, which is not a multiple of 4`)
    if (position + length > this.buffer.byteLength) {
      fail(`the ${what} ends at ${position + length} of ${this.buffer.byteLength} bytes`)
    }
  }
}

function readNames(reader: Reader, position: number, count: number): string[] {
  const offsets = reader.words(position, count + 1, 'offsets of the names')
  const start = position + offsets.byteLength
  const text = reader.bytes(start, offsets[count] as number, 'names')
  checkOffsets(offsets, text.length, 'the names')
  const names: string[] = []
  for (let i = 0; i < count; i++) names.push(decodeName(text.subarray(offsets[i], offsets[i + 1]), i))
  return names
}

function decodeName(bytes: Uint8Array, column: number): string {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return fail(`the name of column ${column} is not UTF-8`)
  }
}

function readColumn(reader: Reader, column: number, rows: number, name: string): ColumnArrays {
  const entry = headerSize + column * columnEntrySize
  const kinds = reader.bytes(reader.u32(entry, 'column table'), rows, `kinds of ${name}`)
  const offsets = reader.words(reader.u32(entry + 4, 'column table'), rows + 1, `offsets of ${name}`)
  const size = reader.u32(entry + 12, 'column table')
  const text = reader.bytes(reader.u32(entry + 8, 'column table'), size, `text of ${name}`)
  checkOffsets(offsets, size, name)
  for (const kind of kinds) {
    if (kind > Kind.escaped) fail(`${name} has a cell of the unknown kind ${kind}`)
  }
  return { kinds, offsets, text }
}

function readCuts(reader: Reader, position: number, count: number): Uint32Array {
  reader.range(position, count * cutEntrySize, 'list of cuts')
  return reader.words(position, count * 3, 'list of cuts')
}

function checkOffsets(offsets: Uint32Array, size: number, what: string): void {
  let previous = 0
  if (offsets[0] !== 0) fail(`the offsets of ${what} begin at ${offsets[0]}`)
  for (const offset of offsets) {
    if (offset < previous) fail(`the offsets of ${what} fall from ${previous} to ${offset}`)
    previous = offset
  }
  if (previous !== size) fail(`the offsets of ${what} end at ${previous}, its text at ${size}`)
}

function checkCuts(cuts: Uint32Array, rows: number, columns: number): void {
  for (let i = 0; i < cuts.length / 3; i++) {
    const row = cuts[i * 3] as number
    const column = cuts[i * 3 + 1] as number
    if (row >= rows || column >= columns) fail(`cut ${i} lies at ${row}, ${column}, outside the block`)
    if (i > 0 && compareCut(cuts, i - 1, row, column) >= 0) fail(`cut ${i} is out of order`)
  }
}

function compareCut(cuts: Uint32Array, index: number, row: number, column: number): number {
  const byRow = (cuts[index * 3] as number) - row
  return byRow !== 0 ? byRow : (cuts[index * 3 + 1] as number) - column
}

/** Decodes bytes that may end inside a character, and drops an incomplete one. */
function decodeStart(bytes: Uint8Array): string {
  let end = bytes.length
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end--
  if (end > 0 && (bytes[end - 1] as number) >= 0xc0) end--
  return decoder.decode(bytes.subarray(0, end))
}

function fail(reason: string): never {
  throw new Error(`the page block is malformed: ${reason}`)
}

// SPEC: A-BRO-06, A-BRO-07, A-BRO-17
import { describe, expect, it } from 'vitest'
import { Block, Kind } from './block'
import { encodeBlock, type FixtureCell } from './block.fixture'
import { seededRandom } from './random'

const names = ['_id', 'größe', 'tags', '#id', '#seq']
const rows: FixtureCell[][] = [
  [
    { kind: Kind.string, text: 'bk-1' },
    { kind: Kind.number, text: '9223372036854775807' },
    { kind: Kind.json, text: '["a",1.0,1e2]', cut: 48213 },
    { kind: Kind.string, text: 'bk-1' },
    { kind: Kind.number, text: '7' },
  ],
  [
    { kind: Kind.string, text: '\ufeffzwei 🚀' },
    { kind: Kind.null, text: '' },
    { kind: Kind.missing, text: '' },
    { kind: Kind.string, text: 'bk-2' },
    { kind: Kind.missing, text: '' },
  ],
  [
    { kind: Kind.escaped, text: 'a\\ud800b' },
    { kind: Kind.bool, text: 'true' },
    { kind: Kind.string, text: '', cut: 12 },
    { kind: Kind.string, text: '' },
    { kind: Kind.number, text: '-0' },
  ],
]

describe('a well-formed block', () => {
  const block = new Block(encodeBlock(names, rows))

  it('has its counts and names', () => {
    expect(block.rows).toBe(3)
    expect(block.visible).toBe(3)
    expect(block.names).toEqual(names)
  })

  it('gives every cell with its kind, its exact characters and its cut', () => {
    rows.forEach((row, r) => {
      row.forEach((cell, c) => {
        expect([block.kind(r, c), block.text(r, c), block.cut(r, c)]).toEqual([cell.kind, cell.text, cell.cut ?? 0])
      })
    })
  })

  it('gives hidden values by name and nothing for what is not there', () => {
    expect(block.hidden('#id', 1)).toBe('bk-2')
    expect(block.hidden('#id', 2)).toBe('')
    expect(block.hidden('#seq', 1)).toBeUndefined()
    expect(block.hidden('#routing', 0)).toBeUndefined()
    expect(block.hidden('_id', 0)).toBeUndefined()
  })

  it.each([
    ['a row above the first', -1, 0],
    ['a row below the last', 3, 0],
    ['a column before the first', 0, -1],
    ['a column behind the last', 0, 5],
    ['half a row', 0.5, 5],
  ])('refuses %s', (_, row, column) => {
    expect(() => block.kind(row, column)).toThrow(RangeError)
    expect(() => block.text(row, column)).toThrow(RangeError)
  })

  it('may be empty', () => {
    const empty = new Block(encodeBlock([], []))
    expect([empty.rows, empty.visible, empty.names.length]).toEqual([0, 0, 0])
  })
})

describe('a text that is only shown', () => {
  it.each([
    ['ascii', 'x'.repeat(5000)],
    ['two bytes a character', 'ß'.repeat(5000)],
    ['three bytes a character', '漢'.repeat(5000)],
    ['four bytes a character', '🚀'.repeat(5000)],
    ['mixed', 'aß漢🚀'.repeat(5000)],
  ])('ends at a whole character, not before the limit: %s', (_, text) => {
    const block = new Block(encodeBlock(['a'], [[{ kind: Kind.string, text }]]))
    for (let limit = 1; limit < 40; limit++) {
      const shown = block.text(0, 0, limit)
      expect(text.startsWith(shown)).toBe(true)
      expect([...shown].length).toBeGreaterThanOrEqual(limit)
      expect(shown.length).toBeLessThanOrEqual(limit * 4 + 4)
    }
  })

  it('is whole where it is shorter than the limit', () => {
    const block = new Block(encodeBlock(['a'], [[{ kind: Kind.string, text: 'harbour' }]]))
    expect(block.text(0, 0, 200)).toBe('harbour')
  })
})

describe('a malformed block', () => {
  const good = encodeBlock(names, rows)
  const word = (at: number, value: number) => (view: DataView) => view.setUint32(at, value, true)
  const read = (at: number) => new DataView(good).getUint32(at, true)

  it.each<[string, (view: DataView) => void, RegExp]>([
    ['another magic', word(0, 0x32425251), /QRB1/],
    ['another size', word(28, good.byteLength + 4), /says \d+ bytes/],
    ['more rows than there are kinds', word(4, 1 << 30), /kinds of _id/],
    ['more columns than fit', word(8, 1 << 28), /column table/],
    ['more visible columns than columns', word(12, 6), /6 of 5 columns/],
    ['cuts beyond the end', word(16, 1 << 28), /list of cuts/],
    ['cuts at an odd position', word(20, 33), /not a multiple of 4/],
    ['names beyond the end', word(24, good.byteLength), /offsets of the names/],
    ['a cut outside the rows', word(read(20), 99), /cut 0 lies at 99/],
    ['cuts out of order', word(read(20) + 12, 0), /cut 1 is out of order/],
    ['kinds beyond the end', word(32, good.byteLength), /kinds of _id/],
    ['text at an odd position', word(40, read(40) + 1), /not a multiple of 4/],
    ['a text longer than its offsets', word(44, read(44) + 1), /offsets of _id end at/],
    ['offsets that fall', word(read(36) + 4, 1 << 20), /offsets of _id fall/],
    ['offsets that do not begin at 0', word(read(36), 1), /begin at 1/],
    ['an unknown kind', (view) => view.setUint8(read(32), 7), /unknown kind 7/],
    ['a name that is not UTF-8', (view) => view.setUint8(read(24) + 24, 0xff), /name of column 0/],
  ])('is refused: %s', (_, damage, reason) => {
    const copy = good.slice(0)
    damage(new DataView(copy))
    expect(() => new Block(copy)).toThrow(reason)
  })

  it('is refused when it is cut short anywhere', () => {
    for (let length = 0; length < good.byteLength; length++) {
      expect(() => new Block(good.slice(0, length))).toThrow(/malformed/)
    }
  })

  it('is either refused with an Error or readable everywhere, whatever bytes are changed', () => {
    const random = seededRandom(20261121)
    let refused = 0
    for (let round = 0; round < 3000; round++) {
      const copy = new Uint8Array(good.slice(0))
      for (let i = 0; i < 1 + random() * 3; i++) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256)
      const block = open(copy.buffer)
      if (block) readAll(block)
      else refused++
    }
    expect(refused).toBeGreaterThan(100)
    expect(refused).toBeLessThan(3000)
  })
})

describe('any block', () => {
  it('gives back what was put in', () => {
    const random = seededRandom(7)
    for (let round = 0; round < 60; round++) {
      const columns = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, i) => `c${i}`)
      const table = Array.from({ length: Math.floor(random() * 20) }, () => columns.map(() => anyCell(random)))
      const block = new Block(encodeBlock(columns, table))
      table.forEach((row, r) => {
        row.forEach((cell, c) => {
          expect([block.kind(r, c), block.text(r, c), block.cut(r, c)]).toEqual([cell.kind, cell.text, cell.cut ?? 0])
        })
      })
    }
  })
})

function open(buffer: ArrayBuffer): Block | undefined {
  try {
    return new Block(buffer)
  } catch (error) {
    expect((error as Error).message).toMatch(/^the page block is malformed: /)
    return undefined
  }
}

function readAll(block: Block): void {
  for (let row = 0; row < block.rows; row++) {
    for (let column = 0; column < block.names.length; column++) {
      expect(block.kind(row, column)).toBeLessThanOrEqual(Kind.escaped)
      expect(typeof block.text(row, column)).toBe('string')
      expect(block.cut(row, column)).toBeGreaterThanOrEqual(0)
    }
  }
}

function anyCell(random: () => number): FixtureCell {
  const letters = ['a', 'ß', '漢', '🚀', '"', '\n', '\u0000']
  const text = Array.from(
    { length: Math.floor(random() * 9) },
    () => letters[Math.floor(random() * letters.length)],
  ).join('')
  const cut = random() < 0.2 ? 1 + Math.floor(random() * 1e6) : undefined
  return { kind: Math.floor(random() * 7), text, ...(cut ? { cut } : {}) }
}

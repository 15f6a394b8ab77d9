// SPEC: A-BRO-05, A-BRO-06, B-BRO-05, APP-02
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../lib/random'
import { syntax } from '../code/syntax'
import { JsonTree, Node, pathOf, readTree, readTreeSlowly } from './json'
import { hasWide, jsonLines, jsonLinesSlowly, type Lines, PlainLines, Rows } from './lines'
import { marked, type SearchOptions, search } from './search'

const plain: SearchOptions = { matchCase: false, regex: false }

const linesOf = (lines: Lines) =>
  Array.from({ length: lines.count }, (_, line) =>
    lines
      .parts(line, 0, 1e9)
      .map((part) => part.text)
      .join(''),
  )
const pretty = (text: string) => linesOf(jsonLines(readTree(text)))

describe('a JSON text in lines', () => {
  it.each<[string, string, string[]]>([
    ['a number keeps every digit', '9007199254740993.10e+02', ['9007199254740993.10e+02']],
    ['an empty object', ' { } ', ['{ }']],
    [
      'members keep their order and spelling',
      '{"b":1.0,"a":"\\u0041\\"","b":-0}',
      ['{', '  "b": 1.0,', '  "a": "\\u0041\\"",', '  "b": -0', '}'],
    ],
    ['a short array of plain values stands on one line', '{"a":[1, 22,null]}', ['{', '  "a": [1, 22,null]', '}']],
    ['objects in an array', '[{"a":1},{}]', ['[', '  {', '    "a": 1', '  },', '  {}', ']']],
    [
      'a fragment ends where it ends',
      '[{"no":1,"title":"Low w...',
      ['[', '  {', '    "no": 1,', '    "title":"Low w...'],
    ],
    ['a fragment behind a comma', '[1,...', ['[', '  1,', '  ...']],
    ['a fragment that closes nothing', '{"a":[1,{"b":"}]...', ['{', '  "a": [', '    1,', '    {', '      "b":"}]...']],
    ['no JSON at all', 'abc def', ['abc', 'def']],
    ['nothing', '', ['']],
    ['objects one after the other', '{"a":1}\n{"b":[]}\n', ['{', '  "a": 1', '}', '{', '  "b": []', '}']],
  ])('%s', (_, text, expected) => {
    expect(pretty(text)).toEqual(expected)
  })
})

describe('the colours of a JSON text', () => {
  it('are those of every value, of an array on one line as well', () => {
    const lines = jsonLines(readTree('{"a":["x", -1.0,null]}'))
    expect(lines.parts(1, 2, 99).map(({ text, look }) => `${look} ${text}`)).toEqual([
      `${syntax.key} "a"`,
      `${syntax.punctuation} : `,
      `${syntax.punctuation} [`,
      `${syntax.string} "x"`,
      `${syntax.punctuation} , `,
      `${syntax.number} -1.0`,
      `${syntax.punctuation} ,`,
      `${syntax.literal} null`,
      `${syntax.punctuation} ]`,
    ])
  })

  it('are left out where a text with lines of its own is not JSON to its end', () => {
    const text = '{"a":1,\n"b" and\nso on'
    expect(linesOf(jsonLines(readTree(text)))).toEqual(text.split('\n'))
    expect(linesOf(jsonLines(readTree('')))).toEqual([''])
  })
})

describe('the way to a node', () => {
  const tree = readTree('{"chapters":[{"title":"a"},{"a b":[1,[2]]}]}')
  it.each([
    ['"a"', 'doc.chapters[0].title'],
    ['2', 'doc.chapters[1]["a b"][1][0]'],
    ['{"title":"a"}', 'doc.chapters[0]'],
  ])('%s is %s', (raw, path) => {
    const node = Array.from({ length: tree.count }, (_, i) => i).find((i) => tree.raw(i) === raw) ?? -1
    expect(pathOf(tree, node, 'doc')).toBe(path)
  })
})

/** A random JSON text with spaces, escapes and spellings that engines keep. */
function randomJSON(random: () => number, depth = 0): string {
  const gap = () => ['', '', ' ', '\n\t'][Math.floor(random() * 4)]
  const kind = Math.floor(random() * (depth > 4 ? 4 : 6))
  const many = Math.floor(random() * 5)
  if (kind === 0)
    return ['0', '-0', '1.0', '1e2', '18446744073709551615', '0.10000'][Math.floor(random() * 6)] as string
  if (kind === 1)
    return ['""', '"a\\"b"', '"\\\\"', '"\\ud83e"', '"é{[,:]}"', '"\u{1F600}"'][Math.floor(random() * 6)] as string
  if (kind === 2) return ['null', 'true', 'false'][Math.floor(random() * 3)] as string
  if (kind === 3) return ['{}', '[]', '{ }'][Math.floor(random() * 3)] as string
  const items = Array.from({ length: many + 1 }, () => gap() + randomJSON(random, depth + 1) + gap())
  if (kind === 4) return `[${items.join(',')}]`
  return `{${items.map((item, i) => `${gap()}"k${i}\\""${gap()}:${item}`).join(',')}}`
}

const bare = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (found) => (found.startsWith('"') ? found : ''))

describe('any JSON text', () => {
  const random = seededRandom(3)
  const texts = Array.from({ length: 300 }, () => randomJSON(random))

  it('keeps every character but the spaces between its signs', () => {
    for (const text of texts) expect(bare(pretty(text).join('\n'))).toBe(bare(text))
  })

  it('has the nodes that a reader of JSON finds', () => {
    for (const text of texts) {
      const tree = readTree(text)
      const build = (node: number): unknown => {
        if (!tree.isContainer(node)) return JSON.parse(tree.raw(node))
        const members: [string, unknown][] = []
        for (let child = node + 1; child < (tree.nexts[node] as number); child = tree.nexts[child] as number) {
          const key = tree.key(child)
          members.push([key === '' ? String(tree.places[child]) : JSON.parse(key), build(child)])
        }
        expect(tree.sizes[node]).toBe(members.length)
        return tree.kinds[node] === Node.array ? members.map(([, value]) => value) : Object.fromEntries(members)
      }
      expect(build(0)).toEqual(JSON.parse(text))
      expect(tree.kinds.subarray(0, tree.count).includes(Node.rest)).toBe(false)
    }
  })

  it('loses nothing where it is cut anywhere', () => {
    for (const text of texts.slice(0, 60)) {
      const end = Math.floor(random() * text.length)
      const fragment = `${text.slice(0, end)}...`
      expect(bare(pretty(fragment).join('\n')).replaceAll(',', '')).toBe(bare(fragment).replaceAll(',', ''))
    }
  })

  it('is drawn whole in rows of any width, and a found place lies in its row', () => {
    for (const text of texts) {
      const lines = random() < 0.5 ? jsonLines(readTree(text)) : new PlainLines(text)
      const rows = new Rows(lines, 8 + Math.floor(random() * 30), hasWide(text))
      const drawn: string[] = []
      for (let row = 0; row < rows.count; row++) {
        const { line, parts } = rows.row(row)
        const shown = parts.map((part) => part.text).join('')
        expect(shown.length).toBeLessThanOrEqual(rows.columns + 1)
        drawn[line] = (drawn[line] ?? '') + shown
      }
      expect(drawn).toEqual(linesOf(lines))
      const { at } = search(text, 'k1', plain)
      for (const offset of at) {
        const { line, column } = lines.place(offset)
        expect(
          linesOf(lines)
            [line]?.slice(column, column + 2)
            .toLowerCase(),
        ).toBe('k1')
      }
    }
  })

  it.each([
    ['between words', 'Sand south copper in after glass', ['Sand south ', 'copper in ', 'after glass']],
    ['behind a space that fits no more', 'aaaaaaaaaaaa bbb', ['aaaaaaaaaaaa ', 'bbb']],
    ['anywhere where a word is too long', 'a bbbbbbbbbbbbbbbb cc', ['a bbbbbbbbbb', 'bbbbbb cc']],
    ['but not within a pair of surrogates', `${'a'.repeat(11)}\u{1f600}bcd`, [`${'a'.repeat(11)}\u{1f600}`, 'bcd']],
  ])('is broken %s', (_, text, wanted) => {
    const rows = new Rows(new PlainLines(text), 12, false)
    const drawn = Array.from({ length: rows.count }, (_, row) =>
      rows
        .row(row)
        .parts.map((part) => part.text)
        .join(''),
    )
    expect(drawn).toEqual(wanted)
    const found = text.length - 1
    expect(rows.rowOf({ line: 0, column: found })).toBe(rows.count - 1)
  })

  it('has rows of half the width only where a line has wide characters', () => {
    const rows = new Rows(new PlainLines(`${'a'.repeat(40)}\n${'\u4e2d'.repeat(40)}\n\u4e2d`), 40, true)
    const drawn = Array.from({ length: rows.count }, (_, row) => rows.row(row))
    expect(drawn.map(({ line, parts }) => [line, parts.map(({ text }) => text).join('').length])).toEqual([
      [0, 40],
      [1, 20],
      [1, 20],
      [2, 1],
    ])
    expect(rows.rowOf({ line: 1, column: 25 })).toBe(2)
  })

  it('is read the same in slices', async () => {
    const text = `[${texts.join(',')}]`
    const slowly = await readTreeSlowly(text, new AbortController().signal)
    const atOnce = readTree(text)
    expect(slowly?.count).toBe(atOnce.count)
    expect(slowly?.nexts.subarray(0, atOnce.count)).toEqual(atOnce.nexts.subarray(0, atOnce.count))
    const lines = await jsonLinesSlowly(atOnce, new AbortController().signal)
    expect(lines && linesOf(lines)).toEqual(linesOf(jsonLines(atOnce)))
  })
})

it('a deep text is read without a stack of calls', () => {
  const deep = 200_000
  const tree = readTree('['.repeat(deep) + ']'.repeat(deep))
  expect(tree.count).toBe(deep)
  expect(tree).toBeInstanceOf(JsonTree)
  expect(tree.nexts[0]).toBe(deep)
})

describe('matches', () => {
  it('are marked across parts, the current one apart', () => {
    const text = '{"title":"A title"}'
    const found = search(text, 'TITLE', plain)
    const lines = jsonLines(readTree(text))
    const parts = marked(lines.parts(1, 0, 99), found, 1).map((part) => [part.text, part.found ?? part.look])
    expect(parts).toEqual([
      ...[
        ['  ', ''],
        ['"', syntax.key],
        ['title', 'match'],
        ['"', syntax.key],
        [': ', syntax.punctuation],
      ],
      ...[
        ['"A ', syntax.string],
        ['title', 'current'],
        ['"', syntax.string],
      ],
    ])
  })

  it.each<[string, string, string, Partial<SearchOptions>, string[]]>([
    ['no sign is a pattern', 'a.b a+b', 'a.b', {}, ['a.b']],
    ['nothing is found for nothing', 'abc', '', {}, []],
    ['letters of both cases', 'Ab aB ÄB äb', 'äb', {}, ['ÄB', 'äb']],
    ['letters of one case', 'Ab aB ab', 'aB', { matchCase: true }, ['aB']],
    ['a regular expression, each match as long as it is', 'a1 b22 A333', 'a\\d+', { regex: true }, ['a1', 'A333']],
    ['one that minds the case', 'a1 b22 A333', 'A\\d+', { regex: true, matchCase: true }, ['A333']],
    ['each line has a beginning', '1\n2\n13', '^1', { regex: true }, ['1', '1']],
    ['an empty match is none', 'aab', 'x*', { regex: true }, []],
  ])('%s', (_, text, wanted, options, want) => {
    const { at, ends, invalid } = search(text, wanted, { ...plain, ...options })
    expect([...at].map((from, i) => text.slice(from, ends[i]))).toEqual(want)
    expect(invalid).toBe(false)
  })

  it('of an unfinished regular expression are none, and it says so', () => {
    expect(search('a(', '(', { matchCase: false, regex: true })).toMatchObject({ invalid: true, more: false })
    expect(search('a(', '(', plain).at).toHaveLength(1)
  })

  it.each([
    ['more than are kept', 'a', 10_000],
    ['an expression that is empty everywhere', 'x*', 0],
  ])('end at %s', (_, wanted, kept) => {
    const { at, more } = search('a'.repeat(200_000), wanted, { matchCase: false, regex: true })
    expect(at).toHaveLength(kept)
    expect(more).toBe(true)
  })
})

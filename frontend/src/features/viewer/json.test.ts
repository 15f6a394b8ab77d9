// SPEC: A-BRO-05, A-BRO-06, B-BRO-05, APP-02
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../lib/random'
import { codeUnits, hexText } from './escapes'
import { JsonTree, Node, pathOf, readTree, readTreeSlowly } from './json'
import { JsonLines, type Lines, PlainLines, Rows } from './lines'
import { marked, search } from './search'

const linesOf = (lines: Lines) =>
  Array.from({ length: lines.count }, (_, line) =>
    lines
      .parts(line, 0, 1e9)
      .map((part) => part.text)
      .join(''),
  )
const pretty = (text: string) => linesOf(new JsonLines(readTree(text)))

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
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(pretty(text)).toEqual(expected)
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

/** A random JSON text with the spaces, escapes and spellings that engines keep. */
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
      const lines = random() < 0.5 ? new JsonLines(readTree(text)) : new PlainLines(text)
      const rows = new Rows(lines, 8 + Math.floor(random() * 30), text)
      const drawn: string[] = []
      for (let row = 0; row < rows.count; row++) {
        const { line, parts } = rows.row(row)
        const shown = parts.map((part) => part.text).join('')
        expect(shown.length).toBeLessThanOrEqual(rows.columns + 1)
        drawn[line] = (drawn[line] ?? '') + shown
      }
      expect(drawn).toEqual(linesOf(lines))
      const { at, length } = search(text, 'k1')
      for (const offset of at) {
        const { line, column } = lines.place(offset)
        expect(
          linesOf(lines)
            [line]?.slice(column, column + length)
            .toLowerCase(),
        ).toBe('k1')
      }
    }
  })

  it('is read the same in slices', async () => {
    const text = `[${texts.join(',')}]`
    const slowly = await readTreeSlowly(text, new AbortController().signal)
    const atOnce = readTree(text)
    expect(slowly?.count).toBe(atOnce.count)
    expect(slowly?.nexts.subarray(0, atOnce.count)).toEqual(atOnce.nexts.subarray(0, atOnce.count))
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
    const found = search(text, 'TITLE')
    const lines = new JsonLines(readTree(text))
    const parts = marked(lines.parts(1, 0, 99), found, 1).map((part) => [part.text, part.look])
    expect(parts).toEqual([
      ...[
        ['  ', ''],
        ['"', 'x-k'],
        ['title', 'fnd'],
        ['"', 'x-k'],
        [': ', 'x-p'],
      ],
      ...[
        ['"A ', 'x-s'],
        ['title', 'fnd now'],
        ['"', 'x-s'],
      ],
    ])
  })

  it.each([
    ['no sign is a pattern', 'a.b a+b', 'a.b', 1],
    ['nothing is found for nothing', 'abc', '', 0],
    ['more than are kept', 'a'.repeat(20_000), 'a', 10_000],
  ])('%s', (_, text, wanted, count) => {
    expect(search(text, wanted).at.length).toBe(count)
  })
})

describe('a string that UTF-8 cannot hold', () => {
  it('is its code units', () => {
    expect([...codeUnits('a\\ud83e\\n\\"\\\\\\/é')]).toEqual([0x61, 0xd83e, 10, 34, 92, 47, 0xe9])
  })

  it('is shown in hex beside its characters', () => {
    expect(hexText(codeUnits('abcdefgh\\ud83e!'))).toBe(
      '000000  0061 0062 0063 0064 0065 0066 0067 0068  abcdefgh\n000008  d83e 0021                                .!',
    )
  })
})

// SPEC: APP-02
import { expect, it } from 'vitest'
import { syntax } from '../../ui/code/syntax'
import { readTree } from '../../ui/text/json'
import { openAtFirst, openTo, rowOf, rowText, visibleNodes } from './tree'

const tree = readTree(`{"a":[1,{"b":[true,"x"]}],"long":"${'y'.repeat(500)}","e":{}}`)
const words = (open: ReadonlySet<number>) =>
  [...visibleNodes(tree, open)].map((node) =>
    Object.values(rowText(tree, node)).slice(0, 2).join(' ').trim().slice(0, 20),
  )

it('shows what is inside of open nodes only', () => {
  expect(words(new Set())).toEqual(['{ } 3 fields'])
  expect(words(new Set([0]))).toEqual(['{ } 3 fields', 'a [ 2 ]', `long "${'y'.repeat(14)}`, 'e { }'])
  expect(words(openAtFirst(tree))).toContain('b [ 2 ]')
})

// SPEC: A-BRO-11
it.each([
  ['{"_index":"books","_id":"b1","_score":null,"_source":{"a":1}}', '{ 4 } _index: "books", _id: "b1", _score: null'],
  ['{"_source":{"a":1},"tags":[1,2],"_id":"b1"}', '{ 3 } _id: "b1"'],
  ['{"tags":[1,2]}', '{ 1 }'],
  ['{}', '{ }'],
  ['[1,2]', '[ 2 ]'],
  [`{"a":"${'y'.repeat(60)}","b":2}`, `{ 2 } a: "${'y'.repeat(39)}…, b: 2`],
  [`{${Array.from({ length: 40 }, (_, i) => `"n${i}":${i}`).join()}}`, '{ 40 } n0: 0, n1: 1, n2: 2, n3: 3'],
])('says of the closed node %s what it begins with', (json, want) => {
  const closed = readTree(`[${json}]`)
  expect(rowText(closed, 1, false).value).toBe(want)
  expect(rowText(closed, 1, true).value).toBe(want.split(/(?<=[}\]]) /)[0])
})

it('opens what is around a node, and finds its row', () => {
  const node = tree.nodeAt(tree.text.indexOf('true'))
  const open = openTo(tree, new Set([0]), node)
  const visible = visibleNodes(tree, open)
  expect(visible[rowOf(visible, node)]).toBe(node)
  expect(rowText(tree, node)).toEqual({ key: '0', value: 'true', look: syntax.literal })
  const closed = visibleNodes(tree, new Set([0]))
  expect(rowText(tree, closed[rowOf(closed, node)] as number).key).toBe('a')
  expect(openTo(tree, open, node)).toBe(open)
})

it('shows the beginning of a long value', () => {
  const node = tree.nodeAt(tree.text.indexOf('"long"'))
  expect(rowText(tree, node).value).toBe(`"${'y'.repeat(299)}…`)
})

it('opens no more at first than one can look through', () => {
  const many = readTree(`[${Array.from({ length: 40_000 }, () => '{"a":{"b":[1,2]}}').join(',')}]`)
  const visible = visibleNodes(many, openAtFirst(many))
  expect(visible.length).toBeGreaterThan(40_000)
  expect(visible.length).toBeLessThan(40_020)
})

// SPEC: A-EDT-08, A-BRO-08
import { expect, it, vi } from 'vitest'
import { Kind } from '../../lib/block'
import { formatted, ValueDraft } from './typedValue'

function draftOf(text: string, part: { kind?: number; fragment?: boolean } = {}, typed?: string) {
  const stage = vi.fn()
  const restore = vi.fn()
  const { kind = Kind.json, fragment = false } = part
  const draft = new ValueDraft({ kind, text, json: kind === Kind.json, fragment, cell: { stage, restore } }, typed)
  return { draft, stage, restore, text: () => draft.store.getState().text }
}

it('shows JSON with one member on each line, and stages it without the spaces and with every digit', () => {
  const { draft, stage, text } = draftOf('[{"no":1.0,"big":9007199254740993,"t":"a  b"}]')
  expect(text()).toBe('[\n  {\n    "no": 1.0,\n    "big": 9007199254740993,\n    "t": "a  b"\n  }\n]')
  expect(draft.dirty).toBe(false)
  draft.type(text().replace('1.0', '12345678901234567890.10'))
  expect(draft.dirty).toBe(true)
  draft.stage()
  expect(stage).toHaveBeenCalledExactlyOnceWith('[{"no":12345678901234567890.10,"big":9007199254740993,"t":"a  b"}]')
})

it('a value that is the same in the end leaves the cell with the edit that it had', () => {
  const { draft, stage, restore, text } = draftOf('{ "a" : 1 }')
  draft.type(`${text()}\n`)
  draft.stage()
  expect(stage).not.toHaveBeenCalled()
  expect(restore).toHaveBeenCalledOnce()
})

it('stages nothing where nothing was typed', () => {
  const { draft, stage } = draftOf('{"a":1}')
  draft.stage()
  expect(stage).not.toHaveBeenCalled()
  expect(draft.cancel()).toBe(true)
})

it('says where JSON is wrong, and asks before it is given up', () => {
  const { draft, text } = draftOf('{"a":1}')
  draft.type('{\n  "a": 1,\n}')
  expect(draft.why).toBe('Line 2, column 9: Trailing comma.')
  expect(draft.cancel()).toBe(false)
  expect(draft.store.getState().asking).toBe(true)
  draft.keep()
  expect(draft.store.getState().asking).toBe(false)
  expect(text()).toBe('{\n  "a": 1,\n}')
})

it('judges a long text once typing rests, or when it is to be staged', () => {
  vi.useFakeTimers()
  const { draft, text } = draftOf(`["${'x'.repeat(300_000)}"]`)
  const fault = () => draft.store.getState().fault
  draft.type(`${text()}]`)
  expect(fault()).toBeUndefined()
  vi.runAllTimers()
  expect(fault()?.message).toBe('Unexpected text after the value.')
  draft.type(`[${text()}`)
  expect(fault()).toBeUndefined()
  expect(draft.why).toBe('')
  draft.type(`[${text()}`)
  expect(draft.why).toContain('Unexpected end of text.')
  vi.useRealTimers()
})

it('one value of a tree takes the place of another one, and nothing else changes', () => {
  const { draft, text } = draftOf('{"a":[1.0,{"b":"x"}]}')
  const at = text().indexOf('"x"')
  draft.replace(at, at + 3, '"y"')
  expect(text()).toBe(formatted('{"a":[1.0,{"b":"y"}]}'))
})

it('a text is staged as it was typed, with its spaces and lines', () => {
  const { draft, stage } = draftOf(' a\n{', { kind: Kind.string })
  expect(draft.why).toBe('')
  draft.type(' a\n{ ')
  draft.stage()
  expect(stage).toHaveBeenCalledExactlyOnceWith(' a\n{ ')
})

it('a fragment can be staged as it is, and is never given up without being asked', () => {
  const { draft, stage } = draftOf('a frag', { kind: Kind.string, fragment: true })
  expect(draft.cancel()).toBe(false)
  draft.stage()
  expect(stage).toHaveBeenCalledExactlyOnceWith('a frag')
})

it('begins with what was typed on the cell', () => {
  const { draft, text } = draftOf('{"a":1}', {}, '[')
  expect(text()).toBe('[')
  expect(draft.dirty).toBe(true)
  expect(draft.why).toContain('Line 1')
})

it.each(['', '{"a":', 'null', '[]', '"a\\u00e9"'])('%j stays as it is where it has one line', (text) => {
  expect(formatted(text)).toBe(text)
})

it('is staged where the focus goes elsewhere, and taken back where it is given up after all', () => {
  const { draft, stage, restore } = draftOf('{"a":1}')
  draft.rest()
  draft.discard()
  expect(stage).not.toHaveBeenCalled()
  expect(restore).not.toHaveBeenCalled()
  draft.type('{"a":2}')
  draft.rest()
  expect(stage).toHaveBeenLastCalledWith('{"a":2}')
  draft.discard()
  expect(stage).toHaveBeenCalledOnce()
  expect(restore).toHaveBeenCalledOnce()
})

it('a value that is typed back after its edit was staged takes the edit back', () => {
  const { draft, stage, restore, text } = draftOf('{"a":1}')
  const begun = text()
  draft.type('{"a":2}')
  draft.rest()
  draft.type(begun)
  draft.stage()
  expect(stage.mock.calls).toEqual([['{"a":2}']])
  expect(restore).toHaveBeenCalledOnce()
})

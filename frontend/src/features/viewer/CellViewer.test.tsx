// SPEC: A-BRO-07, APP-02
import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cellOf, string } from '../../grid/fixture'
import type { Cell } from '../../grid/types'
import { Kind } from '../../lib/block'
import { FakeWindow, InWindow } from '../../window/fixture'
import { CellViewer } from './CellViewer'
import type { ValueEdits } from './typedValue'
import { type Rows, Viewer } from './viewer'

afterEach(cleanup)

const column = { ...{ type: 'text', kind: 'string', integer: false, primary: false }, name: 'note' } as never

/** Opens the first cell of a row, in the upper left corner of a 1000 x 800 stage. */
async function open(cell: Cell, more: Partial<Rows> = {}, edits: ValueEdits | null = null) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 800))
  const viewer = new Viewer(edits)
  const rows = { rowCount: 1, cell: () => cell, prefetch: () => undefined, ...more } as unknown as Rows
  viewer.attach(rows, [column, { ...(column as object), name: 'other' } as never])
  render(
    <InWindow of={new FakeWindow()}>
      <CellViewer
        viewer={viewer}
        mac={false}
        panel={{ current: null }}
        cellBox={() => new DOMRect(0, 30, 100, 24)}
        onLeave={() => undefined}
      />
    </InWindow>,
  )
  await act(async () => void viewer.open(0, 0))
  return Object.assign(screen.getByRole('dialog', { name: 'Cell note of row 1' }), { viewer })
}

it.each([
  ['an empty text', string(''), 'Empty text'],
  ['NULL', cellOf(Kind.null), 'NULL'],
  ['no value', cellOf(Kind.missing), 'no value'],
])('a cell with %s opens a small viewer that says so', async (_, cell, words) => {
  const viewer = await open(cell)
  expect(screen.getAllByText(words).length).toBeGreaterThan(0)
  expect(Number.parseInt(viewer.style.height, 10)).toBeLessThanOrEqual(220)
})

it('a brief value opens a small viewer', async () => {
  const viewer = await open(string('a value'))
  expect(Number.parseInt(viewer.style.height, 10)).toBeLessThanOrEqual(220)
})

it.each([
  ['a long value', string('a value '.repeat(50))],
  ['a value of many lines', string('a\n'.repeat(9))],
  ['JSON', cellOf(Kind.json, '{"a":1}')],
])('a cell with %s opens a viewer with room for it', async (_, cell) => {
  const viewer = await open(cell)
  expect(screen.queryByText('Empty text')).toBeNull()
  expect(Number.parseInt(viewer.style.height, 10)).toBeGreaterThan(400)
})

describe('the tree of a value', () => {
  const selected = () => screen.getByRole('treeitem', { selected: true }).textContent
  const pressDown = (tree: HTMLElement) => fireEvent.keyDown(tree, { key: 'ArrowDown' })
  const copiesPath = (path: string) => screen.getByText('Copy Path').getAttribute('aria-description') === path
  const whole = '{"a":1,"b":2,"c":{"d":3}}'
  /** The whole value of a cell, which arrives when the test says so. */
  const arriving = () => {
    type Value = { kind: number; text: string; changed: boolean }
    let arrive: (value: Value) => void = () => undefined
    const whole = new Promise<Value>((resolve) => {
      arrive = resolve
    })
    return { whole, arrive: (value: Value) => arrive(value) }
  }
  const beginning = { ...cellOf(Kind.json, '{"a":1,"b":2,...'), cut: whole.length }

  it('keeps the keyboard and its place when the rest of a cut value arrives', async () => {
    const value = arriving()
    await open(beginning, { value: () => value.whole })
    const tree = screen.getByRole('tree')
    tree.focus()
    pressDown(tree)
    pressDown(tree)
    expect(selected()).toBe('b:2')
    await act(async () => value.arrive({ kind: Kind.json, text: whole, changed: false }))
    expect(screen.getByText(/^Whole value/)).toBeDefined()
    expect(document.activeElement).toBe(tree)
    pressDown(tree)
    expect(selected()).toBe('c:{ 1 } d: 3')
  })

  it('stays on its last row when a shorter value takes the place of a cut one', async () => {
    const value = arriving()
    await open(beginning, { value: () => value.whole })
    const tree = screen.getByRole('tree')
    for (let i = 0; i < 3; i += 1) pressDown(tree)
    await act(async () => value.arrive({ kind: Kind.json, text: '{"a":7}', changed: true }))
    expect(selected()).toBe('a:7')
    expect(copiesPath('note.a')).toBe(true)
  })

  it('begins at the root in another cell, and so does the path below it', async () => {
    const { viewer } = await open(cellOf(Kind.json, whole))
    pressDown(screen.getByRole('tree'))
    expect(copiesPath('note.a')).toBe(true)
    await act(() => viewer.open(0, 1))
    expect(selected()).toBe('{ } 3 fields')
    expect(copiesPath('other')).toBe(true)
  })
})

it('an edited value takes what is typed before its editor has loaded', async () => {
  const staged: string[] = []
  const cell = { stage: (text: string) => staged.push(text), restore: () => undefined }
  const { viewer } = await open(string('old'), {}, { why: () => '', begin: () => cell })
  act(() => viewer.edit())
  const early = document.activeElement as HTMLTextAreaElement
  expect(early.value).toBe('old')
  fireEvent.change(early, { target: { value: 'new text' } })
  early.setSelectionRange(3, 8)
  await waitFor(() => expect(early.isConnected).toBe(false))
  const view = EditorView.findFromDOM(document.activeElement as HTMLElement)
  expect(view?.state.sliceDoc()).toBe('new text')
  expect(view?.state.selection.main).toMatchObject({ from: 3, to: 8 })
  act(() => void viewer.stage())
  expect(staged).toEqual(['new text'])
})

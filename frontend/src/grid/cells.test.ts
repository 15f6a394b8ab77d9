// SPEC: APP-02
import { describe, expect, it } from 'vitest'
import { Kind } from '../lib/block'
import { CellView } from './cells'
import { ColumnLayout } from './columns'
import { Fit } from './fit'
import { cellOf, columnOf, sourceOf, string } from './fixture'
import { selectCell } from './selection'
import type { Sheet } from './sheet'
import type { Cell, Mark } from './types'

const wide = 'Letters of glass'

/** A sheet of one column, in which a letter is 10 px wide and eight of them fit. */
function sheetOf(cells: readonly Cell[], mark?: Mark): Sheet {
  const columns = [columnOf({ id: 'title', width: 95 })]
  const fit = new Fit((text) => text.length * 10)
  return {
    columns,
    layout: new ColumnLayout(columns, 50),
    source: { ...sourceOf(cells.map((cell) => [cell])), overlay: () => mark },
    selection: selectCell({ row: 9, column: 0 }),
    fits: { ui: fit, mono: fit },
    headActive: false,
    composes: false,
  }
}

/** What a cell draws of its text, and the whole of it. */
function shown(cell: CellView): { drawn: string | undefined; whole: string | null } {
  const more = cell.element.classList.contains('more') ? '…' : ''
  return { drawn: `${cell.element.firstChild?.nodeValue}${more}`, whole: cell.element.textContent }
}

function viewOf(sheet: Sheet): CellView {
  const view = new CellView()
  view.place(sheet, 0)
  view.show(sheet, 0)
  return view
}

it('a cell without a value shows what it gets by itself, and its value once it has one', () => {
  const mark: Mark = { state: 'new', empty: 'auto' }
  expect(shown(viewOf(sheetOf([cellOf(Kind.missing, '')], mark))).whole).toBe('auto')
  expect(shown(viewOf(sheetOf([string('x')], mark))).whole).toBe('x')
})

describe('a cell whose text is too wide', () => {
  it('draws what fits beside an ellipsis and keeps the whole text', () => {
    expect(shown(viewOf(sheetOf([string(wide)])))).toEqual({ drawn: 'Letters…', whole: wide })
  })

  it.each<[name: string, cell: Cell, mark: Mark | undefined]>([
    ['that is cut, since a badge stands behind it', cellOf(string('').kind, wide, 48213), undefined],
    ['with a mark, since the mark changes its face', string(wide), { state: 'edited' }],
    ['in a script whose letters change each other', string('نص طويل جدا لا يتسع له المكان هنا'), undefined],
  ])('is left to the style sheet in a cell %s', (_, cell, mark) => {
    const view = viewOf(sheetOf([cell], mark))
    expect(shown(view)).toEqual({ drawn: cell.text, whole: cell.text })
    expect(view.element.classList.contains('clip')).toBe(true)
  })

  it('is clipped no longer when the next text can be measured', () => {
    const sheet = sheetOf([string('نص طويل'), string(wide)])
    const view = viewOf(sheet)
    view.show(sheet, 1)
    expect(view.element.classList.contains('clip')).toBe(false)
  })

  it('makes place for the next text, whole or not', () => {
    const sheet = sheetOf([string(wide), string('Lamp'), string('Winter orchard')])
    const view = viewOf(sheet)
    view.show(sheet, 1)
    expect(shown(view)).toEqual({ drawn: 'Lamp', whole: 'Lamp' })
    view.show(sheet, 2)
    expect(shown(view)).toEqual({ drawn: 'Winter …', whole: 'Winter orchard' })
  })

  it('shows more of itself in a wider column', () => {
    const sheet = sheetOf([string(wide)])
    const view = viewOf(sheet)
    sheet.layout.setWidth(0, 300)
    view.show(sheet, 0)
    expect(shown(view)).toEqual({ drawn: wide, whole: wide })
  })
})

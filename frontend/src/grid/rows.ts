import type { Scale } from '../lib/scrollbar/scale'
import { CellView } from './cells'
import { icon } from './icons'
import { Lanes } from './lanes'
import { rowName } from './names'
import { marksRow } from './selection'
import { element, reorder, rowLabel, type Sheet } from './sheet'
import type { MarkState } from './types'

/** One reused row: the row number and the pinned cells in a wrapper that stays at the left, then a cell per lane. */
class RowView {
  readonly element = element('qg-row', 'row')
  row = -1
  /** Whether a drawn cell is waiting for the row to load. */
  waiting = false
  private readonly pin = element('qg-pin', 'presentation')
  private readonly gutter = element('qg-gut', 'rowheader')
  private readonly number = document.createTextNode('')
  private readonly pinned: CellView[] = []
  private readonly cells: CellView[] = []
  private mark: MarkState | undefined
  private markElement: Element | undefined
  private label = ''
  private look = ''
  private top = -1

  constructor() {
    this.gutter.append(this.number)
    this.gutter.setAttribute('aria-colindex', '1')
    this.pin.append(this.gutter)
    this.element.append(this.pin)
  }

  /** Fits the row to a new set of columns. */
  rebuild(sheet: Sheet, lanes: Lanes): void {
    while (this.pinned.length > sheet.layout.pinned) this.pinned.pop()?.element.remove()
    while (this.pinned.length < sheet.layout.pinned) this.pinned.push(appended(this.pin))
    this.pinned.forEach((cell, column) => {
      cell.place(sheet, column)
    })
    this.lay(
      sheet,
      lanes.all.map((_, slot) => slot),
      lanes,
    )
  }

  /** Moves the cells of the given slots to the columns of their lanes. */
  lay(sheet: Sheet, slots: readonly number[], lanes: Lanes): void {
    for (const slot of slots) {
      const cell = this.cells[slot] ?? appended(this.element)
      this.cells[slot] = cell
      cell.place(sheet, lanes.all[slot] ?? -1)
    }
  }

  /** Puts the row where the scale says. */
  move(scale: Scale): void {
    const top = scale.top(this.row)
    if (top === this.top) return
    this.top = top
    this.element.style.top = `${top}px`
  }

  /** Shows another row in the element; -1 hides it. */
  assign(sheet: Sheet, row: number): void {
    if (row < 0) this.element.style.visibility = 'hidden'
    else if (this.row < 0) this.element.style.visibility = ''
    this.row = row
    if (row < 0) return
    this.element.setAttribute('aria-rowindex', String(row + 2))
    this.show(sheet, true)
  }

  /** Redraws the whole row. Cells keep their accessible names unless their values may have changed. */
  show(sheet: Sheet, changed: boolean): void {
    if (this.row < 0) return
    this.showGutter(sheet)
    this.waiting = false
    for (const cell of this.pinned) this.showCell(sheet, cell, changed)
    for (const cell of this.cells) this.showCell(sheet, cell, changed)
  }

  /** Shows the cells of the given slots. */
  showSlots(sheet: Sheet, slots: readonly number[]): void {
    if (this.row < 0) return
    for (const slot of slots) this.showCell(sheet, this.cells[slot] as CellView, true)
  }

  /** The cell of a column, undefined if it is not drawn. */
  cell(column: number, lanes: Lanes): CellView | undefined {
    if (column < this.pinned.length) return this.pinned[column]
    const slot = lanes.slotOf(column)
    return slot === undefined ? undefined : this.cells[slot]
  }

  /** Names the cells and puts them into visual order. */
  settle(sheet: Sheet, lanes: Lanes): void {
    if (this.row < 0) return
    for (const cell of [...this.pinned, ...this.cells]) {
      if (cell.column >= 0 && !cell.named) cell.name(sheet, this.row)
    }
    this.gutter.setAttribute('aria-label', rowName(this.label, sheet.source.overlay?.(this.row, -1)))
    reorder(this.element, [this.pin, ...bySlot(lanes).map((slot) => (this.cells[slot] as CellView).element)])
  }

  private showCell(sheet: Sheet, cell: CellView, changed: boolean): void {
    if (cell.column < 0) return
    if (changed) cell.unname()
    if (cell.show(sheet, this.row)) this.waiting = true
  }

  private showGutter(sheet: Sheet): void {
    const label = rowLabel(sheet.source, this.row)
    if (label !== this.label) {
      this.label = label
      this.number.nodeValue = label
      this.gutter.removeAttribute('aria-label')
    }
    const mark = sheet.source.overlay?.(this.row, -1)?.state
    this.showMark(mark)
    const selected = marksRow(sheet.selection, this.row)
    const look = `qg-row${this.row % 2 === 1 ? ' odd' : ''}${selected ? ' sel' : ''}${mark ? ` st-${mark}` : ''}`
    if (look === this.look) return
    this.look = look
    this.element.className = look
  }

  private showMark(mark: MarkState | undefined): void {
    if (mark === this.mark) return
    this.mark = mark
    this.markElement?.remove()
    this.markElement = mark ? element('qg-mark') : undefined
    if (!mark || !this.markElement) return
    this.markElement.append(icon(mark))
    this.gutter.prepend(this.markElement)
  }
}

/** The drawn rows, and the lanes of their cells' columns. */
export class RowPool {
  readonly columnLanes = new Lanes()
  private readonly rowLanes = new Lanes()
  private readonly views: RowView[] = []

  constructor(private readonly body: HTMLElement) {}

  /** Fits all rows to a new set of columns. */
  rebuild(sheet: Sheet): void {
    for (const view of this.views) view.rebuild(sheet, this.columnLanes)
    this.show(sheet, true)
  }

  /** Draws the columns from first to last and the kept ones. Returns the slots whose column changed. */
  drawColumns(sheet: Sheet, first: number, last: number, keep: readonly number[]): number[] {
    const slots = this.columnLanes.update(first, last, keep).map((change) => change.slot)
    if (slots.length === 0) return slots
    for (const view of this.views) {
      view.lay(sheet, slots, this.columnLanes)
      view.showSlots(sheet, slots)
    }
    return slots
  }

  /** Draws the rows from first to last and the kept ones, positioned by the scale. Returns whether a row changed. */
  drawRows(sheet: Sheet, scale: Scale, first: number, last: number, keep: readonly number[]): boolean {
    const changes = this.rowLanes.update(first, last, keep)
    for (const { slot, index } of changes) {
      const view = this.views[slot] ?? this.grow(sheet, slot)
      view.assign(sheet, index)
    }
    for (const view of this.views) {
      if (view.row >= 0) view.move(scale)
    }
    return changes.length > 0
  }

  /** Redraws every cell. Cells keep their accessible names unless their values may have changed. */
  show(sheet: Sheet, changed: boolean): void {
    for (const view of this.views) view.show(sheet, changed)
  }

  /** The element of a cell, undefined if it is not drawn. */
  cell(row: number, column: number): CellView | undefined {
    const slot = this.rowLanes.slotOf(row)
    return slot === undefined ? undefined : this.views[slot]?.cell(column, this.columnLanes)
  }

  /** Whether a drawn row from the first to the last is not loaded. */
  waits(first: number, last: number): boolean {
    return this.views.some((view) => view.row >= first && view.row <= last && view.waiting)
  }

  /** Names every cell and puts all into visual order, once the grid is at rest. */
  settle(sheet: Sheet): void {
    for (const view of this.views) view.settle(sheet, this.columnLanes)
    reorder(
      this.body,
      bySlot(this.rowLanes).map((slot) => (this.views[slot] as RowView).element),
    )
  }

  private grow(sheet: Sheet, slot: number): RowView {
    const view = new RowView()
    view.rebuild(sheet, this.columnLanes)
    this.views[slot] = view
    this.body.append(view.element)
    return view
  }
}

function appended(parent: Element): CellView {
  const cell = new CellView()
  parent.append(cell.element)
  return cell
}

/** The slots of the lanes in the order of their indexes, free ones last. */
function bySlot(lanes: Lanes): number[] {
  const order = (slot: number) => {
    const index = lanes.all[slot] as number
    return index < 0 ? Number.POSITIVE_INFINITY : index
  }
  const compare = (a: number, b: number) => (order(a) === order(b) ? a - b : order(a) - order(b))
  return lanes.all.map((_, slot) => slot).sort(compare)
}

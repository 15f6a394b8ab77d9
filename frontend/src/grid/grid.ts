// The grid uses no framework. A selection follows its rows by their keys (follow.ts) through a refresh, a sort or a new
// row; if they are gone, one cell stays selected, so that no command acts on rows that nobody selected.
// The focused cell takes text (compose.ts), since an input method composes only where something takes text when its
// first key is pressed. An editor is in a slot over the focused cell, outside of the rows: rows are reused, and moving
// an input loses its focus.
// A frame is expensive if the webview computes the same thing again. So stripes are drawn above and below the rows,
// long texts are cut by the widths of their letters, and the cells of a row are in the flow, moved by margins: cells
// that are positioned, clip or contain are layers, which WebKit visits one by one. No row is drawn further than 2^22
// device px from the top of its element (lib/scrollbar), since webviews place what they draw with 24-bit numbers.
// Taller lists have a scaled scroll bar; short moves keep rows where they are drawn, and at rest the bar snaps to its
// position.
import './grid.css'
import { Kind } from '../lib/block'
import { scaled, textScale } from '../lib/textSize'
import { counted } from '../lib/words'
import { clipboardCopy } from './clipboard'
import { ColumnLayout, gutterFor } from './columns'
import { Controller, type Surface } from './controller'
import { EditorSlot, isEditing, longestTyped } from './editor'
import { type Followed, followRows, type Held, hasMoved, hold, withKeys } from './follow'
import { Header, headAt, headTip } from './header'
import { Fitter, pageFits } from './measure'
import { RangeOverlay } from './ranges'
import { RowPool } from './rows'
import {
  areasOf,
  type Bounds,
  clampSelection,
  columnsIn,
  followColumns,
  isRange,
  passTo,
  rowsOf,
  selectCell,
} from './selection'
import { cellAt, element, isFixed, rowLabel, type Sheet } from './sheet'
import { Stripes } from './stripes'
import { Tip } from './tip'
import type { Column, CopyFormat, Events, Options, Selection, Source } from './types'
import { Viewport } from './viewport'

/** In px at the usual text size. */
const usualHeadHeight = 28
const rowOverscan = 3
const columnOverscan = 1
const settleDelay = 120

const noRows: Source = { rowCount: 0, cell: () => undefined, prefetch: () => {} }

/**
 * A grid's position: its first visible row, how far it is scrolled sideways, what is selected, and the keys of those
 * rows.
 */
export interface Place {
  readonly row: number
  readonly left?: number
  readonly selection: Selection
  readonly held?: Held
}

/**
 * A grid of cells that draws only what is visible. It pulls cells from a Source, reuses its elements while scrolling in
 * both directions, and keeps the keyboard focus on a real cell. It holds no data.
 */
export class Grid {
  private readonly sheet: Sheet = {
    columns: [],
    layout: new ColumnLayout([], gutterFor(1)),
    source: noRows,
    selection: selectCell({ row: 0, column: 0 }),
    fits: pageFits(),
    headActive: false,
    composes: false,
  }
  private readonly scroller = element('qg-scroll', 'grid')
  private readonly body = element('qg-body', 'rowgroup')
  private readonly rowLayer = element('qg-rows', 'presentation')
  private readonly header = new Header()
  private readonly ranges = new RangeOverlay()
  private readonly stripes = new Stripes()
  private readonly editor = new EditorSlot(this.body)
  private readonly pool = new RowPool(this.rowLayer)
  private readonly tip: Tip
  private readonly view: Viewport
  private readonly controller: Controller
  private readonly options: Options
  /** Which rows are selected, wherever they are. */
  private held: Held = new Map()
  private headColumn = 0
  private drawing = false
  private stale = false
  private settleTimer = 0
  private seen = { first: 0, last: -1 }
  private busy: boolean | undefined

  /** Builds the grid in an element that has its own size. */
  constructor(
    private readonly host: HTMLElement,
    private readonly events: Events,
    options: Partial<Options> = {},
  ) {
    this.options = { label: 'Rows', rowHeight: 24, mac: false, readOnly: false, ...options }
    host.classList.add('qg')
    this.nameGrid()
    this.scroller.setAttribute('aria-multiselectable', 'true')
    this.body.append(...this.stripes.elements, this.rowLayer, this.ranges.element)
    this.scroller.append(this.header.element, this.body)
    host.append(this.scroller)
    this.tip = new Tip(host)
    this.view = new Viewport(this.scroller, scaled(usualHeadHeight), {
      onScroll: () => this.scrolled(),
      onSize: () => this.arrange(),
      onRelease: () => this.draw('selected'),
    })
    this.controller = new Controller(this.surface())
    this.arrange()
  }

  /**
   * Shows other columns. The focused cell and the focused head follow their columns; a selected range shrinks to the
   * focused cell if its columns are no longer together.
   */
  setColumns(columns: readonly Column[]): void {
    const { sheet } = this
    const before = sheet.columns
    sheet.selection = followColumns(sheet.selection, before, columns)
    const held = headAt(document.activeElement) >= 0 && this.hasFocus
    if (held) this.headColumn = headAt(document.activeElement)
    const head = columns.findIndex((column) => column.id === before[this.headColumn]?.id)
    if (head >= 0) this.headColumn = head
    sheet.columns = columns
    this.arrange(true)
    if (held) this.focusHead(this.headColumn)
  }

  /** Switches columns and source together, so that no old cell is drawn under a new head. */
  show(columns: readonly Column[], source: Source, keepPlace = false): void {
    const { sheet } = this
    const before = sheet.selection
    const key = this.held.get(before.focus.row)
    if (source !== sheet.source) this.take(source, keepPlace)
    if (columns === sheet.columns) this.arrange()
    else this.setColumns(columns)
    this.tellFollowed(before, key)
  }

  /** Marks the cells that were found; undefined marks none. */
  setFound(found: ((row: number, column: number) => boolean) | undefined): void {
    this.sheet.found = found
    this.draw('selected')
  }

  /** Selects a cell and scrolls to it, without taking the keyboard's focus; if asked, selected rows stay selected. */
  goTo(row: number, column: number, keepRows = false): void {
    const { selection } = this.sheet
    this.select(keepRows && selection.rows ? passTo(selection, row, this.bounds) : selectCell({ row, column }), false)
  }

  /** Fits the width of a column, or of every column, to the visible cells, and reports the widths. */
  fitColumns(columns: readonly number[] = this.sheet.columns.map((_, column) => column)): void {
    const { sheet } = this
    const { first, last } = this.rowWindow()
    const fitter = new Fitter()
    for (const column of columns) {
      sheet.layout.setUsualWidth(column, fitter.width(sheet.source, sheet.columns, column, first, last))
    }
    this.widthsChanged()
    for (const column of columns) this.events.onResize(column, sheet.layout.usualWidth(column))
  }

  /** Shows the rows of another source: from the top, or at the same position. */
  setSource(source: Source, keepPlace = false): void {
    this.show(this.sheet.columns, source, keepPlace)
  }

  /** Redraws every cell: call it when rows arrived or moved, or the row count or a staged edit changed. */
  refresh(): void {
    const { sheet } = this
    const before = sheet.selection
    const key = this.held.get(before.focus.row)
    this.followMoved()
    this.arrange()
    this.tellFollowed(before, key)
  }

  /** Switches to another source. The same rows stay selected if they are loaded. */
  private take(source: Source, keepPlace: boolean): void {
    const { sheet, view } = this
    const { focus } = sheet.selection
    sheet.source = source
    const found = followRows(sheet.selection, this.held, source)
    if (found) this.follow(found)
    else if (keepPlace) this.followMoved()
    else this.follow(withKeys(selectCell({ row: 0, column: focus.column }), source))
    if (!keepPlace) view.scale.moveTo(0)
  }

  /**
   * Follows the selected rows if they moved. The selection waits while nothing is loaded at its position; if other rows
   * turn up there and its own are gone, it shrinks to one cell.
   */
  private followMoved(): void {
    const { source, selection } = this.sheet
    if (hasMoved(this.held, source)) {
      this.follow(followRows(selection, this.held, source) ?? withKeys(selectCell(selection.focus), source))
    } else if (!this.held.has(selection.focus.row)) this.held = hold(selection, source)
  }

  private follow({ selection, held }: Followed): void {
    this.sheet.selection = selection
    this.held = held
  }

  /** Reports where the selected rows have moved, or which row replaced them. */
  private tellFollowed(before: Selection, key: string | undefined): void {
    const { focus, range } = this.sheet.selection
    const same = range.top === before.range.top && range.bottom === before.range.bottom
    if (same && focus.row === before.focus.row && (key === undefined || key === this.held.get(focus.row))) return
    if (this.hasFocus && !this.sheet.headActive) this.focusCell()
    this.events.onSelect(this.sheet.selection)
  }

  /** Changes the accessible name or the height of the rows. */
  setOptions(options: Partial<Options>): void {
    Object.assign(this.options, options)
    this.nameGrid()
    this.arrange(true)
  }

  private nameGrid(): void {
    this.scroller.setAttribute('aria-label', this.options.label)
    this.scroller.setAttribute('aria-readonly', String(this.options.readOnly))
    this.sheet.composes = !this.options.readOnly && this.events.onEdit !== undefined
  }

  /** Scrolls to the focused cell and focuses it, or the first head if there are no rows. */
  focus(): void {
    if (this.sheet.source.rowCount === 0) return this.focusHead(0)
    this.sheet.headActive = false
    this.reveal(this.sheet.selection)
    this.draw('selected')
    this.focusCell()
  }

  /** Scrolls as little as is needed to show a row, and selects its cell in the focused column. */
  scrollToRow(row: number): void {
    this.select(selectCell({ row, column: this.sheet.selection.focus.column }))
  }

  /** Scrolls a row to the top. */
  scrollTo(row: number): void {
    this.view.moveTo(this.view.left, row * this.options.rowHeight)
    this.draw('moved')
  }

  /** Scrolls a row to the top and selects its cell in the focused column. */
  goToRow(row: number): void {
    this.scrollTo(row)
    this.scrollToRow(row)
  }

  /** The first row that is at least partly visible. */
  get firstRow(): number {
    return this.view.scale.firstRow
  }

  /** What is selected. */
  get selection(): Selection {
    return this.sheet.selection
  }

  /** Sets the selection and scrolls to its focused cell. */
  set selection(selection: Selection) {
    this.select(selection)
  }

  /** The slot for an editor over the focused cell. While it is open, its content handles its own keys and clipboard. */
  openEditor(): void {
    this.reveal(this.sheet.selection)
    this.editor.show(this.sheet, this.view.scale)
  }

  /** What holds the editor. */
  get editorCell(): HTMLElement {
    return this.editor.cell
  }

  /** Removes the editor's slot; the focus returns to the cell if it was in the editor. */
  closeEditor(): void {
    const held = isEditing(document.activeElement) && this.scroller.contains(document.activeElement)
    this.editor.hide()
    if (held) this.focusCell()
  }

  /** The grid's position, for restore(). */
  get place(): Place {
    return { row: this.firstRow, left: this.view.left, selection: this.selection, held: this.held }
  }

  /** Restores the position of a grid of the same rows; the selection follows its rows. */
  restore({ row, left = 0, selection, held }: Place): void {
    this.follow({ selection, held: held ?? new Map() })
    this.followMoved()
    const found = this.held
    this.select(this.sheet.selection)
    this.held = found // includes the keys of rows that are not loaded yet
    this.view.moveTo(left, this.view.scale.offset)
    this.scrollTo(row)
  }

  /** A cell's position in the window, undefined while it is not drawn. */
  cellRect(row: number, column: number): DOMRect | undefined {
    return this.pool.cell(row, column)?.element.getBoundingClientRect()
  }

  /**
   * Copies the selected cells to the clipboard, loading rows and cut values as needed, and announces what was copied or
   * why it was not. Returns the copied text, '' if nothing was copied.
   */
  copy(format: CopyFormat): Promise<string> {
    const { source, columns, selection } = this.sheet
    if (source.rowCount === 0 || columns.length === 0) return Promise.resolve('')
    return clipboardCopy(source, columns, areasOf(selection), format, (text) =>
      this.events.tell ? this.events.tell(text) : this.events.announce(text),
    )
  }

  /** Removes the grid from the page. */
  destroy(): void {
    window.clearTimeout(this.settleTimer)
    this.controller.destroy()
    this.view.destroy()
    this.tip.destroy()
    this.scroller.remove()
    this.host.classList.remove('qg')
  }

  private surface(): Surface {
    const { sheet, view, pool, header, tip, events, options, body } = this
    return {
      ...{ sheet, view, pool, header, tip, events, options, body },
      headHeight: () => scaled(usualHeadHeight),
      bounds: () => this.bounds,
      select: (selection) => this.select(selection, true),
      canEdit: (row, column) => this.canEdit(row, column),
      focusCell: () => this.focusCell(),
      focusHead: (column) => this.focusHead(column, true),
      setWidth: (column, width) => this.setWidth(column, width),
      fit: (column) => this.fitColumns([column]),
      scrolled: () => this.scrolled(),
      copy: (format) => this.copy(format),
    }
  }

  /** Whether Enter edits a cell instead of opening its value. */
  canEdit(row: number, column: number): boolean {
    const described = this.sheet.columns[column]
    if (!this.events.onEdit || !described || described.opens || isFixed(this.sheet, row, column)) return false
    const cell = cellAt(this.sheet, row, column, longestTyped + 1)
    if (cell && cell.text.length > longestTyped) return false
    return cell !== undefined && cell.cut === 0 && cell.kind !== Kind.json && cell.kind !== Kind.escaped
  }

  private get bounds(): Bounds {
    return { rows: this.sheet.source.rowCount, columns: this.sheet.columns.length }
  }

  /** Reads sizes, columns and counts, then draws everything. */
  private arrange(columnsChanged = false): void {
    if (this.drawing) {
      this.stale = true
      return
    }
    const { sheet, view, options } = this
    const gutter = scaled(gutterFor(this.longestLabel()))
    const scale = textScale()
    if (scale !== sheet.layout.scale) sheet.fits = pageFits()
    const rebuild = columnsChanged || gutter !== sheet.layout.gutter || scale !== sheet.layout.scale
    if (rebuild) sheet.layout = new ColumnLayout(sheet.columns, gutter, scale)
    sheet.selection = clampSelection(sheet.selection, this.bounds)
    this.headColumn = Math.max(0, Math.min(this.headColumn, sheet.columns.length - 1))
    view.resize(sheet.source.rowCount, options.rowHeight, sheet.layout.total, scaled(usualHeadHeight))
    this.writeSizes()
    this.draw(rebuild ? 'columns' : 'cells')
  }

  private longestLabel(): number {
    const last = this.sheet.source.rowCount - 1
    return last < 0 ? 1 : rowLabel(this.sheet.source, last).length
  }

  private writeSizes(): void {
    const { sheet, view, scroller } = this
    const { rowCount, rowCountKnown } = sheet.source
    scroller.style.setProperty('--qg-head', `${scaled(usualHeadHeight)}px`)
    scroller.style.setProperty('--qg-row', `${this.options.rowHeight}px`)
    scroller.style.setProperty('--qg-gutter', `${sheet.layout.gutter}px`)
    scroller.style.setProperty('--qg-width', `${sheet.layout.total}px`)
    this.body.style.height = `${view.scale.bodyHeight}px`
    scroller.setAttribute('aria-rowcount', String(rowCountKnown === false ? -1 : rowCount + 1))
    scroller.setAttribute('aria-colcount', String(sheet.columns.length + 1))
    view.keep()
  }

  private scrolled(): void {
    this.tip.hide()
    this.draw('moved')
  }

  /**
   * Draws what has become visible. 'selected' also redraws the selection, 'cells' every cell; 'widths' and 'columns'
   * lay the cells out again, too.
   */
  private draw(what: 'moved' | 'selected' | 'cells' | 'widths' | 'columns'): void {
    if (this.drawing) return
    this.drawing = true
    const { sheet, pool, header, view } = this
    const rows = this.rowWindow()
    const slots = this.drawColumns()
    header.lay(sheet, slots, pool.columnLanes)
    if (what === 'columns') header.rebuild(sheet, pool.columnLanes)
    else if (what === 'widths') header.move(sheet)
    const keep = sheet.source.rowCount > 0 ? [sheet.selection.focus.row] : []
    const changed = pool.drawRows(sheet, view.scale, rows.first, rows.last, keep)
    if (what === 'columns' || what === 'widths') pool.rebuild(sheet)
    else if (what !== 'moved') pool.show(sheet, what === 'cells')
    this.stripes.draw(view.scale, rows.first, rows.last)
    this.ranges.draw(sheet, view.scale, rows.first, rows.last)
    this.editor.draw(sheet, view.scale)
    header.setTabStop(sheet.headActive || sheet.source.rowCount === 0 ? this.headColumn : -1)
    if ((changed || what !== 'moved') && !view.held && rows.first <= rows.last) {
      sheet.source.prefetch(rows.first, rows.last)
    }
    if (what !== 'moved' && what !== 'selected') this.tip.follow()
    this.showBusy(pool.waits(rows.first, rows.last)) // the focused row is kept wherever it is
    this.drawing = false
    this.settleLater()
    this.tellScroll()
    this.drawStale()
  }

  private showBusy(busy: boolean): void {
    if (busy === this.busy) return
    this.busy = busy
    this.scroller.setAttribute('aria-busy', String(busy))
  }

  private tellScroll(): void {
    const { firstRow, lastRow } = this.view.scale
    if (lastRow < firstRow || (firstRow === this.seen.first && lastRow === this.seen.last)) return
    this.seen = { first: firstRow, last: lastRow }
    this.events.onScroll?.(firstRow, lastRow)
  }

  /** Draws again if the source asked for it during drawing. */
  private drawStale(): void {
    if (!this.stale) return
    this.stale = false
    this.arrange()
  }

  private drawColumns(): number[] {
    const { sheet, view, pool } = this
    const window = sheet.layout.window(view.left, view.width)
    const first = Math.max(sheet.layout.pinned, window.first - columnOverscan)
    const last = Math.min(sheet.layout.count - 1, window.last + columnOverscan)
    const keep = [sheet.selection.focus.column, this.headColumn].filter(
      (column) => column >= sheet.layout.pinned && column < sheet.layout.count,
    )
    return pool.drawColumns(sheet, first, last, keep)
  }

  private rowWindow(): { first: number; last: number } {
    const { scale } = this.view
    const count = this.sheet.source.rowCount
    const first = Math.max(0, scale.firstRow - rowOverscan)
    return { first, last: Math.min(count - 1, scale.lastRow + rowOverscan) }
  }

  /** Names and orders the cells for a screen reader once the grid is at rest. */
  private settleLater(): void {
    window.clearTimeout(this.settleTimer)
    this.settleTimer = window.setTimeout(() => this.settle(), settleDelay)
  }

  private settle(): void {
    if (this.view.rest()) this.draw('moved')
    window.clearTimeout(this.settleTimer) // drawing begins another wait
    this.pool.settle(this.sheet)
  }

  private select(selection: Selection, focus = this.hasFocus): void {
    const { sheet } = this
    const before = sheet.selection
    sheet.selection = clampSelection(selection, this.bounds)
    this.held = hold(sheet.selection, sheet.source)
    sheet.headActive = false
    this.reveal(sheet.selection)
    this.draw('selected')
    if (focus) this.focusCell()
    if (isRange(sheet.selection)) this.announceRange(before)
    this.events.onSelect(sheet.selection)
  }

  private announceRange(before: Selection): void {
    const { selection } = this.sheet
    const selected = rowsOf(selection)
    if (selected === rowsOf(before) && columnsIn(selection.range) === columnsIn(before.range)) return
    const rows = counted(selected, 'row')
    const columns = counted(columnsIn(selection.range), 'column')
    this.events.announce(selection.rows ? `${rows} selected` : `${rows}, ${columns} selected`)
  }

  /** Scrolls as little as needed to show the whole focused cell, only vertically if whole rows are selected. */
  private reveal({ focus, rows }: Selection): void {
    const { sheet, view } = this
    const down = view.scale.reveal(focus.row)
    const left = rows ? view.left : sheet.layout.reveal(focus.column, view.left, view.width)
    if (down || left !== view.left) {
      view.moveTo(left, view.scale.offset)
      view.apply()
    }
  }

  private get hasFocus(): boolean {
    const { activeElement } = document
    return this.scroller.contains(activeElement) && !isEditing(activeElement)
  }

  private focusCell(): void {
    const { row, column } = this.sheet.selection.focus
    this.sheet.headActive = false
    const cell = this.pool.cell(row, column)
    if (!cell) return
    cell.name(this.sheet, row)
    this.takeFocus(cell.element)
  }

  /** Focuses a head; its tooltip appears if the user got there by keyboard. */
  private focusHead(column: number, byUser = false): void {
    const { sheet, view } = this
    this.headColumn = Math.max(0, Math.min(column, sheet.columns.length - 1))
    sheet.headActive = true
    view.moveTo(sheet.layout.reveal(this.headColumn, view.left, view.width), view.scale.offset)
    this.draw('selected')
    const head = this.header.head(this.headColumn, this.pool.columnLanes)
    const described = sheet.columns[this.headColumn]
    if (!head || !described) return
    this.takeFocus(head)
    if (byUser) this.tip.now(head, () => headTip(described))
  }

  /** Focuses an element and undoes any scrolling by the webview: Safari 26 ignores preventScroll. */
  private takeFocus(wanted: HTMLElement): void {
    if (document.activeElement !== wanted) wanted.focus({ preventScroll: true })
    this.view.apply()
  }

  private setWidth(column: number, width: number): void {
    this.sheet.layout.setWidth(column, width)
    this.widthsChanged()
  }

  private widthsChanged(): void {
    const { sheet } = this
    this.view.resize(sheet.source.rowCount, this.options.rowHeight, sheet.layout.total)
    this.writeSizes()
    this.draw('widths')
  }
}

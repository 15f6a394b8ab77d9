import { isComposing } from '../lib/keys'
import { type ComposeTarget, followComposing } from './compose'
import { canStand, type DragTarget, HeadDrag } from './drag'
import { isEditing } from './editor'
import { type Header, headAt, headTip } from './header'
import { type CellCommand, cellCommand, type HeadCommand, headCommand, target, typedBy } from './keyboard'
import { momentTip } from './moments'
import { cutTip } from './names'
import { isMenuPress, PointerSelection, type PointerTarget, type Press } from './pointer'
import { HeadResize, isGrip, type ResizeTarget } from './resize'
import type { RowPool } from './rows'
import {
  type Bounds,
  clampPosition,
  extendTo,
  isRange,
  isSelected,
  passTo,
  selectCell,
  selectPage,
  selectRow,
  toggleRow,
} from './selection'
import { cellAt, type Sheet } from './sheet'
import type { Tip, TipText } from './tip'
import type { CopyFormat, Events, Options, Position, Selection } from './types'
import type { Viewport } from './viewport'

/** How many characters of a value a tooltip shows. */
const tipLimit = 64

/** The parts and actions of a grid that keys and pointers use. */
export interface Surface {
  readonly sheet: Sheet
  readonly view: Viewport
  readonly pool: RowPool
  readonly header: Header
  readonly tip: Tip
  readonly events: Events
  readonly options: Readonly<Options>
  readonly body: HTMLElement
  headHeight(): number
  bounds(): Bounds
  /** Selects, shows and focuses. */
  select(selection: Selection): void
  /** Whether Enter edits a cell instead of opening its value. */
  canEdit(row: number, column: number): boolean
  focusCell(): void
  focusHead(column: number): void
  setWidth(column: number, width: number): void
  fit(column: number): void
  scrolled(): void
  copy(format: CopyFormat): Promise<string>
}

/** What keys, pointers, menus and the clipboard do in a grid. */
export class Controller {
  private readonly pointer: PointerSelection
  private readonly resize: HeadResize
  private readonly drag: HeadDrag

  constructor(private readonly grid: Surface) {
    const { scroller } = grid.view
    const head = grid.header.element
    this.pointer = new PointerSelection(grid.body, scroller, this.pointerTarget())
    this.resize = new HeadResize(head, this.resizeTarget())
    this.drag = new HeadDrag(head, this.dragTarget())
    head.addEventListener('click', (event) => this.headClicked(event))
    head.addEventListener('contextmenu', (event) => this.headMenu(event))
    scroller.addEventListener('keydown', (event) => this.keyPressed(event))
    followComposing(scroller, this.composeTarget())
    scroller.addEventListener('copy', (event) => this.copyAsked(event))
    scroller.addEventListener('paste', (event) => this.pasteAsked(event))
    // WebKit pastes outside of an editor only if that was announced before.
    scroller.addEventListener('beforepaste', (event) => this.canPaste(event.target) && event.preventDefault())
    scroller.addEventListener('focusin', (event) => this.focusCame(event))
    scroller.addEventListener('focusout', () => grid.tip.hide())
    scroller.addEventListener('pointerover', (event) => this.hovered(event))
    scroller.addEventListener('pointerdown', (event) => grid.tip.press(tipOwner(event.target)))
    scroller.addEventListener('pointerleave', () => {
      grid.tip.leave()
      grid.tip.forget()
    })
  }

  /** Stops the animation frames; the listeners are removed with the scroller. */
  destroy(): void {
    this.pointer.destroy()
    this.resize.destroy()
    this.drag.destroy()
  }

  /**
   * Notes which part of the grid has the focus. Cells are reused, so the element that had it before a dialog opened may
   * show another row when the dialog returns it: then the focus moves on to the focused cell.
   */
  private focusCame({ target }: FocusEvent): void {
    const { sheet, pool } = this.grid
    sheet.headActive = headAt(target) >= 0
    if (sheet.headActive || isEditing(target)) return
    const { row, column } = sheet.selection.focus
    const cell = pool.cell(row, column)?.element
    if (cell && cell !== target && target !== this.grid.view.scroller) this.grid.focusCell()
  }

  private keyPressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || isComposing(event) || isEditing(event.target)) return
    const head = headAt(event.target)
    const handled = head >= 0 ? this.headKey(event, head) : this.cellKey(event)
    if (handled) event.preventDefault()
  }

  private cellKey(event: KeyboardEvent): boolean {
    const { events, options, sheet } = this.grid
    const command = cellCommand(event, options.mac) ?? typing(event, options.mac)
    if (!command || sheet.source.rowCount === 0) return false
    if (command.kind === 'edit' && command.text !== undefined && !events.onEdit) return this.typedInVain()
    if (command.kind === 'narrow') return this.narrow()
    if (command.kind === 'delete' && !events.onDelete) return false
    this.run(command)
    return true
  }

  /** Reports that a text was typed where nothing can be edited. */
  private typedInVain(): boolean {
    const { row, column } = this.grid.sheet.selection.focus
    this.grid.events.onTyped?.(row, column)
    return this.grid.events.onTyped !== undefined
  }

  private run(command: Exclude<CellCommand, { kind: 'narrow' }>): void {
    const { sheet, events } = this.grid
    const { focus } = sheet.selection
    switch (command.kind) {
      case 'row':
        return this.selectRow(command.extend)
      case 'pass':
        return this.pass(command.rows)
      case 'all':
        return this.grid.select(selectPage(sheet.selection, this.page(focus.row), this.grid.bounds()))
      case 'open':
        return this.opened(focus)
      case 'edit':
        return events.onEdit ? events.onEdit(focus.row, focus.column, command.text) : this.opened(focus)
      case 'delete':
        return events.onDelete?.(sheet.selection)
      case 'menu':
        return this.menuAtCell()
      case 'copy':
        void this.grid.copy(command.format)
        return
      default:
        return this.move(command)
    }
  }

  /**
   * Selects the focused row; if the focus moved there while other rows stayed selected, adds it to them or removes it.
   */
  private selectRow(extend: boolean): void {
    const { selection } = this.grid.sheet
    const { row } = selection.focus
    const bounds = this.grid.bounds()
    const adds = selection.passing && !extend
    this.grid.select(adds ? toggleRow(selection, row, bounds) : selectRow(selection, row, extend, bounds))
  }

  /** Moves to another row and keeps the selection. */
  private pass(rows: number): void {
    const { selection } = this.grid.sheet
    const bounds = this.grid.bounds()
    const to = clampPosition({ ...selection.focus, row: selection.focus.row + rows }, bounds)
    this.grid.select(passTo(selection, to.row, bounds))
  }

  /** Opens the value of a cell, or edits it if it can be edited in place. */
  private opened({ row, column }: Position): void {
    const { events } = this.grid
    if (this.grid.canEdit(row, column)) events.onEdit?.(row, column)
    else events.onOpen(row, column)
  }

  private page(row: number): { first: number; last: number } {
    const { source } = this.grid.sheet
    return source.pageOf?.(row) ?? { first: 0, last: source.rowCount - 1 }
  }

  private move(command: Extract<CellCommand, { kind: 'move' | 'edge' | 'page' }>): void {
    const { selection } = this.grid.sheet
    const { focus } = selection
    if (command.kind === 'move' && command.rows < 0 && focus.row === 0 && !command.extend) {
      return this.grid.focusHead(focus.column)
    }
    const to = target(focus, command, this.grid.bounds(), this.grid.view.scale.rowsPerPage)
    this.grid.select(command.extend ? extendTo(selection, to, this.grid.bounds()) : selectCell(to))
    if (command.kind === 'edge' && command.columns < 0) this.toFirstColumns()
  }

  /** Scrolls to the first columns: a focused pinned column is visible wherever they are. */
  private toFirstColumns(): void {
    const { view } = this.grid
    if (view.moveTo(0, view.scale.offset)) this.grid.scrolled()
  }

  /** Escape reduces a range to its focused cell; with one cell selected, the key belongs to the window. */
  private narrow(): boolean {
    if (this.grid.tip.open) {
      this.grid.tip.hide()
      return true
    }
    if (!isRange(this.grid.sheet.selection)) return false
    this.grid.select(selectCell(this.grid.sheet.selection.focus))
    return true
  }

  private menuAtCell(): void {
    const { row, column } = this.grid.sheet.selection.focus
    const at = this.grid.pool.cell(row, column)?.element.getBoundingClientRect()
    if (at) this.grid.events.onMenu(row, column, at.left + 8, at.bottom)
  }

  private headKey(event: KeyboardEvent, column: number): boolean {
    const command = headCommand(event, this.grid.options.mac)
    if (!command) return false
    if (command.kind === 'hideTip' && !this.grid.tip.open) return false
    this.runOnHead(command, column)
    return true
  }

  private runOnHead(command: HeadCommand, column: number): void {
    switch (command.kind) {
      case 'move':
        return this.grid.focusHead(column + command.columns)
      case 'edge':
        this.grid.focusHead(command.columns < 0 ? 0 : this.grid.sheet.columns.length - 1)
        return command.columns < 0 ? this.toFirstColumns() : undefined
      case 'leave':
        return this.grid.select(selectCell({ row: this.grid.sheet.selection.focus.row, column }))
      case 'sort':
        return this.sort(column, command.add)
      case 'menu':
        return this.menuAtHead(column)
      case 'resize':
        this.grid.setWidth(column, this.grid.sheet.layout.width(column) + command.by)
        this.grid.events.announce(`${this.grid.sheet.layout.width(column)} pixels wide`)
        return this.grid.events.onResize(column, this.grid.sheet.layout.usualWidth(column))
      case 'shift':
        return this.shift(column, command.columns)
      case 'hideTip':
        return this.grid.tip.hide()
    }
  }

  /** Moves a column by one position and keeps the focus on its head. */
  private shift(column: number, by: number): void {
    const { columns } = this.grid.sheet
    const described = columns[column]
    const to = column + by
    if (!described || !canStand(columns, column, to)) return this.grid.events.announce('Already at the edge')
    this.grid.events.onMove?.(column, to)
    this.grid.events.announce(`${described.title}, column ${to + 1} of ${columns.length}`)
  }

  private sort(column: number, add: boolean): void {
    const described = this.grid.sheet.columns[column]
    if (!described) return
    if (described.sortable) this.grid.events.onSort(column, add)
    else this.grid.events.announce(`${described.title} cannot be sorted: ${described.sortReason}`)
  }

  private menuAtHead(column: number): void {
    const at = this.grid.header.head(column, this.grid.pool.columnLanes)?.getBoundingClientRect()
    if (at) this.grid.events.onMenu(-1, column, at.left + 8, at.bottom)
  }

  private headClicked(event: MouseEvent): void {
    const column = headAt(event.target)
    if (column < 0 || isGrip(event.target) || this.drag.ended() || isMenuPress(event, this.grid.options.mac)) return
    this.grid.focusHead(column)
    this.sort(column, event.shiftKey)
  }

  private headMenu(event: MouseEvent): void {
    event.preventDefault()
    const column = headAt(event.target)
    if (column >= 0) this.grid.events.onMenu(-1, column, event.clientX, event.clientY)
  }

  private hovered(event: PointerEvent): void {
    const over = tipOwner(event.target)
    if (!over) {
      // While the pointer is captured, the browser reports it over the rows as a whole.
      if (event.target instanceof Element && event.target.closest('.qg-cell')) this.grid.tip.forget()
      return this.grid.tip.leave()
    }
    const column = headAt(over)
    this.grid.tip.later(over, () => {
      const described = this.grid.sheet.columns[column]
      return described ? headTip(described) : this.cellTip(over)
    })
  }

  private cellTip(over: Element): TipText | undefined {
    const row = Number(over.parentElement?.closest('.qg-row')?.getAttribute('aria-rowindex')) - 2
    const column = Number(over.getAttribute('aria-colindex')) - 2
    const described = this.grid.sheet.columns[column]
    const cell = cellAt(this.grid.sheet, row, column, tipLimit)
    if (!described || !cell) return undefined
    const body = cell.cut > 0 ? cutTip(cellAt(this.grid.sheet, row, column) ?? cell) : momentTip(cell, described)
    return body === undefined ? undefined : { heading: described.title, body, warning: false }
  }

  private copyAsked(event: ClipboardEvent): void {
    if (headAt(event.target) >= 0 || isEditing(event.target)) return
    event.preventDefault()
    void this.grid.copy('tsv')
  }

  private pasteAsked(event: ClipboardEvent): void {
    if (!this.canPaste(event.target)) return
    event.preventDefault()
    const { events, sheet } = this.grid
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text === '') (events.tell ?? events.announce)('The clipboard has no text.')
    else events.onPaste?.(sheet.selection, text)
  }

  private canPaste(target: EventTarget | null): boolean {
    const { events, sheet } = this.grid
    return headAt(target) < 0 && !isEditing(target) && events.onPaste !== undefined && sheet.source.rowCount > 0
  }

  private composeTarget(): ComposeTarget {
    const focus = () => this.grid.sheet.selection.focus
    const cell = () => this.grid.pool.cell(focus().row, focus().column)
    return {
      begin: () => cell()?.beginComposing(),
      end: () => cell()?.endComposing(),
      type: (text) => this.grid.events.onEdit?.(focus().row, focus().column, text),
    }
  }

  private pointerTarget(): PointerTarget {
    const { sheet, view, options } = this.grid
    const { grid } = this
    return {
      get headHeight() {
        return grid.headHeight()
      },
      get mac() {
        return options.mac
      },
      get width() {
        return view.width
      },
      get height() {
        return view.height
      },
      catchUp: () => view.catchUp(),
      cellAt: (x, y) => ({ row: view.scale.rowAt(y), column: sheet.layout.at(x, view.left) }),
      hasRowAt: (y) => view.scale.offset + y < sheet.source.rowCount * view.scale.rowHeight,
      press: (at, how) => this.pressed(at, how),
      drag: (at) => this.dragged(at),
      open: (at) => this.opened(at),
      menu: (at, x, y) => this.menuAsked(at, x, y),
      scrollBy: (x, y) => {
        if (view.moveTo(view.left + x, view.scale.offset + y)) this.grid.scrolled()
      },
    }
  }

  private pressed(at: Position, { extend, add }: Press): void {
    const { selection } = this.grid.sheet
    const bounds = this.grid.bounds()
    const extends_ = extend && selection.rows
    if (at.column >= 0) this.grid.select(extend ? extendTo(selection, at, bounds) : selectCell(at))
    else if (add && !extends_) this.grid.select(toggleRow(selection, at.row, bounds))
    else this.grid.select(selectRow(selection, at.row, extends_, bounds))
  }

  private dragged(at: Position): void {
    const { selection } = this.grid.sheet
    const column = selection.rows ? selection.focus.column : Math.max(0, at.column)
    if (at.row === selection.focus.row && column === selection.focus.column) return
    this.grid.select(extendTo(selection, { row: at.row, column }, this.grid.bounds()))
  }

  private menuAsked(at: Position, x: number, y: number): void {
    const { selection } = this.grid.sheet
    const inside = isSelected(selection, at.row, Math.max(at.column, selection.range.left))
    if (!inside) this.pressed(at, { extend: false, add: false })
    this.grid.events.onMenu(at.row, at.column, x, y)
  }

  private dragTarget(): DragTarget {
    const { sheet, view, scroller, events, options } = { ...this.grid, scroller: this.grid.view.scroller }
    return {
      get mac() {
        return options.mac
      },
      edge: () => scroller.getBoundingClientRect().left,
      get width() {
        return view.width
      },
      begin: (column) => (column < sheet.layout.pinned ? undefined : sheet.layout.pinnedEnd),
      at: (x) => Math.max(0, sheet.layout.at(x, view.left)),
      middle: (column) => sheet.layout.left(column) + sheet.layout.width(column) / 2 - this.scrolledBy(column),
      left: (column) => sheet.layout.left(column) - this.scrolledBy(column),
      can: (column, to) => events.onMove !== undefined && canStand(sheet.columns, column, to),
      mark: (x) => this.grid.header.mark(x === undefined ? undefined : x + view.left),
      scrollBy: (x) => {
        if (view.moveTo(view.left + x, view.scale.offset)) this.grid.scrolled()
      },
      drop: (column, to) => events.onMove?.(column, to),
    }
  }

  /** How far scrolling has moved a column to the left. */
  private scrolledBy(column: number): number {
    return column < this.grid.sheet.layout.pinned ? 0 : this.grid.view.left
  }

  private resizeTarget(): ResizeTarget {
    const { sheet, events } = this.grid
    return {
      widthOf: (column) => sheet.layout.width(column),
      setWidth: (column, width) => this.grid.setWidth(column, width),
      done: (column) => events.onResize(column, sheet.layout.usualWidth(column)),
      fit: (column) => this.grid.fit(column),
    }
  }
}

/** The element under the pointer that has a tooltip: a head, a cut cell or a moment; null for none. */
function tipOwner(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('.qg-th, .qg-cell.cut, .qg-cell.mom') : null
}

/** Editing a cell by typing into it. */
function typing(event: KeyboardEvent, mac: boolean): CellCommand | undefined {
  const text = typedBy(event, event.getModifierState('AltGraph'), mac)
  return text === undefined ? undefined : { kind: 'edit', text }
}

import type { Scale } from '../lib/scrollbar/scale'
import { element, type Sheet } from './sheet'

/** The longest value that is edited over its cell, in characters; a longer one is opened. */
export const longestTyped = 10_000

/** Whether an event belongs to an editor in the grid, which handles its own keys, clipboard and pointer. */
export function isEditing(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.qg-editor') !== null
}

/**
 * The slot of an editor: over the focused cell, of its size, moving with it. To a screen reader it is a separate cell
 * in the same row and column. The caller that opens it puts an input into it.
 */
export class EditorSlot {
  /** What holds the editor. */
  readonly cell = element('qg-editcell', 'gridcell')
  readonly element = element('qg-editor', 'row')
  open = false
  private readonly pin = element('qg-editpin', 'presentation')
  private drawn = ''

  constructor(private readonly body: HTMLElement) {
    this.element.append(this.pin, this.cell)
  }

  /** Positions the slot. A pinned cell stays at the left, and so does its editor. */
  show(sheet: Sheet, scale: Scale): void {
    this.open = true
    const pinned = sheet.selection.focus.column < sheet.layout.pinned
    const holder = pinned ? this.pin : this.element
    if (this.cell.parentElement !== holder) holder.append(this.cell)
    if (!this.element.isConnected) this.body.append(this.element)
    this.draw(sheet, scale)
  }

  hide(): void {
    this.open = false
    this.element.remove()
  }

  /** Follows the focused cell. */
  draw({ selection, layout }: Sheet, scale: Scale): void {
    if (!this.open) return
    const { row, column } = selection.focus
    const [top, left, width] = [scale.top(row), layout.left(column), layout.width(column)]
    const drawn = `${row} ${column} ${top} ${left} ${width} ${scale.rowHeight}`
    if (drawn === this.drawn) return
    this.drawn = drawn
    this.element.setAttribute('aria-rowindex', String(row + 2))
    this.cell.setAttribute('aria-colindex', String(column + 2))
    this.element.style.top = `${top}px`
    this.cell.style.left = `${left}px`
    this.cell.style.width = `${width}px`
    this.cell.style.height = `${scale.rowHeight}px`
  }
}

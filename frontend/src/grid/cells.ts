import { Kind } from '../lib/block'
import { cellName, displayLimit, displayText } from './names'
import { isSelected } from './selection'
import { cellAt, element, isFixed, isFocus, markAt, rowLabel, type Sheet } from './sheet'
import type { Column, Mark } from './types'

const skeletons = 5
/** px of a cell at the usual text size that its text cannot use: padding on both sides and the line on the right. */
const beside = 15

/** One reused cell element. It writes to the page only what has changed. */
export class CellView {
  readonly element = element('qg-cell', 'gridcell')
  /** The column that the cell shows, -1 if it is free. */
  column = -1
  private readonly text = document.createTextNode('')
  /** The part of the text that does not fit: not drawn, but still the cell's text. */
  private rest: HTMLElement | undefined
  private base = ''
  private look = ''
  private shown = ''
  private end = 0
  private selected = false
  private focusable = false
  private composes = false
  private readOnly = false
  /** Whether the cell has its accessible name. */
  named = false

  constructor() {
    this.element.append(this.text)
    this.element.tabIndex = -1
    this.element.spellcheck = false
    this.element.setAttribute('aria-selected', 'false')
  }

  /** Moves the cell to a column; -1 hides it. */
  place(sheet: Sheet, column: number): void {
    const { style } = this.element
    if (column < 0) style.visibility = 'hidden'
    else if (this.column < 0) style.visibility = ''
    this.column = column
    const described = sheet.columns[column]
    if (!described) return
    this.base = columnLook(described)
    style.marginLeft = `${sheet.layout.left(column)}px`
    style.width = `${sheet.layout.width(column)}px`
    this.element.setAttribute('aria-colindex', String(column + 2))
  }

  /** Shows the cell's column in a row. Returns whether the cell is waiting for its row. */
  show(sheet: Sheet, row: number): boolean {
    const { column } = this
    const described = sheet.columns[column]
    if (!described) return false
    const cell = cellAt(sheet, row, column, displayLimit + 1)
    const mark = markAt(sheet, row, column)
    const found = sheet.found?.(row, column) === true
    const focus = isFocus(sheet, row, column)
    const text = cell ? displayText(cell) || (mark?.empty ?? '') : ''
    const measured = cell && cell.cut === 0 && !mark ? fitting(sheet, described, column, text) : undefined
    const end = measured ?? text.length
    this.write(text, end)
    const fixed = isFixed(sheet, row, column)
    this.dress(
      this.base +
        (fixed ? ' ro' : '') +
        cellLook(cell?.kind, cell ? cell.cut > 0 : false, mark, focus, row + column) +
        (end < text.length ? ' more' : '') +
        (measured === undefined && text !== '' ? ' clip' : '') +
        (found ? ' qg-hit' : ''),
    )
    this.select(isSelected(sheet.selection, row, column), focus && !sheet.headActive)
    const readOnly = fixed || cell?.kind === Kind.escaped
    this.takeText(focus && sheet.composes && !readOnly)
    this.protect(readOnly)
    return cell === undefined
  }

  /** Sets the name that a screen reader reads. */
  name(sheet: Sheet, row: number): void {
    const described = sheet.columns[this.column]
    if (!described) return
    const cell = cellAt(sheet, row, this.column, displayLimit + 1)
    const mark = markAt(sheet, row, this.column)
    const fixed = isFixed(sheet, row, this.column)
    this.element.setAttribute('aria-label', cellName(described, cell, rowLabel(sheet.source, row), fixed, mark))
    this.named = true
  }

  /** Removes a name that no longer matches, until the cell is named again. */
  unname(): void {
    if (!this.named) return
    this.element.removeAttribute('aria-label')
    this.named = false
  }

  /** Empties the cell while an input method composes in it. */
  beginComposing(): void {
    this.text.nodeValue = ''
    this.rest?.remove()
  }

  /** Shows the value again and drops what was composed. */
  endComposing(): void {
    this.text.nodeValue = this.shown.slice(0, this.end)
    this.element.replaceChildren(this.text, ...(this.rest ? [this.rest] : []))
  }

  /** Lets input methods compose in the cell. */
  private takeText(composes: boolean): void {
    if (composes === this.composes) return
    this.composes = composes
    if (composes) this.element.setAttribute('contenteditable', 'plaintext-only')
    else this.element.removeAttribute('contenteditable')
  }

  /** Writes a text of which the first `end` characters are drawn. */
  private write(text: string, end: number): void {
    if (text === this.shown && end === this.end) return
    this.shown = text
    this.end = end
    this.text.nodeValue = text.slice(0, end)
    const rest = text.slice(end)
    if (rest === '' && !this.rest) return
    this.rest ??= this.element.appendChild(element('qg-rest'))
    this.rest.textContent = rest
  }

  private dress(look: string): void {
    if (look === this.look) return
    this.look = look
    this.element.className = look
  }

  private select(selected: boolean, focusable: boolean): void {
    if (selected !== this.selected) {
      this.selected = selected
      this.element.setAttribute('aria-selected', String(selected))
    }
    if (focusable !== this.focusable) {
      this.focusable = focusable
      this.element.tabIndex = focusable ? 0 : -1
    }
  }

  private protect(readOnly: boolean): void {
    if (readOnly === this.readOnly) return
    this.readOnly = readOnly
    if (readOnly) this.element.setAttribute('aria-readonly', 'true')
    else this.element.removeAttribute('aria-readonly')
  }
}

/** How much of a text is drawn, undefined if it cannot be measured: the style sheet ends it then. */
function fitting(sheet: Sheet, { mono }: Column, column: number, text: string): number | undefined {
  const room = sheet.layout.width(column) - beside * sheet.layout.scale
  return (mono ? sheet.fits.mono : sheet.fits.ui).shown(text, room)
}

function columnLook(column: Column): string {
  let look = 'qg-cell'
  if (column.align === 'right') look += ' r'
  if (column.mono) look += ' m'
  if (column.moments) look += ' mom'
  return look
}

function cellLook(
  kind: number | undefined,
  cut: boolean,
  mark: Mark | undefined,
  focus: boolean,
  seed: number,
): string {
  let look = ''
  if (kind === undefined) look += ` wait w${(seed * 7) % skeletons}`
  else if (kind === Kind.null) look += ' nul'
  else if (kind === Kind.json) look += ' j'
  if (cut) look += ' cut'
  if (mark) look += ` ${mark.state}`
  if (focus) look += ' act'
  return look
}

import { icon } from './icons'
import type { Lanes } from './lanes'
import { headName } from './names'
import { element, type Sheet } from './sheet'
import type { TipText } from './tip'
import type { Column } from './types'

/** The heads of the columns: one row that stays at the top, with the pinned heads in a wrapper that stays at the left. */
export class Header {
  readonly element = element('qg-head', 'row')
  private readonly pin = element('qg-pin', 'presentation')
  private readonly corner = element('qg-gut', 'columnheader')
  private readonly marker = element('qg-drop', 'presentation')
  private readonly pinned: HTMLElement[] = []
  private readonly heads: HTMLElement[] = []
  /** The column whose head Tab reaches, undefined if heads have changed since it was set. */
  private tabStop: number | undefined

  constructor() {
    this.element.setAttribute('aria-rowindex', '1')
    this.corner.setAttribute('aria-colindex', '1')
    this.corner.append(span('vh', 'Row'))
    this.pin.append(this.corner)
    this.marker.hidden = true
    this.element.append(this.pin, this.marker)
  }

  /** Shows where a dragged head would go, in px from the body's left edge; undefined shows nothing. */
  mark(x: number | undefined): void {
    this.marker.hidden = x === undefined
    if (x !== undefined) this.marker.style.transform = `translateX(${x - 1}px)`
  }

  /** Fits the heads to a new set of columns. */
  rebuild(sheet: Sheet, lanes: Lanes): void {
    while (this.pinned.length > sheet.layout.pinned) this.pinned.pop()?.remove()
    while (this.pinned.length < sheet.layout.pinned) this.pinned.push(appended(this.pin))
    this.pinned.forEach((head, column) => {
      fill(head, sheet, column)
    })
    this.tabStop = undefined
    this.lay(
      sheet,
      lanes.all.map((_, slot) => slot),
      lanes,
    )
  }

  /** Moves the heads of the given slots to the columns of their lanes. */
  lay(sheet: Sheet, slots: readonly number[], lanes: Lanes): void {
    for (const slot of slots) {
      const head = this.heads[slot] ?? appended(this.element)
      this.heads[slot] = head
      fill(head, sheet, lanes.all[slot] ?? -1)
    }
    if (slots.length > 0) this.tabStop = undefined
  }

  /** Moves every head to its column. */
  move(sheet: Sheet): void {
    for (const head of [...this.pinned, ...this.heads]) position(head, sheet, columnOf(head))
  }

  /** The head of a column, undefined if it is not drawn. */
  head(column: number, lanes: Lanes): HTMLElement | undefined {
    if (column < this.pinned.length) return this.pinned[column]
    const slot = lanes.slotOf(column)
    return slot === undefined ? undefined : this.heads[slot]
  }

  /** Makes one head, or none (-1), reachable by Tab. */
  setTabStop(column: number): void {
    if (column === this.tabStop) return
    this.tabStop = column
    for (const head of [...this.pinned, ...this.heads]) {
      head.tabIndex = column >= 0 && columnOf(head) === column ? 0 : -1
    }
  }
}

/** The column of the head that an event came from, -1 for any other event. */
export function headAt(eventTarget: EventTarget | null): number {
  const head = eventTarget instanceof Element ? eventTarget.closest<HTMLElement>('.qg-th') : null
  return head ? columnOf(head) : -1
}

/** What the tooltip of a head says: why it cannot be sorted, or which types it has. */
export function headTip(column: Column): TipText | undefined {
  if (column.conflict) {
    return { heading: `${column.title} has different types`, body: column.conflict, warning: true }
  }
  if (column.sortable) {
    return column.readOnly ? { heading: column.title, body: 'Read-only', warning: false } : undefined
  }
  return { heading: `${column.title} cannot be sorted`, body: column.sortReason, warning: false }
}

function appended(parent: Element): HTMLElement {
  const head = element('qg-th', 'columnheader')
  head.tabIndex = -1
  parent.append(head)
  return head
}

function columnOf(head: HTMLElement): number {
  return Number(head.dataset.column ?? -1)
}

function position(head: HTMLElement, sheet: Sheet, column: number): void {
  head.style.left = `${sheet.layout.left(column)}px`
  head.style.width = `${sheet.layout.width(column)}px`
}

function fill(head: HTMLElement, sheet: Sheet, index: number): void {
  const column = sheet.columns[index]
  head.dataset.column = String(index)
  head.style.visibility = column ? '' : 'hidden'
  if (!column) return
  position(head, sheet, index)
  head.className = column.align === 'right' ? 'qg-th r' : 'qg-th'
  head.setAttribute('aria-colindex', String(index + 2))
  head.setAttribute('aria-label', headName(column))
  setSort(head, column)
  head.replaceChildren(...content(column, index))
}

/** Only the first column of a sort has aria-sort, as ARIA requires; the others have their rank in their names. */
function setSort(head: HTMLElement, column: Column): void {
  if (column.sort?.rank === 1) {
    head.setAttribute('aria-sort', column.sort.direction === 'asc' ? 'ascending' : 'descending')
  } else if (column.sortable) head.setAttribute('aria-sort', 'none')
  else head.removeAttribute('aria-sort')
}

function content(column: Column, index: number): Element[] {
  const parts: Element[] = []
  if (column.readOnly) parts.push(icon('lock'))
  parts.push(span('qg-title', column.title))
  if (column.type) parts.push(span('qg-type', column.type))
  if (column.conflict) parts.push(icon('warning'))
  if (column.sort) parts.push(sortSign(column.sort))
  else if (!column.sortable) parts.push(icon('unsortable'))
  if (index > 0) parts.push(span('qg-grip before', ''))
  parts.push(span('qg-grip', ''))
  return parts
}

function sortSign(sort: NonNullable<Column['sort']>): Element {
  const sign = span('qg-sort', '')
  sign.append(icon(sort.direction === 'asc' ? 'ascending' : 'descending'))
  if (sort.of > 1) sign.append(String(sort.rank))
  return sign
}

function span(className: string, text: string): HTMLElement {
  const made = document.createElement('span')
  made.className = className
  made.textContent = text
  return made
}

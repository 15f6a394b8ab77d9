import { Fitter } from '../../../grid/measure'
import type { Column, Source } from '../../../grid/types'
import type { GridColumn, Layout, SortBy } from '../../../host'
import { placesOf, shownPlaces } from './arrange'

const widths: Record<GridColumn['kind'], number> = {
  id: 110,
  text: 170,
  number: 96,
  boolean: 76,
  date: 150,
  json: 180,
}

/** What the grid's columns are built from, besides those of the view. */
export interface Arrangement {
  sort: readonly SortBy[]
  layout: Layout
  /** Column widths derived from the first rows. */
  fitted: ReadonlyMap<string, number>
  /** Whether a column of the view has a value in any loaded row. */
  filled(index: number): boolean
}

/** Whether a column has a value in any loaded row, or was edited. */
export function isFilled(tab: Filled, pages: { filled(index: number): boolean } | null, at: number): boolean {
  const name = tab.rows.store.getState().view?.columns[at]?.name ?? ''
  return pages?.filled(at) === true || tab.edits.touches(name)
}

interface Filled {
  rows: { store: { getState(): { view: { columns: readonly GridColumn[] } | null } } }
  edits: { touches(column: string): boolean }
}

/** Builds the grid's columns: the visible ones of the view, in layout order, with their sort ranks. */
export function gridColumns(columns: readonly GridColumn[], { sort, layout, fitted, filled }: Arrangement): Column[] {
  return shownPlaces(placesOf(columns, layout), layout.hideEmpty, filled).map((place) => {
    const c = columns[place.index] as GridColumn
    const rank = sort.findIndex((s) => s.column === c.name)
    const by = sort[rank]
    const column: Column = {
      id: c.name,
      title: c.name,
      type: c.type,
      align: c.kind === 'number' ? 'right' : 'left',
      mono: c.kind === 'id' || c.kind === 'json',
      width: place.width || (fitted.get(c.name) ?? widthOf(c)),
      readOnly: c.readOnly,
      opens: c.kind === 'json',
      primary: c.primary,
      pinned: place.pinned,
      at: place.index,
      sortable: c.sortable,
      sortReason: c.reason,
    }
    if (c.conflict) column.conflict = c.conflict
    const moments = momentsOf(c)
    if (moments) column.moments = moments
    if (c.epoch) column.epoch = c.epoch
    if (by) column.sort = { direction: by.desc ? 'desc' : 'asc', rank: rank + 1, of: sort.length }
    return column
  })
}

function momentsOf(c: GridColumn): Column['moments'] {
  if (c.kind === 'date') return 'date'
  return c.kind === 'number' && c.integer ? 'epoch' : undefined
}

/** The width of a column whose values are still unknown. */
function widthOf(c: GridColumn): number {
  return Math.max(widths[c.kind], Math.min(260, 44 + 7 * (c.name.length + c.type.length)))
}

const measured = { columns: 60, rows: 60, least: 64, most: 280, sign: 22 }

/** The widths at which the first columns fit their heads and first values, up to a maximum. */
export function fittedWidths(columns: readonly Column[], source: Source): Map<string, number> {
  const last = Math.min(measured.rows, source.rowCount) - 1
  const fitter = new Fitter(measured.most)
  return new Map(
    columns.slice(0, measured.columns).map((column, i) => {
      const width = fitter.width(source, columns, i, 0, last) + (column.sortable ? measured.sign : 0)
      return [column.id, Math.min(measured.most, Math.max(measured.least, width))]
    }),
  )
}

/** The order after a head was activated: ascending, then descending, then none; add keeps the other columns. */
export function nextSort(sort: readonly SortBy[], column: string, add: boolean): SortBy[] {
  const now = sort.find((s) => s.column === column)
  const rest = add ? sort.filter((s) => s.column !== column) : []
  if (!now) return [...rest, { column, desc: false }]
  if (now.desc) return rest
  return add ? sort.map((s) => (s.column === column ? { column, desc: true } : s)) : [{ column, desc: true }]
}

/** One sort option of a column's menu; why says why it cannot be chosen, "" if it can. */
export interface SortChoice {
  title: string
  sort: SortBy[]
  why: string
}

/** The sort options of a column's menu, without the current one. */
export function sortChoices(
  column: Pick<Column, 'id' | 'sortable' | 'sortReason'>,
  sort: readonly SortBy[],
  most: number,
  full: string,
): SortChoice[] {
  const at = sort.find((s) => s.column === column.id)
  const others = sort.filter((s) => s.column !== column.id)
  if (!column.sortable) return [{ title: 'Sort', sort: [], why: column.sortReason }]
  const choices = [
    { title: 'Sort Ascending', sort: [{ column: column.id, desc: false }], why: '' },
    { title: 'Sort Descending', sort: [{ column: column.id, desc: true }], why: '' },
  ]
  if (!at && sort.length > 0) {
    const why = most > 0 && sort.length >= most ? full : ''
    choices.push({ title: 'Add to Sort', sort: [...sort, { column: column.id, desc: false }], why })
  }
  if (at) choices.push({ title: 'Remove from Sort', sort: others, why: '' })
  return choices
}

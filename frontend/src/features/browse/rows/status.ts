import {
  type GridColumn,
  type Layout,
  type ObjectItem,
  objectKindOf,
  type PageInfo,
  type PageProgress,
  type SessionInfo,
  type SortBy,
} from '../../../host'
import { count, counted } from '../../../lib/words'
import type { RowsState } from './rowsView'

/** Which rows are loading: "Loading rows 1 to 1,000 of books". The total is "" while unknown. */
export function readingWords(object: string, page: number, size: number, total: string): string {
  if (size === 0) return `Opening ${object}`
  const last = Math.min((page + 1) * size, total === '' ? Number.POSITIVE_INFINITY : Number(total))
  const first = page * size + 1
  return last < first ? `Loading ${object}` : `Loading rows ${count(first)} to ${count(last)} of ${object}`
}

/** The reachable pages: which one is visible, how many there are, and whether more may follow. */
export interface Paging {
  page: number
  last: number
  open: boolean
}

/** The paging of a tab, pages counted from 1. */
export function pagingOf(state: Pick<RowsState, 'view' | 'pages' | 'page'>): Paging {
  const size = state.view?.pageSize ?? 0
  const rows = state.pages?.rowCount ?? 0
  const last = size > 0 ? Math.max(1, Math.ceil(rows / size)) : 1
  return { page: Math.min(last, state.page + 1), last, open: !state.pages?.rowCountKnown }
}

/** The page named by typed text, 0 for none. */
export function typedPage(text: string, last: number): number {
  const digits = text.replace(/[\s,.]/g, '')
  if (!/^\d{1,9}$/.test(digits)) return 0
  return Math.min(last, Math.max(1, Number(digits)))
}

/** The total next to the loaded rows: "of 48,213", "of …" while counting. */
export function totalWords(state: Pick<RowsState, 'total' | 'totalError' | 'error' | 'pages'>): string {
  if (state.total === '0') return ''
  if (state.total !== '') return `of ${count(state.total)}`
  if (state.error && !state.pages?.loaded) return ''
  return state.totalError === '' ? 'of …' : 'total unknown'
}

/** The words for the loaded rows while there are none. */
export function waitWords(state: Pick<RowsState, 'reading' | 'error'>): string {
  if (state.reading) return 'Loading'
  return state.error ? 'Not loaded' : 'No rows'
}

/** Why paging ends before the last row, "" if it does not. */
export function reachWords(state: Pick<RowsState, 'view' | 'total'>): string {
  const { view, total } = state
  if (!view || view.reach === '' || total === '' || Number(total) <= Number(view.reach)) return ''
  return view.reachNote
}

/** The title shown instead of rows: in the driver's words for a plain object, otherwise with the object's name. */
export function emptyWords(session: SessionInfo, { name, kind }: Pick<ObjectItem, 'name' | 'kind'>): string {
  const own = objectKindOf(session, kind).refers ? '' : session.emptyText
  return own || `No ${session.rowsNoun} in ${name}`
}

/** The snapshot of a page: "Snapshot from 14:02", "" for none. */
export function snapshotWords(info: PageInfo | undefined): string {
  if (!info?.snapshot) return ''
  const taken = new Date(Number(info.snapshot))
  return `Snapshot from ${taken.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`
}

/** The progress of a jump to a far row: "skipped 20,000 of 480,000 rows", "" for none. */
export function jumpWords(jump: PageProgress | null): string {
  return jump && jump.total !== '' ? `skipped ${count(jump.done)} of ${counted(jump.total, 'row')}` : ''
}

/** The progress of a jump to a far row in percent; undefined if unknown. */
export function jumpPart(jump: PageProgress | null): number | undefined {
  if (!jump || !(Number(jump.total) > 0)) return undefined
  return Math.min(100, Math.floor((100 * Number(jump.done)) / Number(jump.total)))
}

/** The order of the rows in words: "sorted by price, descending, then at, newest first", "" for none. */
export function sortWords(sort: readonly SortBy[], columns: readonly Pick<GridColumn, 'name' | 'kind'>[]): string {
  const isDate = (name: string) => columns.some((column) => column.name === name && column.kind === 'date')
  const words = sort.map(({ column, desc }) =>
    desc ? `${column}, ${isDate(column) ? 'newest first' : 'descending'}` : column,
  )
  return words.length === 0 ? '' : `sorted by ${words.join(', then ')}`
}

/** How many columns the user has hidden, "" for none. */
export function hiddenWords(layout: Layout): string {
  const hidden = layout.columns.filter((column) => column.hidden).length
  return hidden === 0 ? '' : `${count(hidden)} hidden`
}

/** How many rows are loaded: "600 rows" if that is all of them, else "3,000 loaded". */
export function loadedWords(loaded: number, total: string): string {
  return total === '' || Number(total) > loaded ? `${count(loaded)} loaded` : counted(loaded, 'row')
}

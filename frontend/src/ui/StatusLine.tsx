import { part } from './part'
import style from './StatusLine.module.css'

/** The line at the bottom of a tab. */
export const StatusLine = part('section', 'status', style.status)

/** What was read. */
export const RowsRead = part('span', 'rows-read', style.read)

/** The pages, and the ways to others. */
export const Pager = part('span', 'pager', style.pager)

/** How the rows are sorted, which may be cut. */
export const SortedBy = part('span', 'sorted', style.sorted)

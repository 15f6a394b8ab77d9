import { part } from './part'
import style from './Table.module.css'

/** A table of facts; a cell with data-number is a figure. */
export const Table = part('table', 'table', style.table)

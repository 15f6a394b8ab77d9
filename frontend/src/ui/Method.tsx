import style from './Method.module.css'
import { part } from './part'

/** A request's method, such as GET, in a column of its own. */
export const Method = part('span', 'method', style.method)

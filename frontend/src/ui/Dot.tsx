import style from './Dot.module.css'
import { part } from './part'

/** A dot in the colour that data-tag names, on it or on what it is in. */
export const Dot = part('span', 'dot', style.dot)

import style from './Empty.module.css'
import { part } from './part'

/** In place of what is not there: a sign, a sentence, and what can be done; over the grid, it lets presses through. */
export const Empty = part('div', 'empty', style.empty, { over: style.over })

/** What can be done, where it is more than a button. */
export const EmptyActs = part('div', 'empty-acts', style.acts)

/** A second thought below what can be done. */
export const EmptyAfter = part('p', 'empty-after', style.after)

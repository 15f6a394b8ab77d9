import { part } from './part'
import style from './SidePane.module.css'

/** A pane beside the content; in a small window it floats, and the details of a connection go. */
export const SidePane = part('aside', 'side-pane', style.pane, { record: style.record, details: style.details })

export const SidePaneHead = part('div', 'side-pane-head', style.head)

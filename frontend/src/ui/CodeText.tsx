import style from './CodeText.module.css'
import { part } from './part'

/** Text as in an editor. */
export const CodeText = part('div', 'code', style.code, { boxed: style.boxed })

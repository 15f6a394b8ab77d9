import style from './LinkButton.module.css'
import { part } from './part'

/** A button that reads as a link. */
export const LinkButton = part('button', 'link', style.link)

import style from './Panel.module.css'
import { part } from './part'

/** A framed part of a screen. */
export const Panel = part('section', 'panel', style.panel)

export const PanelHead = part('div', 'panel-head', style.head)

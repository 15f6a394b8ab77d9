import { part } from './part'
import style from './Stage.module.css'

/** Holds a grid and whatever is drawn over it. */
export const Stage = part('div', 'stage', style.stage)

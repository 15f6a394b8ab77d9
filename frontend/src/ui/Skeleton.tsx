import { part } from './part'
import style from './Skeleton.module.css'

/** In place of a text that is awaited. */
export const Skeleton = part('span', 'skeleton', style.skeleton)

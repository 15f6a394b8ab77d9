import { part } from './part'
import style from './Track.module.css'

/** How much of something is done, or is there: the i in it is that much wide, or moves where it is unknown. */
export const Track = part('div', 'track', style.track, { moves: style.moves })

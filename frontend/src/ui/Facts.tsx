import style from './Facts.module.css'
import { part } from './part'

/** Names and values below each other. */
export const Facts = part('dl', 'facts', style.facts)

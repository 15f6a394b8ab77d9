import style from './Chip.module.css'
import { part } from './part'

const { line, cut, edited, new: made, ok, deleted, conflict, refused, accent } = style
const looks = { line, cut, edited, new: made, ok, deleted, conflict, refused, accent }

export type ChipLook = keyof typeof looks

/** A state in a word; cut, it gives way to what is beside it. */
export const Chip = part('span', 'chip', style.chip, looks)

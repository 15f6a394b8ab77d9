import style from './Field.module.css'
import { part } from './part'

const { small, quiet, bad, off, narrow } = style
const looks = { small, quiet, bad, off, narrow }

/** The frame of an input with a sign or a hint beside it. */
export const Field = part('label', 'field', style.field, looks)

/** An input that is the whole field. */
export const TextField = part('input', 'field', style.field, looks)

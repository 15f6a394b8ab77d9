import style from './Form.module.css'
import { part } from './part'

/** Labels on the left, fields on the right. */
export const FormGrid = part('div', 'form', style.form, { short: style.short })

/** The label of what is not one field. */
export const FormLabel = part('span', 'form-label', style.label)

/** What a field means, below it. */
export const FormHint = part('p', 'form-hint', style.hint)

/** A line between groups of fields. */
export const FormLine = part('div', 'form-line', style.line)

/** The heading of a group of fields. */
export const FormSection = part('h2', 'form-section', style.section)

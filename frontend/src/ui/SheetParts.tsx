import { part } from './part'
import style from './Sheet.module.css'

/** Looks like a sheet but is part of the page. */
export const SheetFrame = part('section', 'sheet', style.sheet)

/** The middle of a sheet, which scrolls. */
export const SheetContent = part('div', 'content', style.content)

/** A form that fills a sheet. */
export const FormFrame = part('form', 'form-frame', style.form)

/** The sign of an alert, on a square. */
export const Sign = part('span', 'sign', style.sign, {
  warn: style.warn,
  fail: style.fail,
  conflict: style.conflict,
  ok: style.ok,
  refused: style.refused,
})

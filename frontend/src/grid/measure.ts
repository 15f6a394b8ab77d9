import { textScale } from '../lib/textSize'
import { clampWidth } from './columns'
import { Fit } from './fit'
import { displayLimit, displayText } from './names'
import type { Column, Source } from './types'

const cellPadding = 16
const headPadding = 24
const signWidth = 17
const cutWidth = 38

let canvas: CanvasRenderingContext2D | null | undefined
let canvasFont = ''

/** What fits into a cell, in the two fonts of the grid. */
export interface Fits {
  ui: Fit
  mono: Fit
}

/** Measures with the page's fonts. */
export function pageFits(): Fits {
  const [ui, mono] = [fontOf(false), fontOf(true)]
  return { ui: new Fit((text) => textWidth(text, ui)), mono: new Fit((text) => textWidth(text, mono)) }
}

/** Computes the widths that columns need, from the letters in the page's current fonts. */
export class Fitter {
  readonly #fits = pageFits()
  readonly #face = getComputedStyle(document.documentElement).getPropertyValue('--font-ui')
  readonly #most: number

  readonly #scale = textScale()

  /** Columns are measured up to `most` px. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  /**
   * The width that shows a column's head and its cells from first to last whole, within the bounds of a column, in In
   * px at the usual text size.
   */
  width(source: Source, columns: readonly Column[], column: number, first: number, last: number): number {
    const described = columns[column]
    if (!described) return 0
    const fit = described.mono ? this.#fits.mono : this.#fits.ui
    const most = this.#most * this.#scale
    let widest = headWidth(described, this.#face, this.#scale)
    for (let row = first; row <= last && widest < most; row++) {
      const cell = source.cell(row, described.at ?? column, displayLimit + 1)
      if (!cell) continue
      const room = (cellPadding + (cell.cut > 0 ? cutWidth : 0)) * this.#scale
      widest = Math.max(widest, fit.width(displayText(cell), most) + room)
    }
    return clampWidth(Math.ceil(widest / this.#scale))
  }
}

function fontOf(mono: boolean): string {
  const style = getComputedStyle(document.documentElement)
  const [size, face] = mono ? [11, '--font-mono'] : [12, '--font-ui']
  return `${size * textScale()}px ${style.getPropertyValue(face)}`
}

function headWidth(column: Column, face: string, scale: number): number {
  const signs = [column.conflict, column.sort].filter(Boolean).length
  return (
    textWidth(column.title, `500 ${12 * scale}px ${face}`) +
    textWidth(column.type, `${11 * scale}px ${face}`) +
    (signs * signWidth + headPadding) * scale
  )
}

function textWidth(text: string, font: string): number {
  if (canvas === undefined) canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  if (font !== canvasFont) canvas.font = font // which costs more than measuring a short text
  canvasFont = font
  return canvas.measureText(text).width
}

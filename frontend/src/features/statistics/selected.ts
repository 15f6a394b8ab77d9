import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Cell, Range, Source } from '../../grid/types'
import { Kind } from '../../lib/block'
import { compare, type Decimal, decimalOf, decimalText, normalText, quotient, Sum } from '../../lib/decimal'
import { count, counted } from '../../lib/words'

/** The most cells that are summed up. */
export const mostCells = 1_000_000

/** How many cells are summed up at once: few enough for the window to stay responsive. */
const atOnce = 1000

/** How long a selection must be unchanged before it is summed up, in milliseconds. */
const rest = 150

/** The exact figures of the selected cells, as text. */
export interface Figures {
  /** Cells with a value. */
  count: string
  /** '' where no number is selected. */
  sum: string
  average: string
  min: string
  max: string
  distinct: string
  /** What was left out, and why. */
  left: string[]
}

/** The selected cells: their rows, their source columns, and the source of their values. */
export interface Selected {
  areas: readonly Range[]
  /** The source column at a position of the grid. */
  column(place: number): number
  source: Pick<Source, 'cell'>
}

/**
 * Summarizes the selection in parts, so that the window stays responsive; null while no more than one cell is selected.
 */
export class SelectedFigures {
  readonly store: StoreApi<{ figures: Figures | null }> = createStore<{ figures: Figures | null }>(() => ({
    figures: null,
  }))
  readonly #later: (work: () => void, millis: number) => () => void
  #selected: Selected | null = null
  #callOff: () => void = () => undefined

  /** later runs a function after some milliseconds; the returned function cancels it. */
  constructor(later: (work: () => void, millis: number) => () => void) {
    this.#later = later
  }

  /** Sums up a new selection, once it is stable. */
  select(selected: Selected): void {
    this.#callOff()
    this.#selected = selected
    const cells = cellsIn(selected.areas)
    if (cells <= 1 || cells > mostCells) return this.store.setState({ figures: null })
    const tally = new Tally()
    const steps = cellsOf(selected)
    const go = () => {
      for (let i = 0; i < atOnce; i += 1) {
        const next = steps.next()
        if (next.done) return this.store.setState({ figures: tally.figures })
        tally.add(next.value)
      }
      this.#callOff = this.#later(go, 0)
    }
    this.#callOff = this.#later(go, rest)
  }

  /** Sums up the same cells again: their values may have changed. */
  again(): void {
    if (this.#selected) this.select(this.#selected)
  }

  close(): void {
    this.#callOff()
    this.#selected = null
  }
}

function cellsIn(areas: readonly Range[]): number {
  return areas.reduce((sum, { top, bottom, left, right }) => sum + (bottom - top + 1) * (right - left + 1), 0)
}

function* cellsOf({ areas, column, source }: Selected): Generator<Cell | undefined> {
  for (const { top, bottom, left, right } of areas)
    for (let place = left; place <= right; place += 1) {
      const at = column(place)
      for (let row = top; row <= bottom; row += 1) yield source.cell(row, at)
    }
}

/** The least or greatest number so far, with the engine's own text. */
interface End {
  value: Decimal
  text: string
}

/** Adds up cells one after the other. */
export class Tally {
  readonly #sum = new Sum()
  readonly #distinct = new Set<string>()
  #count = 0
  #numbers = 0
  #empty = 0
  #json = 0
  #cut = 0
  #unloaded = 0
  #far = 0
  #min: End | undefined
  #max: End | undefined

  add(cell: Cell | undefined): void {
    if (!cell) this.#unloaded += 1
    else if (cell.kind <= Kind.null) this.#empty += 1
    else {
      this.#count += 1
      if (cell.cut > 0) this.#cut += 1
      else if (cell.kind === Kind.json) this.#json += 1
      else if (cell.kind === Kind.number) this.#number(cell.text)
      else this.#distinct.add(`${cell.kind === Kind.bool ? 'b' : 't'}${cell.text}`)
    }
  }

  #number(text: string): void {
    this.#distinct.add(`n${normalText(text)}`)
    const value = decimalOf(text)
    if (!value) {
      this.#far += 1
      return
    }
    this.#numbers += 1
    this.#sum.add(value)
    if (!this.#min || compare(value, this.#min.value) < 0) this.#min = { value, text }
    if (!this.#max || compare(value, this.#max.value) > 0) this.#max = { value, text }
  }

  get figures(): Figures {
    const some = this.#numbers > 0
    const sum = this.#sum.value
    return {
      count: String(this.#count),
      sum: some ? decimalText(sum) : '',
      average: some ? quotient(sum, this.#numbers) : '',
      min: this.#min?.text ?? '',
      max: this.#max?.text ?? '',
      distinct: String(this.#distinct.size),
      left: this.#left(some),
    }
  }

  #left(some: boolean): string[] {
    const texts = this.#count - this.#numbers - this.#json - this.#cut - this.#far
    const all: [number, string][] = [
      [this.#empty, 'NULL or missing'],
      [some ? texts : 0, 'not a number: excluded from sum, average, min and max'],
      [this.#json, 'JSON: only counted'],
      [this.#cut, 'truncated: only counted'],
      [this.#far, 'too large to add up'],
      [this.#unloaded, 'not loaded'],
    ]
    return all.flatMap(([n, why]) => (n > 0 ? [`${counted(n, 'cell')} ${why}`] : []))
  }
}

/** The figures with their names, in their order. */
export function named(figures: Figures): [name: string, value: string][] {
  const all: [string, string][] = [
    ['Count', count(figures.count)],
    ['Sum', figures.sum],
    ['Average', figures.average],
    ['Min', figures.min],
    ['Max', figures.max],
    ['Distinct', count(figures.distinct)],
  ]
  return all.filter(([, value]) => value !== '')
}

/** A figure in a small space: with four decimals, and an ellipsis for the rest. */
export function shortened(value: string): string {
  return value.replace(/^(-?\d+\.\d{4})\d.*$/, '$1…')
}

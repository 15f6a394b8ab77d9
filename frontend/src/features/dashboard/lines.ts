import type { ChartPoint } from '../../host'
import type { Lines } from './plot'

/** The length of a gap in the readings that breaks a line, in milliseconds. */
const pause = 90_000

/** The lines of a chart whose first series has that index. A line is broken where readings are missing. */
export function linesOf(points: readonly ChartPoint[], first: number, series: number): Lines {
  const xs: number[] = []
  const ys: (number | null)[][] = Array.from({ length: series }, () => [])
  let before = Number.NaN
  for (const point of points) {
    const at = Number(point.time)
    if (at - before > pause) {
      xs.push((before + at) / 2000)
      for (const line of ys) line.push(null)
    }
    xs.push(at / 1000)
    ys.forEach((line, k) => {
      const value = point.values[first + k]
      line.push(value === undefined || value === '' ? null : Number(value))
    })
    before = at
  }
  return [xs, ...ys]
}

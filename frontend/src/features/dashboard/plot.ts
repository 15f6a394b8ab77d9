import './language'
import uPlot from 'uplot'

/** The lines of a chart: times in seconds, and the values of each line, null for none. */
export type Lines = [xs: number[], ...ys: (number | null)[][]]

/** A drawn chart. */
export interface Plot {
  /** Shows other values. */
  set(lines: Lines): void
  /** Redraws it in the colours of another theme. */
  redraw(): void
  /** Fits it to its element again. */
  resize(): void
  remove(): void
}

export /** The colours and dashes of the lines, in order: never distinguished by colour alone. */
const strokes = [
  { token: '--c-accent-text', dash: undefined },
  { token: '--c-tag-orange', dash: [5, 3] },
  { token: '--c-tag-violet', dash: [2, 3] },
]

/** The longest and shortest span of the time axis, in seconds. */
const longest = 15 * 60
const shortest = 60

/** Draws the lines of a chart into an element of its size, in a font that scales with the text size. */
export function drawPlot(element: HTMLElement, lines: Lines, scaled = (px: number) => px): Plot {
  const size = () => ({ width: element.clientWidth, height: element.clientHeight })
  const token = (name: string) => getComputedStyle(element).getPropertyValue(name).trim()
  const font = () => `${scaled(11)}px ${token('--font-ui')}`
  const grid = { stroke: () => token('--c-line'), width: 1 }
  const axis = { stroke: () => token('--c-text-3'), font: font(), grid, ticks: { show: false } }
  const plot = new uPlot(
    {
      ...size(),
      padding: [8, 12, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: { x: { range: (_, min, max) => timeRange(min, max) }, y: { range: (_, __, max) => [0, niceTop(max)] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: scaled(24),
          gap: scaled(7),
          splits: (_, __, min, max) => fourOf(min, max),
          values: times,
        },
        {
          ...axis,
          size: scaled(44),
          gap: scaled(6),
          splits: (_, __, ___, max) => [0, max / 2, max],
          values: (_, ys) => ys.map(short),
        },
      ],
      series: [
        {},
        ...lines.slice(1).map((_, at) => ({
          stroke: () => token(strokes[at]?.token ?? '--c-text-3'),
          dash: strokes[at]?.dash,
          width: 1.5,
          points: { show: false },
          spanGaps: false,
          ...(at === 0 && { fill: () => token('--c-range') }),
        })),
      ],
    },
    lines as uPlot.AlignedData,
    element,
  )
  return {
    set: (next) => plot.setData(next as uPlot.AlignedData),
    redraw: () => plot.redraw(false, true),
    resize: () => plot.setSize(size()),
    remove: () => plot.destroy(),
  }
}

function timeRange(first: number, last: number): [number, number] {
  const span = Math.min(longest, Math.max(shortest, last - first))
  return [last - span, last]
}

/** Four equidistant times, the first and last near the edges. */
function fourOf(min: number, max: number): number[] {
  const edge = (max - min) / 14
  return [0, 1, 2, 3].map((at) => min + edge + ((max - min - 2 * edge) * at) / 3)
}

function times(plot: uPlot, moments: number[]): string[] {
  const { min = 0, max = 0 } = plot.scales.x ?? {}
  const seconds: Intl.DateTimeFormatOptions = (max ?? 0) - (min ?? 0) < 300 ? { second: '2-digit' } : {}
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...seconds })
  return moments.map((at) => format.format(new Date(at * 1000)))
}

/** The top of the axis of values: 1, 2, 4, 5 or 8 times a power of ten. */
export function niceTop(max: number): number {
  if (!(max > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(max))
  const step = [1, 2, 4, 5, 8, 10].find((one) => one * power >= max * 1.05) ?? 20
  return step * power
}

function short(value: number): string {
  if (value >= 1e9) return `${value / 1e9} G`
  if (value >= 1e6) return `${value / 1e6} M`
  return value >= 1e4 ? `${value / 1e3} k` : String(Number(value.toPrecision(3)))
}

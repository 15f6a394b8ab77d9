import type { ChartPoint, DashboardTask, Gauge, TableCell, TableColumn } from '../../host'
import { count, duration } from '../../lib/words'

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/** A size in the unit of its total, with three digits, to be read at a glance. */
function inUnit(bytes: number, unit: number): string {
  const amount = bytes / 1000 ** unit
  if (unit === 0) return String(amount)
  return amount >= 100 ? amount.toFixed(0) : amount >= 10 ? amount.toFixed(1) : amount.toFixed(2)
}

function unitOf(bytes: number): number {
  return Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
}

/** A figure and what follows it in small letters: "11.2" and "of 24.0 GB", "64" and "active", "Yellow" and "". */
export function gaugeWords(gauge: Gauge): { figure: string; rest: string } {
  if (gauge.text !== '') return { figure: gauge.text, rest: gauge.unit }
  if (!gauge.bytes) return { figure: count(gauge.value), rest: gauge.unit }
  const whole = gauge.unit === '' && Number(gauge.of) > 0 ? Number(gauge.of) : undefined
  const unit = unitOf(whole ?? Number(gauge.value))
  const of = whole ? `of ${inUnit(whole, unit)} ${units[unit]}` : `${units[unit]} ${gauge.unit}`.trim()
  return { figure: inUnit(Number(gauge.value), unit), rest: of }
}

/** A share of a total in percent; undefined without a total. */
export function shareOf(part: string, whole: string): number | undefined {
  const all = Number(whole)
  if (part === '' || !(all > 0)) return undefined
  return Math.min(100, Math.max(0, (Number(part) / all) * 100))
}

/** A share as written next to its bar. */
export function shareWords(part: string, whole: string): string {
  const share = shareOf(part, whole)
  return share === undefined ? words.unknown : `${Math.round(share)}%`
}

/** The text of a cell; a dash if unknown. */
export function cellWords(kind: TableColumn['kind'], cell: Pick<TableCell, 'text' | 'value' | 'of'>): string {
  switch (kind) {
    case 'share':
      return shareWords(cell.value, cell.of)
    case 'number':
      return cell.value === '' ? words.unknown : count(cell.value)
    case 'percent':
      return cell.value === '' ? words.unknown : `${cell.value}%`
    default:
      return cell.text || words.unknown
  }
}

/** A rate or a level, as in the legend and the table. */
export function valueWords(value: string | undefined): string {
  if (value === undefined || value === '') return words.unknown
  const number = Number(value)
  if (number >= 100) return count(Math.round(number))
  return String(Number(number.toFixed(number >= 10 ? 1 : 2)))
}

/** The time of a point by the clock of this computer: "10:43:05". */
export function clock(millis: string): string {
  return new Date(Number(millis)).toLocaleTimeString('en-GB')
}

/** The accessible text of a chart: its name and the last value of each line. */
export function chartLabel(title: string, lines: readonly { title: string; value: string | undefined }[]): string {
  return `${title}: ${lines.map((line) => `${line.title} ${valueWords(line.value)}`).join(', ')}`
}

/** The value of a series at one point; '' for none. */
export function pointValue(point: ChartPoint | undefined, series: number): string {
  return point?.values[series] ?? ''
}

/** How long a task has been running. */
export function runningWords(task: Pick<DashboardTask, 'nanos'>): string {
  return duration(Number(task.nanos) / 1e6)
}

/** What a task is doing, and its progress. */
export function taskWords(task: Pick<DashboardTask, 'description' | 'done' | 'total' | 'cancelled'>): string {
  const far = task.total === '0' || task.total === '' ? '' : `${count(task.done)} of ${count(task.total)}`
  return [task.description, far, task.cancelled ? words.stopping : ''].filter((part) => part !== '').join(', ')
}

/** The label of an interval. */
export function intervalWords(seconds: number): string {
  return seconds === 0 ? 'Off' : `${seconds} s`
}

export const words = {
  title: 'Server Dashboard',
  unknown: '–',
  stopping: 'stopping',
  refreshed: (time: string) => `Refreshed ${time}`,
  stale: (time: string) => `Could not refresh. These figures are from ${time}.`,
  unread: 'Could not load the figures',
  reading: 'Loading the server’s figures…',
  noDriver: 'This driver has no dashboard.',
  notCancellable: 'This task cannot be cancelled.',
  toldToStop: 'This task is already being cancelled.',
  readOnly: 'This connection is read-only.',
  ask: (name: string) => `Cancel this task on ${name}?`,
  done: 'The server was asked to cancel the task.',
  notAMinute: 'The dashboard refreshes every 2, 5, 10 or 30 seconds.',
  noTasks: 'No tasks are running.',
  mostTasks: (shown: number, total: number) => `The ${count(shown)} longest of ${count(total)} tasks.`,
  noPoints: 'Collecting data…',
  mostItems: (shown: number, total: number) => `The first ${count(shown)} of ${count(total)}.`,
}

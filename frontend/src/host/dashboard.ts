import type { Failure } from './types'

/** How bad a figure is; '' for no rating. */
export type Level = '' | 'good' | 'warn' | 'bad'

/** What a figure offers: an explanation. */
export interface FigureAction {
  title: string
  /** What `Dashboards.Explain` gets. */
  of: string
}

/** One figure: a word, a number or a part of a whole. Numbers travel as text. */
export interface Gauge {
  title: string
  /** '' for value. */
  text: string
  value: string
  /** The total that the value is a part of, '0' for none. Next to a text or a unit, only the bar shows it. */
  of: string
  bytes: boolean
  unit: string
  note: string
  level: Level
  action: FigureAction | null
  /** Why it cannot be read. */
  error: Failure | null
}

export interface ChartSeries {
  name: string
  title: string
  error: Failure | null
}

export interface Chart {
  name: string
  title: string
  series: ChartSeries[]
}

/** One moment in all charts. */
export interface ChartPoint {
  number: number
  /** In milliseconds since 1970. */
  time: string
  /** One decimal number for each series of all charts; '' for none. */
  values: string[]
}

/** One cell; '' for unknown. Its column says which members it has. */
export interface TableCell {
  text: string
  /** A whole number. */
  value: string
  /** The total that the value is a part of. */
  of: string
  level: Level
  action: FigureAction | null
}

/** One column. Without a width it takes the remaining space. */
export interface TableColumn {
  title: string
  /** Text can wrap; a percentage is in hundredths; a share is part of a total. */
  kind: 'text' | 'name' | 'words' | 'number' | 'percent' | 'share'
  right: boolean
  /** Its width in percent of the table's, 0 for none. */
  share: number
  /** Its width in pixels at the normal text size, 0 for none. */
  width: number
}

/** A table of the dashboard, or why it cannot be read. */
export interface DashboardTable {
  title: string
  columns: TableColumn[]
  /** One cell for each column. */
  rows: TableCell[][]
  /** What is missing from it, '' if it is complete. */
  note: string
  error: Failure | null
}

export interface DashboardTask {
  id: string
  action: string
  description: string
  node: string
  /** How long it has been running, in nanoseconds. */
  nanos: string
  done: string
  /** '0' if unknown. */
  total: string
  cancellable: boolean
  /** True once it has been asked to stop. */
  cancelled: boolean
}

/** The state of a server at one moment. Null sections are not shown. */
export interface DashboardFigures {
  /** The server's product and version, then its name. */
  server: string
  safe: 'off' | 'confirm' | 'read-only'
  /** In milliseconds since 1970. */
  taken: string
  gauges: Gauge[]
  charts: Chart[]
  /** Those that the page does not have yet. */
  points: ChartPoint[]
  tables: DashboardTable[]
  tasks: { tasks: DashboardTask[]; total: number; note: string; error: Failure | null } | null
  notes: { title: string; text: string }[]
}

/** What is wrong, item by item. */
export interface Explained {
  items: DashboardTable
  total: number
  note: string
  /** The message if there are no items. */
  none: string
}

/** The request that cancels a task, as it will be sent. */
export interface CancelPlan {
  method: string
  path: string
  query: string
  body: string
  reason: string
  /** Sending with it sends exactly this, once. */
  digest: string
  safe: 'off' | 'confirm' | 'read-only'
}

export interface CancelOutcome {
  outcome: 'done' | 'refused' | 'unknown'
  /** Why, unless it is done. */
  error: Failure | null
}

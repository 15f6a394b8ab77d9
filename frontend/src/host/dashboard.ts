import type { Failure } from './types'

/** How bad a figure is; '' says nothing about it. */
export type Level = '' | 'good' | 'warn' | 'bad'

/** One figure: a word, a number or a part of a whole. Numbers travel as text. */
export interface Gauge {
  /** The same each time. */
  name: string
  title: string
  /** '' for value. */
  text: string
  value: string
  /** The whole that the value is a part of, '0' for none. */
  of: string
  bytes: boolean
  unit: string
  note: string
  level: Level
  /** The title of what can be read about it, '' for nothing. */
  more: string
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
  /** One for each series of all charts, a decimal number; '' if there is none. */
  values: string[]
}

/** One node; what is unknown is ''. */
export interface DashboardNode {
  name: string
  roles: string[]
  heapUsed: string
  heapMax: string
  cpu: string
  load: string
  diskUsed: string
  diskTotal: string
  diskLevel: Level
  shards: string
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
  /** True once it was told to stop. */
  cancelled: boolean
}

/** The state of a server at one moment. A section that is null is not shown. */
export interface DashboardFigures {
  /** What the server is: "Elasticsearch 8.16.3, cluster name". */
  server: string
  safe: 'off' | 'confirm' | 'read-only'
  /** In milliseconds since 1970. */
  taken: string
  gauges: Gauge[]
  charts: Chart[]
  /** Those that the page does not have yet. */
  points: ChartPoint[]
  nodes: { nodes: DashboardNode[]; note: string; error: Failure | null } | null
  tasks: { tasks: DashboardTask[]; total: number; note: string; error: Failure | null } | null
  notes: { title: string; text: string }[]
}

/** What is wrong, item by item. */
export interface Explained {
  items: { what: string; why: string }[]
  total: number
  note: string
}

/** The request that cancels a task, as it will be sent. */
export interface CancelPlan {
  method: string
  path: string
  query: string
  body: string
  reason: string
  /** What sends exactly this, once. */
  digest: string
  safe: 'off' | 'confirm' | 'read-only'
}

export interface CancelOutcome {
  outcome: 'done' | 'refused' | 'unknown'
  /** Why, unless it is done. */
  error: Failure | null
}

import type { FieldValue, SecretValue } from './types'

/** What a URL fills into the form of a database. */
export interface FilledForm {
  driver: string
  title: string
  name: string
  fields: FieldValue[]
  secrets: SecretValue[]
  text: string
}
export interface FilledForms {
  forms: FilledForm[]
}

/** Whether a database's connections have URLs; none says why not. */
export interface URLRule {
  driver: string
  title: string
  schemes: string[]
  none: string
}
export interface URLRules {
  rules: URLRule[]
}

/** One connection in an import file. */
export interface ImportItem {
  name: string
  title: string
  badge: string
  badgeFill: string
  badgeText: string
  host: string
  port: string
  group: string
  standing: 'new' | 'named' | 'changed' | 'same'
  as: string
  here: string
  differs: string[]
  asks: boolean
  unknown: boolean
  problem: string
}
export interface ImportPlan {
  items: ImportItem[]
}
export type ImportChoice = 'add' | 'replace' | 'skip'
export interface ImportResult {
  count: string
  first: string
}

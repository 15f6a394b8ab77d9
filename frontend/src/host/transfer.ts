import type { FieldValue, SecretValue } from './types'

/** What a URL puts into the form of a database. */
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

/** Whether the connections of a database have URLs; none is the sentence that says why not. */
export interface URLRule {
  driver: string
  title: string
  schemes: string[]
  none: string
}
export interface URLRules {
  rules: URLRule[]
}

/** One connection of a file that is to be imported. */
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

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type FactsFile, factsOf } from './facts'
import { Grammar } from './grammar'
import type { Live } from './live'

/** The generated facts. */
export const file: FactsFile = JSON.parse(readFileSync(resolve('../drivers/elasticsearch/completion.json'), 'utf8'))

export function grammarOf(version: string): Grammar {
  return new Grammar(factsOf(file, version))
}

interface Table {
  live: { names: [string, string][]; fields: Record<string, [string, string, string][]> }
  requests: { title: string; text: string; offers: string[][] }[]
}

/** Twenty requests and the options at positions in them (testdata/console). */
export const twenty: Table = JSON.parse(readFileSync(resolve('../testdata/console/twenty.json'), 'utf8'))

/** The cluster of the twenty requests. */
export const cluster: Live = {
  names: twenty.live.names.map(([name, kind]) => ({ name, kind })),
  fields: (object) => (twenty.live.fields[object] ?? []).map(([name, type, nested]) => ({ name, type, nested })),
}

import type { Connection, Database } from '../../host'
import { ago } from '../../lib/words'
import { factWords as words } from './words'

/** A name and its value in a connection's details. */
export interface Fact {
  name: string
  value: string
  mono: boolean
}

/** The facts about a connection. Choices have labels only if its database's form is known. */
export function factsOf(c: Connection, database: Database | undefined, now: Date): Fact[] {
  const fact = (name: string, value: string, mono = false): Fact => ({ name, value, mono })
  return [
    fact(words.host, c.host, true),
    fact(words.port, c.port),
    ...choicesOf(c, database),
    fact(words.safeMode, words.safeModes[c.safeMode] ?? c.safeMode),
    ...(c.group === '' ? [] : [fact(words.group, c.group)]),
    ...(c.tags.length === 0 ? [] : [fact(words.tags, c.tags.join(', '))]),
    ...(c.headers.length === 0 ? [] : [fact(words.headers, c.headers.join(', '))]),
    fact(words.lastOpened, ago(c.lastOpened, now) || words.never),
  ]
}

/** The choices in the form's first tab: authentication method and SSL mode. */
function choicesOf(c: Connection, database: Database | undefined): Fact[] {
  const fields = database?.tabs[0]?.fields ?? []
  return fields
    .filter((f) => f.kind === 'choice')
    .map((f) => {
      const value = c.fields.find((v) => v.id === f.id)?.value ?? f.default
      return { name: f.label, value: f.options.find((o) => o.value === value)?.label ?? value, mono: false }
    })
}

/** The connections that match a search by name, host, database, group or tag, in order. */
export function found(connections: readonly Connection[], search: string): Connection[] {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean)
  return connections.filter((c) => {
    const text = [c.name, c.host, c.title, c.group, ...c.tags].join('\n').toLowerCase()
    return parts.every((part) => text.includes(part))
  })
}

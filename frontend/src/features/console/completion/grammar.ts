import { type Facts, later, type Type } from './facts'
import { Fits } from './fits'
import { type Route, Routes } from './routes'
import { Shapes } from './shapes'

/** The facts of a version, ready for lookups. */
export class Grammar {
  readonly facts: Facts
  readonly shapes: Shapes
  readonly routes: Routes
  readonly fits: Fits

  constructor(facts: Facts) {
    this.facts = facts
    this.shapes = new Shapes(facts)
    this.routes = new Routes(facts)
    this.fits = new Fits(facts.words.fields)
  }

  /** The object that a path names, '' for none. */
  objectOf(routes: readonly Route[]): string {
    const { objects } = this.facts.words.names
    for (const { endpoint, parts } of routes) {
      for (const [name, value] of parts) if (endpoint.v?.[name] === '@object') return value
      for (const [name, value] of parts) if (objects.includes(name)) return value
    }
    return ''
  }

  /** The query parameters of some endpoints, and which of them need no value. */
  parameters(routes: readonly Route[]): Map<string, { type: Type; flag: boolean }> {
    const all = new Map<string, { type: Type; flag: boolean }>()
    for (const { endpoint } of routes) {
      for (const [name, type] of Object.entries(endpoint.q ?? {})) {
        if (!later(endpoint.o?.[name], this.facts.version)) all.set(name, { type, flag: false })
      }
      for (const group of endpoint.g ?? []) {
        for (const [name, type] of Object.entries(this.facts.common.get(group) ?? {})) {
          if (!all.has(name)) all.set(name, { type, flag: type === 'b' })
        }
      }
    }
    return all
  }
}

/**
 * From the specification of Elasticsearch's API to what a console can offer: endpoints with their parameters and bodies,
 * and the types that these reach. Types are kept by their names here; encode.mjs numbers them.
 *
 * A type T is one of
 *   's' 'n' 'b' '0' '*'      a string, a number, a boolean, null, anything
 *   '@field' '@object'       a string that names something of the cluster; '@doc' is a document
 *   { ref }                  a type by its name
 *   ['a', T] ['u', T...]     an array, a union
 *   ['e', value...]          one of these values
 *   ['m', K, V, 1?]          an object with keys of K; 1 if it has only one key
 *   { p, x, m, r, c, k, d, s, v, i }
 *                            an object: p its properties, x what it inherits, m [K, V, 1?] further keys, r required keys,
 *                            c 1 if it has one key besides those in k, d deprecated keys, s the versions that keys came
 *                            with, v the version that the whole came with, i what is written for keys
 */
import { aliases, dropped, kinds, memberSince, positions, since, templates } from './overlay.mjs'

const numbers = new Set(['integer', 'long', 'short', 'byte', 'double', 'float', 'uint', 'ulong', 'number'])
const scalars = { string: 's', boolean: 'b', number: 'n', null: '0', void: '0', binary: 's' }

/** Reads a specification; overlay names that it does not have are errors. */
export function readSpec(schema) {
  const spec = new Spec(schema)
  const endpoints = {}
  const addresses = {}
  for (const endpoint of schema.endpoints) {
    const e = spec.endpoint(endpoint)
    if (!e) continue
    endpoints[endpoint.name] = e
    addresses[endpoint.name] = addressOf(endpoint)
  }
  const common = {}
  for (const name of spec.common)
    common[name] = spec.properties(spec.type({ namespace: '_spec_utils', name }).properties, {})
  spec.drain()
  spec.checkOverlay()
  return { endpoints, addresses, common, types: spec.done }
}

/** The address of an endpoint's documentation, '' where the specification only promises one. */
function addressOf({ docUrl = '' }) {
  return docUrl.startsWith('https://') && !docUrl.includes('#TODO') ? docUrl : ''
}

class Spec {
  common = new Set()
  /** Finished types by name; a type is here only if something refers to it. */
  done = {}
  #types = new Map()
  #open = []
  #requested = new Set()
  #applied = new Set()

  constructor(schema) {
    for (const type of schema.types) this.#types.set(full(type.name), type)
  }

  type(name) {
    const type = this.#types.get(full(name))
    if (!type) throw new Error(`no type ${full(name)}`)
    return type
  }

  endpoint({ name, description, availability, urls, request, response, requestMediaType, deprecation }) {
    const stack = availability?.stack
    // Endpoints that a vendor's name stands for are those of inference.put with a fixed part.
    if (!stack || stack.visibility === 'private' || /^inference\.put_.+/.test(name)) return null
    const e = { t: title(description), u: [] }
    for (const { path, methods } of urls) if (!path.includes('{type}')) e.u.push([methods.join(' '), path])
    if (e.u.length === 0) return null
    if (stack.since) e.s = stack.since
    if (deprecation) e.d = 1
    if (requestMediaType?.some((media) => media.includes('ndjson'))) e.l = name
    if (request) this.#request(e, name, this.type(request), response && this.type(response))
    return e
  }

  #request(e, name, request, response) {
    const query = {}
    const path = {}
    const versions = {}
    for (let type = request; type; type = type.inherits && this.type(type.inherits.type)) {
      Object.assign(query, this.properties(type.query ?? [], { s: versions }))
      Object.assign(path, this.#parts(type.path ?? []))
      for (const behaviour of type.attachedBehaviors ?? []) {
        if (!behaviour.startsWith('Common')) continue
        this.common.add(behaviour)
        e.g = [...new Set([...(e.g ?? []), behaviour])]
      }
    }
    if (name.startsWith('cat.') && response) this.#columns(query, response)
    if (Object.keys(query).length > 0) e.q = query
    if (Object.keys(versions).length > 0) e.o = versions
    if (Object.keys(path).length > 0) e.v = path
    const body = this.#body(name, request)
    if (body) e.b = body
  }

  /** The parts of a path that name something of the cluster. */
  #parts(path) {
    const parts = {}
    for (const { name, type } of path) {
      const t = this.valueOf(type, {})
      const flat = Array.isArray(t) && t[0] === 'u' ? t.slice(1) : [t]
      const kind = flat.find((one) => typeof one === 'string' && one.startsWith('@'))
      if (kind) parts[name] = kind
      else if (typeof t === 'object') parts[name] = t
    }
    return parts
  }

  /** The columns of a _cat endpoint are the properties of a row of its response. */
  #columns(query, response) {
    const value = response.body.value
    if (value?.kind !== 'array_of') return
    const id = `${full(value.value.type)} columns`
    this.done[id] = ['e', ...this.type(value.value.type).properties.map(({ name }) => name)]
    for (const parameter of ['h', 's']) query[parameter] = ['a', { ref: id }]
  }

  #body(name, request) {
    const body = request.body
    if (body.kind === 'properties') {
      const key = full(request.name)
      this.#requested.add(key)
      this.done[key] ??= this.#object(request, body.properties, {})
      return { ref: key }
    }
    if (body.kind !== 'value') return null
    // Each line of these has its own type: the engine knows which.
    if (body.value.kind === 'array_of' && /bulk|msearch/.test(name)) return this.valueOf(body.value.value, {})
    return this.valueOf(body.value, {})
  }

  /** Turns properties into {name: T}, with their other spellings, and lists in into which are required and the like. */
  properties(properties, into, generics = {}) {
    const p = {}
    for (const property of properties) {
      for (const name of [property.name, ...(property.aliases ?? [])]) {
        p[name] = this.valueOf(property.type, generics)
        if (property.deprecation && into.d) into.d.push(name)
        if (property.containerProperty && into.k) into.k.push(name)
        const since = property.availability?.stack?.since
        if (since && into.s) into.s[name] = since
      }
      if (property.required && into.r) into.r.push(property.name)
    }
    return p
  }

  #object(type, properties, generics) {
    const into = { r: [], k: [], d: [], s: {} }
    const o = { p: this.properties(properties, into, generics) }
    if (type.inherits) {
      const inherited = this.#instance(type.inherits, generics)
      if (inherited.ref) o.x = [inherited]
    }
    for (const behaviour of type.behaviors ?? []) {
      const { name } = behaviour.type
      if (!name.startsWith('AdditionalPropert')) continue
      const [key, value] = behaviour.generics.map((g) => this.valueOf(g, generics))
      o.m = name === 'AdditionalProperty' ? [key, value, 1] : [key, value]
    }
    if (type.variants?.kind === 'container') o.c = 1
    for (const list of ['r', 'k', 'd']) if (into[list].length > 0) o[list] = into[list]
    if (Object.keys(into.s).length > 0) o.s = into.s
    this.#overlay(full(type.name), o)
    return o
  }

  #overlay(id, o) {
    for (const [key, t] of Object.entries(positions[id] ?? {})) {
      this.#use(id, key, o)
      o.p[key] = t
    }
    for (const [key, version] of Object.entries(since[id] ?? {})) {
      this.#use(id, key, o)
      o.s = { ...o.s, [key]: version }
    }
    if (templates[id]) {
      for (const key of Object.keys(templates[id])) this.#use(id, key, o)
      o.i = templates[id]
    }
    if (memberSince[id]) {
      this.#applied.add(id)
      o.v = memberSince[id]
    }
  }

  #use(id, key, o) {
    if (!(key in o.p)) throw new Error(`overlay: ${id} has no property ${key}`)
    this.#applied.add(id)
  }

  valueOf(value, generics) {
    switch (value.kind) {
      case 'instance_of':
        return this.#instance(value, generics)
      case 'array_of':
        return ['a', this.valueOf(value.value, generics)]
      case 'union_of':
        return union(
          value.items
            .filter(({ type }) => !type || !dropped.has(full(type)))
            .map((item) => this.valueOf(item, generics)),
        )
      case 'dictionary_of': {
        const map = ['m', this.valueOf(value.key, generics), this.valueOf(value.value, generics)]
        return value.singleKey ? [...map, 1] : map
      }
      case 'literal_value':
        return ['e', value.value]
      default:
        return '*'
    }
  }

  #instance({ type: name, generics: given = [] }, generics) {
    const id = full(name)
    if (id in generics) return generics[id]
    if (name.namespace === '_builtins') return scalars[name.name] ?? '*'
    if (numbers.has(name.name) && name.namespace === '_types') return 'n'
    if (kinds[name.name]) return kinds[name.name]
    if (aliases[id]) {
      this.#applied.add(id)
      return aliases[id]
    }
    // A parameter of a request's own type that nothing was given for: a document.
    if (!this.#types.has(id)) return name.name === 'TDocument' || name.name === 'TPartialDocument' ? '@doc' : '*'
    const type = this.type(name)
    const args = {}
    for (const [i, parameter] of (type.generics ?? []).entries())
      args[full(parameter)] = given[i] ? this.valueOf(given[i], generics) : '*'
    if (type.kind === 'type_alias') return this.#alias(type, args)
    const key = given.length > 0 ? `${id}<${JSON.stringify(Object.values(args))}>` : id
    if (!this.#requested.has(key)) {
      this.#requested.add(key)
      this.#open.push([key, type, args])
    }
    if (type.kind === 'interface' && type.shortcutProperty) {
      const property = type.properties.find((p) => p.name === type.shortcutProperty)
      if (property) return union([this.valueOf(property.type, args), { ref: key }])
    }
    return { ref: key }
  }

  /** An alias is what it stands for. One of a scalar needs no name, and one of a long union would be repeated, so it has one. */
  #alias(type, args) {
    const id = full(type.name)
    if (type.name.name === 'Stringified' || type.name.name === 'PipeSeparatedFlags') return Object.values(args)[0]
    if (type.type.kind !== 'union_of' || type.type.items.length < 6) return this.valueOf(type.type, args)
    if (!this.#requested.has(id)) {
      this.#requested.add(id)
      this.#open.push([id, type, args])
    }
    return { ref: id }
  }

  /** Finishes what is referred to, until nothing new is. */
  drain() {
    for (let next = this.#open.pop(); next; next = this.#open.pop()) {
      const [key, type, args] = next
      if (type.kind === 'enum') this.done[key] = ['e', ...type.members.map((m) => m.name)]
      else if (type.kind === 'type_alias') this.done[key] = this.valueOf(type.type, args)
      else this.done[key] = this.#object(type, type.properties ?? [], args)
    }
  }

  checkOverlay() {
    for (const id of [positions, since, memberSince, templates, aliases].flatMap(Object.keys)) {
      if (!this.#applied.has(id)) throw new Error(`overlay: nothing refers to ${id}`)
    }
    for (const id of dropped) if (!this.#types.has(id)) throw new Error(`overlay: no type ${id}`)
  }
}

function union(items) {
  const flat = []
  const values = []
  for (const item of items) {
    const parts = Array.isArray(item) && item[0] === 'u' ? item.slice(1) : [item]
    for (const part of parts) {
      if (Array.isArray(part) && part[0] === 'e') values.push(...part.slice(1))
      else if (!flat.some((one) => JSON.stringify(one) === JSON.stringify(part))) flat.push(part)
    }
  }
  if (values.length > 0) flat.unshift(['e', ...new Set(values)])
  return flat.length === 1 ? flat[0] : ['u', ...flat]
}

function full({ namespace, name }) {
  return `${namespace}:${name}`
}

/** The first sentence of a description, without its full stop. */
function title(description = '') {
  const line = description.split('\n')[0].trim()
  return line.replace(/\.$/, '').slice(0, 80)
}

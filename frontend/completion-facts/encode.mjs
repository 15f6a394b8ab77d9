/** From types by name to types by number, and what of a newer version differs from an older one. */

/** Numbers types: those of the first version in their order, then those that only a later one, from a major on, has. */
export function encode(base, later, from) {
  const names = Object.keys(base.types).sort()
  const added = Object.keys(later.types)
    .filter((name) => !(name in base.types))
    .sort()
  const number = new Map([...names, ...added].map((name, i) => [name, i]))
  const coded = (value) => numbered(value, number)
  const types = names.map((name) => coded(base.types[name]))
  const changed = {}
  for (const name of [...names, ...added]) {
    if (!(name in later.types)) continue
    const t = coded(later.types[name])
    if (JSON.stringify(t) !== JSON.stringify(types[number.get(name)])) changed[number.get(name)] = t
  }
  const endpoints = coded(base.endpoints)
  const laterEndpoints = coded(later.endpoints)
  return {
    types,
    endpoints,
    common: coded(base.common),
    newer: {
      from,
      types: changed,
      endpoints: difference(endpoints, laterEndpoints),
      common: difference(coded(base.common), coded(later.common)),
    },
  }
}

/** The entries of b that a lacks or has otherwise; null for those that b lacks. */
function difference(a, b) {
  const d = {}
  for (const key of Object.keys(b)) if (JSON.stringify(a[key]) !== JSON.stringify(b[key])) d[key] = b[key]
  for (const key of Object.keys(a)) if (!(key in b)) d[key] = null
  return d
}

function numbered(value, number) {
  if (Array.isArray(value)) return value.map((one) => numbered(one, number))
  if (value === null || typeof value !== 'object') return value
  if (typeof value.ref === 'string') {
    if (!number.has(value.ref)) throw new Error(`no type ${value.ref}`)
    return number.get(value.ref)
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, numbered(one, number)]))
}

/** One entry a line, so that a change can be read. */
export function print(facts) {
  const list = (items) => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`
  const table = (entries) =>
    `{\n${Object.entries(entries)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n')}\n}`
  const { words, types, endpoints, common, newer, older, docs } = facts
  const { fields, ...others } = words
  const later = `{"from":${newer.from},"types":${table(newer.types)},"endpoints":${table(newer.endpoints)},"common":${table(newer.common)}}`
  const own = `{${JSON.stringify(others).slice(1, -1)},"fields":${table(fields)}}`
  return `{"words":${own},"types":${list(types)},"endpoints":${table(endpoints)},"common":${table(common)},"newer":${later},"older":${table(older)},"docs":${table(docs)}}\n`
}

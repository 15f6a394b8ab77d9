/** The paths that a client of 7.17 can send, read from the code that puts them together. */

const assignment = /if \(method == null\) method = ([^\n]+)\n\s*path = ([^\n]+)/g

/** Returns {path: methods}, with every variable part of a path as {}. */
export function routesOf(sources) {
  const routes = {}
  for (const source of sources) {
    for (const [, methods, expression] of source.matchAll(assignment)) {
      if (/encodeURIComponent\(type\)|encodeURIComponent\(doc_type/.test(expression)) continue
      const path = expression
        .split(' + ')
        .map((part) => (part.startsWith('encodeURIComponent') ? '{}' : part.replaceAll("'", '')))
        .join('')
      const found = [...methods.matchAll(/'([A-Z]+)'/g)].map((m) => m[1])
      routes[path] = [...new Set([...(routes[path] ?? []), ...found])].sort()
    }
  }
  return routes
}

/** What 7.17 lacks of the endpoints of 8, and what it has besides. */
export function maskOf(endpoints, routes) {
  const known = new Set()
  const drop = []
  for (const { u } of Object.values(endpoints)) {
    for (const [, path] of u) {
      const plain = path.replaceAll(/\{[^}]*\}/g, '{}')
      known.add(plain)
      if (!(plain in routes)) drop.push(path)
    }
  }
  const add = {}
  for (const [path, methods] of Object.entries(routes)) if (!known.has(path)) add[`7 ${path}`] = added(path, methods)
  return { before: 8, drop: [...new Set(drop)].sort(), add }
}

function added(path, methods) {
  const named = path.startsWith('/{}/') ? path.replace('{}', '{index}') : path
  return { t: '', u: [[methods.join(' '), named]], v: { index: '@object' }, g: ['CommonQueryParameters'] }
}

/** Reads interfaces and types of TypeScript declarations as far as facts need them: members, unions, lists and words. */

/** The declarations in some files, by name: the text of each, and what it extends. */
export function declarationsIn(texts) {
  const found = new Map()
  for (const text of texts) {
    const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    for (const { 0: head, 1: name, 2: parents, index } of plain.matchAll(
      /^(?:export )?interface (\w+)(?:<[^{]*?>)?(?: extends ([^{]+))? (?=\{)/gm,
    )) {
      const from = index + head.length
      found.set(name, { body: plain.slice(from, closing(plain, from)), parents: split(parents ?? '', ',') })
    }
    for (const { 0: head, 1: name, index } of plain.matchAll(/^(?:export )?type (\w+)(?:<[^=]*>)? = /gm)) {
      const rest = plain.slice(index + head.length)
      found.set(name, { body: split(rest, ';')[0].trim(), parents: [] })
    }
  }
  return found
}

/** The shape of a type, by its text. An unknown name fails the generator. */
export class Reader {
  #known
  #overlay

  #left

  /** overlay has the types of members by their names, where declarations say too little; those in left are left out. */
  constructor(known, overlay, left) {
    this.#known = known
    this.#overlay = overlay
    this.#left = new Set(left)
  }

  /** The members of a type: their types, and which are required. */
  shape(text) {
    const shape = { p: {}, r: [] }
    this.#add(shape, text)
    const p = Object.fromEntries(Object.entries(shape.p).sort(([a], [b]) => (a < b ? -1 : 1)))
    return shape.r.length > 0 ? { p, r: shape.r } : { p }
  }

  #add(shape, text) {
    const parts = split(text, '&')
    if (parts.length > 1) {
      for (const part of parts) this.#add(shape, part)
      return
    }
    const of = unwrapped(text)
    if (of.startsWith('{')) return this.#members(shape, of)
    const [, name, inner = ''] = /^(\w+)(?:<([\s\S]*)>)?$/.exec(of) ?? []
    const [first, words = ''] = split(inner, ',')
    if (name === 'Partial' || name === 'Required') return this.#add(shape, first)
    if (name === 'Omit' || name === 'Pick') {
      const named = new Set([...words.matchAll(/"([^"]+)"/g)].map(([, word]) => word))
      const whole = { p: {}, r: [] }
      this.#add(whole, first)
      const keeps = (key) => named.has(key) === (name === 'Pick')
      for (const [key, type] of Object.entries(whole.p)) if (keeps(key)) shape.p[key] = type
      shape.r.push(...whole.r.filter(keeps))
      return
    }
    const declared = this.#known.get(name)
    if (!declared) throw new Error(`no type ${of}`)
    for (const parent of declared.parents) this.#add(shape, parent)
    this.#add(shape, declared.body)
  }

  #members(shape, body) {
    for (const line of split(body.slice(1, -1), ';')) {
      const [, key, optional, type] = /^(?:readonly )?"?([\w-]+)"?(\??):\s*([\s\S]+)$/.exec(line.trim()) ?? []
      if (key === undefined || this.#left.has(key)) continue
      shape.p[key] = Object.hasOwn(this.#overlay, key) ? this.#overlay[key] : this.type(type)
      if (optional === '') shape.r.push(key)
    }
  }

  /** The type that a text writes. */
  type(text) {
    const parts = split(unwrapped(text), '|').map(unwrapped)
    const values = parts.filter((part) => /^".*"$/.test(part)).map((part) => JSON.parse(part))
    const others = parts.filter((part) => !/^(".*"|undefined|null|never)$/.test(part)).map((part) => this.#one(part))
    const all = [...(values.length > 0 ? [['e', ...values]] : []), ...others]
    const unique = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
    if (unique.length < 2) return unique[0] ?? '*'
    return ['u', ...unique]
  }

  #one(text) {
    const scalar = { string: 's', number: 'n', boolean: 'b', true: 'b', false: 'b' }[text]
    if (scalar) return scalar
    if (text.endsWith('[]')) return ['a', this.type(text.slice(0, -2))]
    if (/^string & \{\}$/.test(text)) return 's'
    if (text.startsWith('{')) return this.shape(text)
    const declared = this.#known.get(/^(\w+)/.exec(text)?.[1])
    if (!declared || /\binfer\b/.test(declared.body)) return '*'
    return declared.body.startsWith('{') ? this.shape(text) : this.type(declared.body)
  }
}

function unwrapped(text) {
  const plain = text.trim()
  return plain.startsWith('(') && closing(plain, 0) === plain.length ? unwrapped(plain.slice(1, -1)) : plain
}

/** The position after the bracket that closes the one at a position. */
function closing(text, from) {
  for (let at = from, depth = 0; at < text.length; at += 1) {
    if ('{[(<'.includes(text[at])) depth += 1
    if ('}])'.includes(text[at]) || (text[at] === '>' && text[at - 1] !== '=')) depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

/** The parts of a text between separators that are in no bracket. */
function split(text, separator) {
  const parts = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    if ('{[(<'.includes(text[at])) at = closing(text, at) - 1
    else if (text[at] === separator) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '')
}

import { type Around, completed, documentsOf, keyOption, unique, wordsOf } from './around'
import type { Fits } from './fits'
import { type Completion, fitting, type Option } from './option'
import type { Frame } from './scan'
import type { Flat, Part } from './shapes'
import { shapeOf } from './template'

/** The possible keys of an object at a position. */
export function keys(around: Around, parts: readonly Part[]): Completion | null {
  const frame = around.place.frames.at(-1)
  if (!frame) return null
  const options = parts.flatMap((part) => {
    if (part.kind === 'object') return keysOf(around, part.object, frame)
    return documentsOf(part).length > 0 ? documentKeys(around, frame) : []
  })
  const sorted = unique(options).sort((a, b) => (a.label < b.label ? -1 : 1))
  return completed(around, fitting(sorted, around.place.typed), null)
}

function keysOf(around: Around, object: Flat, frame: Frame): Option[] {
  const { shapes } = around.grammar
  const used = [...frame.keys.keys()]
  const full = object.container && used.some((key) => !object.beside.has(key))
  const options: Option[] = []
  for (const [key, type] of object.properties) {
    if (frame.keys.has(key) || (full && !object.beside.has(key))) continue
    const template = () => object.templates[key] ?? shapeOf(shapes, type)
    options.push(keyOption(around, 'key', key, '', object.deprecated.has(key), template))
  }
  for (const { key, value, single } of object.more) {
    if (full || (single && used.some((one) => !object.properties.has(one)))) continue
    for (const { label, detail, kind } of shapes.parts(key).flatMap((part) => wordsOf(around, part))) {
      if (!frame.keys.has(label))
        options.push(keyOption(around, kind, label, detail, false, () => shapeOf(shapes, value)))
    }
  }
  return options
}

/** The fields of a document at a position in it. */
function documentKeys(around: Around, frame: Frame): Option[] {
  const { facts, fits } = around.grammar
  const [parent = '', ...below] = around.path.filter((key) => key !== '')
  const prefix = (facts.words.names.documents.includes(parent) || parent === '' ? below : [parent, ...below])
    .map((key) => `${key}.`)
    .join('')
  const found = new Map<string, string>()
  const all = around.live.fields(around.object)
  const plain = new Set(all.filter(({ type }) => !fits.isObject(type)).map(({ name }) => name))
  for (const { name, type } of all) {
    if (!name.startsWith(prefix) || fits.isOther(type)) continue
    const [first = '', ...deeper] = name.slice(prefix.length).split('.')
    // Anything below a field that is not an object is a multi-field.
    if (deeper.length > 0 && plain.has(prefix + first)) continue
    found.set(first, deeper.length > 0 || fits.isObject(type) ? anObject : type)
  }
  return [...found]
    .filter(([name]) => !frame.keys.has(name))
    .map(([name, type]) => keyOption(around, 'field', name, type, false, () => valueOfType(fits, type)))
}

/** The note on a field that has subfields. */
const anObject = 'object'

function valueOfType(fits: Fits, type: string): string {
  if (type === anObject || fits.isObject(type)) return '$o'
  return fits.isBare(type) ? '$v' : '$'
}

// Fills an index far longer than page numbers reach, for the measurements and the deep paging walk: node
// frontend/e2e/deep-index.mjs <engine's URL> <index> <documents>. An index that already has that many documents is
// kept, so its name includes the version of its content.
import { argv } from 'node:process'

/** How many documents a request has, and how many requests are sent in parallel. */
const batch = 10_000
const lanes = 2

/** One in this many documents has a list of tags that is too long for a cell. */
const longEvery = 50_000

const amounts = ['1.0', '1e2', '-0', '16.90', '0.1000000000000000055511151231257827', '-12345.6789', '42', '7.50']
const levels = ['debug', 'info', 'notice', 'warning', 'error']

export const mappings = {
  dynamic: false,
  properties: {
    serial: { type: 'long' },
    level: { type: 'keyword' },
    amount: { type: 'double' },
    at: { type: 'date' },
    open: { type: 'boolean' },
    title: { type: 'text', fields: { keyword: { type: 'keyword' } } },
    tags: { type: 'keyword', doc_values: false, index: false },
    note: { type: 'keyword' },
  },
}

/** The id of document i. */
export const idOf = (i) => `d${String(i).padStart(7, '0')}`

/** The serial number of document i: sorted by it, document i is in row i + 1. */
export const serialOf = (i) => 9_007_199_254_740_993n + BigInt(i)

/** The level of document i, "" for none: many documents share one. */
export const levelOf = (i) => (i % 7 === 3 ? '' : levels[i % 5])

/** Whether the tags of document i are too long for a cell. */
export const isLong = (i) => i % longEvery === longEvery - 1

/** The tags of document i as written in its source. */
export function tagsOf(i) {
  const count = isLong(i) ? 3000 : i % 4
  return `[${Array.from({ length: count }, (_, t) => `"t${i % 1000}-${t}"`).join(',')}]`
}

/** The source of document i, exactly as it is sent. */
export function sourceOf(i) {
  const level = levelOf(i)
  const at = new Date(Date.UTC(2020, 0, 1) + i * 60_000).toISOString()
  return (
    `{"serial":${serialOf(i)},${level && `"level":"${level}",`}"amount":${amounts[i % 8]},"at":"${at}",` +
    `"open":${i % 3 === 0},"title":"Line ${i} of the log","tags":${tagsOf(i)}${i % 11 === 0 ? `,"note":"note ${i % 13}"` : ''}}`
  )
}

/**
 * Creates the index with that many documents unless it exists. ask sends a request and returns the text of its
 * response.
 */
export async function fill(ask, index, documents) {
  if ((await counted(ask, index)) === documents) return
  await ask('DELETE', `/${index}?ignore_unavailable=true`)
  const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: -1, 'translog.durability': 'async' }
  await ask('PUT', `/${index}`, JSON.stringify({ settings, mappings }))
  let next = 0
  const work = async () => {
    while (next < documents) {
      const from = next
      next = Math.min(documents, from + batch)
      const lines = Array.from({ length: next - from }, (_, n) => document(from + n))
      const answer = await ask('POST', `/${index}/_bulk?filter_path=errors`, lines.join(''), 'application/x-ndjson')
      if (JSON.parse(answer).errors) throw new Error('the engine did not take the documents')
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  await ask('POST', `/${index}/_refresh`)
  await ask('PUT', `/${index}/_settings`, '{"index":{"refresh_interval":null}}')
}

const document = (i) => `{"create":{"_id":"${idOf(i)}"}}\n${sourceOf(i)}\n`

async function counted(ask, index) {
  const answer = await ask('GET', `/${index}/_count?ignore_unavailable=true`)
  return JSON.parse(answer).count
}

if (import.meta.filename === argv[1]) {
  const [url, index, documents] = argv.slice(2)
  const ask = async (method, path, body, type = 'application/json') => {
    const response = await fetch(new URL(path, url), { method, body, headers: body ? { 'content-type': type } : {} })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }
  await fill(ask, index, Number(documents))
}

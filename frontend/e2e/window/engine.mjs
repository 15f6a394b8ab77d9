// The real engine behind the window walks, queried directly, and its own index there.
import { readFileSync } from 'node:fs'

const documents = 3000
const values = [
  '1.0',
  '1e2',
  '-0',
  '16.90',
  '9007199254740993',
  '0.1000000000000000055511151231257827',
  '-12345.6789',
  '42',
]

/** A document's source as it is sent and must be returned. */
function source(i) {
  const serial = 9007199254740993n + BigInt(i) * 7919n
  const at = new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString()
  const title = `Loan ${i}, “quoted” & <b>not bold</b>`
  const parts = `[{"code":"a${i}","weight":${values[(i + 1) % 8]}},{"code":"b${i}"}]`
  return `{"serial":${serial},"amount":${values[i % 8]},"title":${JSON.stringify(title)},"at":"${at}","open":${i % 3 === 0},"reader":{"name":"R. ${i}","age":${i % 90}},"parts":${parts}}`
}

const mapping = {
  properties: {
    serial: { type: 'long' },
    amount: { type: 'double' },
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    at: { type: 'date' },
    open: { type: 'boolean' },
    reader: { properties: { name: { type: 'keyword' }, age: { type: 'integer' } } },
    parts: { type: 'nested', properties: { code: { type: 'keyword' }, weight: { type: 'double' } } },
  },
}

/** The engine named by the environment, or null. */
export function engine() {
  const { QUARRY_ES8_URL: url, QUARRY_ES_USER: user, QUARRY_ES_PASSWORD_FILE: file } = process.env
  if (!url || !user || !file) return null
  return engineAt(url, user, readFileSync(file, 'utf8').trimEnd())
}

/** An engine by its address. Without security it accepts any credentials. */
export function engineAt(url, user, password) {
  return new Engine(new URL(url), user, password)
}

class Engine {
  #index

  constructor(url, user, password) {
    this.url = url
    this.user = user
    this.password = password
    this.documents = documents
  }

  /** The name of the index. */
  get index() {
    return this.#index
  }

  /** Creates the index with its documents. */
  async seed() {
    this.#index = `window-${process.pid}`
    const settings = { number_of_shards: 1, number_of_replicas: 0 }
    await this.ask('PUT', `/${this.#index}`, JSON.stringify({ settings, mappings: mapping }))
    const lines = Array.from({ length: documents }, (_, i) => `{"index":{"_id":"loan-${i}"}}\n${source(i)}\n`)
    const answer = await this.ask('POST', `/${this.#index}/_bulk?refresh=true`, lines.join(''), 'application/x-ndjson')
    if (JSON.parse(answer).errors) throw new Error('the engine did not take the documents')
  }

  /** Adds a document behind the application's back. */
  addOne() {
    return this.ask('PUT', `/${this.#index}/_doc/loan-${documents}?refresh=true`, source(documents))
  }

  /** A document's source, exactly as the engine returns it. */
  source(id) {
    return this.ask('GET', `/${this.#index}/_source/${encodeURIComponent(id)}`)
  }

  /** The ids of the first documents in an order. */
  async first(size, sort) {
    const answer = await this.ask('GET', `/${this.#index}/_search?size=${size}&sort=${sort}&_source=false`)
    return JSON.parse(answer).hits.hits.map((hit) => hit._id)
  }

  /** Deletes the index. */
  async close() {
    if (this.#index) await this.ask('DELETE', `/${this.#index}?ignore_unavailable=true`)
  }

  async ask(method, path, body, type = 'application/json') {
    const authorization = `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`
    const response = await fetch(new URL(path, this.url), {
      method,
      body,
      headers: body ? { authorization, 'content-type': type } : { authorization },
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }
}

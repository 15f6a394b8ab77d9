// The real engines that were started for the tests, and each test's own indices in them.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'

const variables = {
  es8: ['QUARRY_ES8_URL', 'QUARRY_ES_USER', 'QUARRY_ES_PASSWORD_FILE'],
  es7: ['QUARRY_ES7_URL'],
  es9: ['QUARRY_ES9_URL'],
  tls: ['QUARRY_ES8TLS_URL', 'QUARRY_ES8TLS_CA', 'QUARRY_ES_USER', 'QUARRY_ES8TLS_PASSWORD_FILE'],
}

/** The first missing environment variable of an engine, '' if it was started. */
export function lacking(name) {
  return variables[name].find((variable) => !process.env[variable]) ?? ''
}

/**
 * An engine: its address, its superuser ('' if security is off), and the CA file of its certificate, if it has one.
 * Responses are returned as text, since JSON.parse would round their numbers.
 */
export function openEngine(name) {
  const url = process.env[variables[name][0]].replace(/\/$/, '')
  const open = name === 'es7' || name === 'es9'
  const user = open ? '' : process.env.QUARRY_ES_USER
  const password = open ? '' : readFileSync(process.env[variables[name].at(-1)], 'utf8').trim()
  const caFile = name === 'tls' ? process.env.QUARRY_ES8TLS_CA : ''
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const known = open ? {} : { Authorization: basic }
  const ca = caFile === '' ? undefined : readFileSync(caFile)
  return { name, url, user, password, caFile, ...asking(url, known, ca) }
}

/** Functions that send requests to an engine with authentication headers; see openEngine. */
export function asking(url, known = {}, ca = undefined) {
  const ask = (method, path, body = '', headers = {}) =>
    new Promise((done, failed) => {
      const type = body.includes('\n') ? 'application/x-ndjson' : 'application/json'
      const sent = body === '' ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }
      const options = { method, ca, headers: { ...known, ...sent, ...headers } }
      const request = (url.startsWith('https') ? https : http).request(url + path, options, async (response) => {
        const parts = []
        for await (const part of response) parts.push(part)
        done({ status: response.statusCode, text: Buffer.concat(parts).toString('utf8') })
      })
      request.on('error', failed)
      request.end(body)
    })

  /** Sends a request, and fails unless the status is less than 300. */
  const must = async (method, path, body, headers) => {
    const { status, text } = await ask(method, path, body, headers)
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 400)}`)
    return text
  }
  return { ask, must }
}

let corners = 0

/**
 * A corner of an engine: indices with their own name prefix, and API keys for them. `key` sees only those, so that
 * nothing else in the engine affects a test; it is '' if security is off.
 */
export async function openCorner(engine) {
  corners += 1
  const prefix = `e2e-${process.pid}-${corners}-`
  const keys = []
  /** Creates an API key with the given rights, '' for the superuser's; it is revoked at the end. */
  const makeKey = async (rights, expiration = '1h') => {
    const roles = rights === '' ? {} : { role_descriptors: { corner: rights } }
    const body = JSON.stringify({ name: prefix, expiration, ...roles })
    const { id, encoded } = JSON.parse(await engine.must('POST', '/_security/api_key', body))
    keys.push(id)
    return encoded
  }
  const takeBack = (ids) => engine.must('DELETE', '/_security/api_key', JSON.stringify({ ids }))
  const all = { cluster: ['monitor'], indices: [{ names: [`${prefix}*`], privileges: ['all'] }] }
  const key = engine.user === '' ? '' : await makeKey(all)
  const made = new Set()

  /** Creates an index with a mapping and documents, given as source lines, each after its action's attributes. */
  const index = async (name, mappings, documents = [], settings = {}) => {
    const full = prefix + name
    made.add(full)
    const body = `{"settings":${JSON.stringify({ number_of_shards: 1, number_of_replicas: 0, ...settings })},"mappings":${mappings}}`
    await engine.must('PUT', `/${full}`, body.replaceAll('\n', ' '))
    if (documents.length > 0) await load(full, documents)
    return full
  }
  const load = async (full, documents) => {
    const lines = documents.map(({ action, source }) => `{"index":${action}}\n${source}\n`).join('')
    const answer = await engine.must('POST', `/${full}/_bulk?refresh=true&filter_path=errors,items.*.error`, lines)
    if (!answer.includes('"errors":false')) throw new Error(`documents were refused: ${answer.slice(0, 600)}`)
  }
  /** Deletes the indices created since the last call. */
  const clear = async () => {
    for (const name of made) await engine.must('DELETE', `/${name}?ignore_unavailable=true`)
    made.clear()
  }
  const close = async () => {
    await clear()
    if (keys.length > 0) await takeBack(keys)
  }
  /** Revokes the last created key. */
  const takeBackLast = () => takeBack(keys.splice(-1))
  return { engine, prefix, key, makeKey, takeBackLast, index, clear, close }
}

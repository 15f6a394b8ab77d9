#!/usr/bin/env node
/**
 * Writes what the console offers, drivers/<id>/completion.json, from the packages that sources.json names. They are in a
 * folder of the cache, where build/setup/completion.sh puts them.
 *
 *   generate.mjs FOLDER          writes the files
 *   generate.mjs FOLDER --check  fails if they are not what would be written
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { docsOf } from './docs.mjs'
import { encode, print } from './encode.mjs'
import { maskOf, routesOf } from './seven.mjs'
import { readSpec } from './spec.mjs'
import { factsOf } from './typesense.mjs'
import { assumed, fields, lines, names } from './words.mjs'

const targetOf = (id) => fileURLToPath(new URL(`../../drivers/${id}/completion.json`, import.meta.url))
const [folder, mode] = process.argv.slice(2)
if (!folder) throw new Error('usage: generate.mjs FOLDER [--check]')

const eight = readSpec(JSON.parse(readFileSync(join(folder, 'es8'), 'utf8')))
const nine = readSpec(JSON.parse(readFileSync(join(folder, 'es9'), 'utf8')))
const clients = readdirSync(join(folder, 'es7')).filter((name) => name.endsWith('.js'))
const routes = routesOf(clients.map((name) => readFileSync(join(folder, 'es7', name), 'utf8')))
const words = { assumed, names, lines, fields }
const facts = { words, ...encode(eight, nine, 9), older: maskOf(eight.endpoints, routes), docs: docsOf(eight, nine) }
const declared = readdirSync(join(folder, 'typesense')).filter((name) => name.endsWith('.d.ts'))
const { base, later, ...others } = factsOf(
  declared.sort().map((name) => readFileSync(join(folder, 'typesense', name), 'utf8')),
)
const texts = { elasticsearch: print(facts), typesense: print({ ...others, ...encode(base, later, 30) }) }

for (const [id, text] of Object.entries(texts)) {
  if (mode !== '--check') writeFileSync(targetOf(id), text)
  else if (readFileSync(targetOf(id), 'utf8') !== text) {
    process.stderr.write(
      `completion.json of ${id} is not what frontend/completion-facts generates: run make completion\n`,
    )
    process.exitCode = 1
  }
}

#!/usr/bin/env node
/**
 * Writes what the console offers for Elasticsearch, drivers/elasticsearch/completion.json, from the packages that
 * sources.json names. They are in a folder of the cache, where build/setup/completion.sh puts them.
 *
 *   generate.mjs FOLDER          writes the file
 *   generate.mjs FOLDER --check  fails if the file is not what would be written
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { docsOf } from './docs.mjs'
import { encode, print } from './encode.mjs'
import { maskOf, routesOf } from './seven.mjs'
import { readSpec } from './spec.mjs'
import { assumed, fields, lines, names } from './words.mjs'

const target = fileURLToPath(new URL('../../drivers/elasticsearch/completion.json', import.meta.url))
const [folder, mode] = process.argv.slice(2)
if (!folder) throw new Error('usage: generate.mjs FOLDER [--check]')

const eight = readSpec(JSON.parse(readFileSync(join(folder, 'es8'), 'utf8')))
const nine = readSpec(JSON.parse(readFileSync(join(folder, 'es9'), 'utf8')))
const clients = readdirSync(join(folder, 'es7')).filter((name) => name.endsWith('.js'))
const routes = routesOf(clients.map((name) => readFileSync(join(folder, 'es7', name), 'utf8')))
const words = { assumed, names, lines, fields }
const facts = { words, ...encode(eight, nine), older: maskOf(eight.endpoints, routes), docs: docsOf(eight, nine) }
const text = print(facts)

if (mode === '--check') {
  if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write('completion.json is not what frontend/completion-facts generates: run make completion\n')
    process.exit(1)
  }
} else {
  writeFileSync(target, text)
}

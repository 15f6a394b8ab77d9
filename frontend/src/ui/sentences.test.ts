// SPEC: APP-02
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The files with the sentences of a feature; the last two build theirs from a driver's words. */
const places = /(?:[wW]ords|reasons|helps|operators)\.ts$/
const features = join(import.meta.dirname, '..', 'features')
const texts = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|>([^<>{}]*)</g

/** The sentences between quotes or tags, with their files. */
function sentences(): string[] {
  const found: string[] = []
  for (const name of readdirSync(features, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.|fixture/.test(name) || places.test(name)) continue
    const code = readFileSync(join(features, name), 'utf8')
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/(?:^|\s)\/\/.*$/gm, '')
    for (const [, quoted, template, between] of code.matchAll(texts)) {
      const text = (quoted ?? template ?? between ?? '').trim().replace(/\s+/g, ' ')
      if (/^[\p{Lu}$].*\p{L}{2,} .*\p{L}[.?]$/u.test(text) && !/=>|\? |;|\(\)/.test(text))
        found.push(`${name}: ${text}`)
    }
  }
  return found
}

it('the sentences of a feature are in one place', () => {
  expect(sentences()).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The sources below a folder. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

// APP-17
it('Every size of an icon follows the text size', () => {
  const used = new Set(sources('src').flatMap((text) => [...text.matchAll(/\bsize(?:=\{|: )(\d+)/g)].map(([, n]) => n)))
  const styles = readFileSync('src/styles/base.css', 'utf8')
  expect(used.size).toBeGreaterThan(3)
  expect([...used].filter((size) => !styles.includes(`svg.lucide[width="${size}"]`))).toEqual([])
})

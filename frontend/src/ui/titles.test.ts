// SPEC: APP-02
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The components that draw a title of their own. */
const titled = new Set(['ActItem', 'Alert', 'DangerAlert', 'ErrorCard', 'Item', 'Picker', 'Section', 'SheetForm'])
const source = join(import.meta.dirname, '..')

/** The tags with a title attribute, with their files. */
function titles(): string[] {
  const found: string[] = []
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.tsx') || name.endsWith('.test.tsx')) continue
    const text = readFileSync(join(source, name), 'utf8')
    for (const { index } of text.matchAll(/\stitle=/g)) {
      const tag = [...text.slice(0, index).matchAll(/<([A-Za-z][\w.]*)/g)].at(-1)?.[1] ?? ''
      if (!titled.has(tag)) found.push(`${name}: ${tag}`)
    }
  }
  return found
}

it('no element has words in its title, which no key can show: they are its data-tip', () => {
  expect(titles()).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')

/** The components that draw a field with a search icon themselves. */
function own(): string[] {
  const components = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const draws = (name: string) => /<Search\s[^>]*\/>\s*<input/.test(readFileSync(join(source, name), 'utf8'))
  return components
    .filter(draws)
    .map((name) => basename(name))
    .sort()
}

it('there is one field to search with, and a taller one over the connections, over the databases and in the palette', () => {
  expect(own()).toEqual(['ChooseDatabase.tsx', 'Connections.tsx', 'PaletteSheet.tsx', 'SearchField.tsx'])
})

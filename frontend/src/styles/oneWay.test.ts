import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The sources of the page that end with one of the endings, by their paths; not its tests, nor what only tests use. */
function sources(...endings: string[]): [path: string, text: string][] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !/\.test\.tsx?$|fixture\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join('src', path), 'utf8')])
}

/** The parts of the sources that a pattern finds, each with the path of its file. */
const found = (files: [string, string][], pattern: RegExp, counts: (part: string) => boolean = () => true) =>
  files.flatMap(([path, text]) => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    return [...code.matchAll(pattern)].filter(([part]) => counts(part)).map(([part]) => `${path}: ${part.trim()}`)
  })

/** Whether the value of an inline style has no part that is computed: no name is left without keys, literals and rem(). */
function isStatic(style: string): boolean {
  const values = style
    .slice(style.indexOf('{{') + 2)
    .replaceAll(/`([^`]*)`/g, (_, text: string) => [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, part]) => part).join())
    .replaceAll(/'[^']*'|"[^"]*"/g, '')
    .replaceAll(/\w+\s*:/g, '')
    .replaceAll(/\brem\b/g, '')
  return !/[A-Za-z_]/.test(values)
}

const inlineStyle = /\bstyle=\{\{[\s\S]*?\}\}(?=[\s/>])/g
const colour = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/gi
const quotedColour = /['"`](?:#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})|(?:rgba?|hsla?)\([^'"`]*)['"`]/gi
// The grid draws its rows by hand and has a sheet of its own.
const sheets = sources('.css').filter(([path]) => path !== 'styles/tokens.css')
const screens = sheets.filter(([path]) => path !== 'grid/grid.css')

describe('the page is styled in one way', () => {
  it('An inline style has a value that is computed', () => {
    expect(isStatic("style={{ width: rem(160), flex: '1 1 0' }}")).toBe(true)
    expect(isStatic(`style={{ padding: \`0 \${rem(12)}\` }}`)).toBe(true)
    expect(isStatic("style={{ ...place, color: '#fff' }}")).toBe(false)
    expect(isStatic('style={{ width: rem(width) }}')).toBe(false)
    expect(isStatic('style={{ top }}')).toBe(false)
    expect(found(sources('.tsx'), inlineStyle, isStatic)).toEqual([])
    expect(found(sources('.tsx'), inlineStyle).length).toBeGreaterThan(10)
  })

  it('A colour is written only among the tokens', () => {
    expect('color: #fff; fill: rgba(1, 2, 3, 0.5)'.match(colour)).toEqual(['#fff', 'rgba('])
    expect(found(sheets, colour)).toEqual([])
    expect(found(sources('.ts', '.tsx'), quotedColour)).toEqual([])
  })

  it('A gap, a radius or a size of text that has a token uses it', () => {
    expect(found(screens, /^\s*(?:row-|column-)?gap:[^;]*(?<![\w.-])(?:2|4|6|8|12|16|20|24|32|48)px[^;]*;/gm)).toEqual(
      [],
    )
    expect(found(screens, /^\s*border-radius:[^;]*(?<![\w.-])(?:3|5|8|10)px[^;]*;/gm)).toEqual([])
    expect(found(screens, /^\s*font-size:\s*(?:11|12|13|15|20)px/gm)).toEqual([])
  })

  it('A sheet beside a component is a module', () => {
    const beside = sheets
      .map(([path]) => path)
      .filter((path) => !path.startsWith('styles/') && path !== 'grid/grid.css')
    expect(beside.filter((path) => !path.endsWith('.module.css'))).toEqual([])
    expect(beside.length).toBeGreaterThan(20)
  })

  it('Every class that a component takes from a module is in it', () => {
    const missing = sources('.tsx').flatMap(([path, text]) =>
      [...text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)].flatMap(([, name, sheet]) => {
        const styles = readFileSync(join('src', path, '..', sheet ?? ''), 'utf8')
        const used = new Set([...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one]) => one))
        return [...used]
          .filter((one) => !new RegExp(`\\.${one}(?![\\w-])`).test(styles))
          .map((one) => `${path}: ${one}`)
      }),
    )
    expect(missing).toEqual([])
  })
})

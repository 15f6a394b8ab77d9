import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The page's source files with one of the endings, by path, without tests and test fixtures. */
function sources(...endings: string[]): [path: string, text: string][] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !/\.test\.tsx?$|fixture\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join('src', path), 'utf8')])
}

/** The matches of a pattern in the sources, each with the path of its file. */
const found = (files: [string, string][], pattern: RegExp, counts: (part: string) => boolean = () => true) =>
  files.flatMap(([path, text]) => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    return [...code.matchAll(pattern)].filter(([part]) => counts(part)).map(([part]) => `${path}: ${part.trim()}`)
  })

/** Whether an inline style has no computed part: no name is left after removing keys, literals and rem(). */
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
// The grid draws its rows by hand and has its own style sheet.
const sheets = sources('.css').filter(([path]) => path !== 'styles/tokens.css')
const screens = sheets.filter(([path]) => path !== 'grid/grid.css')

const names = (text: string) => text.trim().split(/\s+/)
/** Type, text colour and rows of parts: neutral styles that fit into any component. */
const helpers = names(`
  mono num t2 t3 b m fs11 fs12 ok warn fail info row g4 g6 g12 top col grow end wrap ell breaks nowrap
  sel-text vh
`)
/** Classes of libraries and of the grid, which draws its rows by hand. */
const foreign = names('lucide lucide-contrast i qg-row qg-cell')
/** The classes in the rules of a style sheet that is not a module. */
const globalClasses = (text: string) =>
  [...text.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '').matchAll(/([^{};]+)\{/g)]
    .filter(([, selector]) => !selector?.trim().startsWith('@'))
    .flatMap(([, selector]) => [...(selector ?? '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? ''))

/** The classes that a component writes out: in its attributes, and in the choices of a template. */
const writtenClasses = (text: string) =>
  [...text.matchAll(/\bclassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain = '', template = '']) => {
    const choices = [...template.matchAll(/\$\{([^}]*)\}/g)].flatMap(([, part = '']) =>
      [...part.replaceAll(/[!=]== '[^']*'/g, '').matchAll(/'([^']*)'/g)].map(([, choice]) => choice),
    )
    return names([plain, template.replaceAll(/\$\{[^}]*\}/g, ' '), ...choices].join(' ')).filter((name) => name !== '')
  })

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

  it('A module reaches for another part by its data-part, not by a class outside modules', () => {
    const libraries = /^u-/
    const known = new Set([...helpers, ...foreign])
    const reached = sheets.flatMap(([path, text]) =>
      [...text.matchAll(/:global\(([^)]*)\)/g)].flatMap(([, selector = '']) =>
        [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => [path, name] as const),
      ),
    )
    expect(reached.filter(([, name]) => !known.has(name) && !libraries.test(name))).toEqual([])
    const parts = new Set(
      sources('.tsx', '.ts').flatMap(([, text]) =>
        [...text.matchAll(/data-part="([^"]*)"|\bpart\('\w+', '([^']*)'/g)].map(([, named, made]) => named ?? made),
      ),
    )
    const sought = sheets.flatMap(([path, text]) =>
      [...text.matchAll(/\[data-part="([^"]*)"\]/g)].map(([, name]) => [path, name] as const),
    )
    expect(sought.filter(([, name]) => !parts.has(name))).toEqual([])
    expect(sought.length).toBeGreaterThan(20)
  })

  it('A class outside modules is one of those that are known: another is in a module', () => {
    expect(globalClasses('.a.b > .c:not(.d) { gap: 1.5px } @media print { .e { color: red } }')).toEqual([...'abcde'])
    const known = new Set([...helpers, ...foreign])
    const ruled = sheets
      .filter(([path]) => path.startsWith('styles/'))
      .flatMap(([path, text]) => globalClasses(text).map((name) => [path, name] as const))
    expect(ruled.filter(([, name]) => !known.has(name))).toEqual([])
    const without = new Set(ruled.map(([, name]) => name))
    expect(helpers.filter((name) => !without.has(name))).toEqual([])
    expect(writtenClasses(`<b className="a b" /><i className={\`c \${d.e} \${f ? 'g h' : i}\`} />`)).toEqual([
      ...'abcgh',
    ])
    const named = sources('.tsx').flatMap(([path, text]) => writtenClasses(text).map((name) => [path, name] as const))
    expect(named.filter(([, name]) => !known.has(name))).toEqual([])
  })
})

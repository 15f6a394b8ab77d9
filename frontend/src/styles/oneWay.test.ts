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

const names = (text: string) => text.trim().split(/\s+/)
/** Type, colour of text and rows of parts: what has no look of its own, so that it can stand in any component. */
const helpers = names(`
  mono num t2 t3 b m fs11 fs12 ok warn fail info row g4 g6 g12 top col grow end wrap ell breaks nowrap
  sel-text vh
`)
/** Classes of libraries and of the grid, which draws its rows by hand. */
const foreign = names('lucide lucide-contrast i qg-row qg-cell')
/** Parts that several components share and that are not modules yet. None comes to them. */
const shared = names(`
  accent acts add after alert away backdrop bad banner bar bigicon block body box cert certs chain
  chainend chip code codebox columnlist conflict connform connpill ct deleted details dim dot edited ellc
  empty eng fail2 field filter findbar floats focus form formlabel go gridwrap h help hint ih inspector k
  kv late lg line link list loadbar main md meth middle mini moves narrow new note off ok2 okc on open
  over p2 p3 pageno pager panel pending ph2 plain pop popwrap preview quiet r reason record refused ro
  roomy rowsread sb sb-foot sb-h sb-list scrolls search sec seg sel sep sheet short sidebar sk sm sorted
  stage status swatch sz tab tabs tag-blue tag-green tag-grey tag-orange tag-red tag-teal tag-violet tag-yellow tip title told toolbar verdict vsep warn2 wide win x x-c x-k x-l x-m x-n x-p x-s x-v
`)
/** Names that only a module's rules or a test look for. */
const unruled = names('find g8 nm right')
/** The classes that a sheet which is not a module has rules of. */
const globalClasses = (text: string) =>
  [...text.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '').matchAll(/([^{};]+)\{/g)]
    .filter(([, selector]) => !selector?.trim().startsWith('@'))
    .flatMap(([, selector]) => [...(selector ?? '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? ''))

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

  it('A class outside modules is one of those that are known: another is in a module', () => {
    expect(globalClasses('.a.b > .c:not(.d) { gap: 1.5px } @media print { .e { color: red } }')).toEqual([...'abcde'])
    const known = new Set([...helpers, ...foreign, ...shared])
    const ruled = sheets
      .filter(([path]) => path.startsWith('styles/'))
      .flatMap(([path, text]) => globalClasses(text).map((name) => [path, name] as const))
    expect(ruled.filter(([, name]) => !known.has(name))).toEqual([])
    const without = new Set(ruled.map(([, name]) => name))
    expect([...helpers, ...shared].filter((name) => !without.has(name))).toEqual([])
    const named = sources('.tsx').flatMap(([path, text]) =>
      [...text.matchAll(/\bclassName="([^"]*)"/g)].flatMap(([, value]) =>
        names(value ?? '').map((name) => [path, name] as const),
      ),
    )
    expect(named.filter(([, name]) => !known.has(name) && !unruled.includes(name))).toEqual([])
  })
})

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { lezer } from '@lezer/generator/rollup'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { inRem } from './src/lib/rem.ts'

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-src 'none'",
].join('; ')

/** Writes the content security policy into the built page; the dev server needs inline scripts and goes without. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'quarry:content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
        injectTo: 'head-prepend',
      },
    ],
  }
}

/**
 * Copies the bundler's helper functions into the first script. They are a file of their own because the late scripts use
 * them too, and the window would wait for a second request once it has read the first script. Two copies do no harm,
 * since the helpers hold no state.
 */
function inlineHelpers(): Plugin {
  const exported = /export\{([^}]*)\};?\s*$/
  return {
    name: 'quarry:inline-helpers',
    apply: 'build',
    enforce: 'pre', // before the page is written, which preloads what the first script imports
    generateBundle: (_, bundle) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const helpers = chunks.find((chunk) => chunk.name === 'rolldown-runtime')
      const first = chunks.find((chunk) => chunk.isEntry)
      if (!helpers || !first) throw new Error('the build has no file of helpers, or no first script')
      const imported = new RegExp(`import\\{([^}]*)\\}from"\\./${basename(helpers.fileName)}";`)
      const used = first.code.match(imported)?.[1]
      const given = helpers.code.match(exported)?.[1]
      if (!used || !given) throw new Error('the first script does not import the helpers as expected')
      const taken = used.split(',').map((name) => name.replace(' as ', ':'))
      const made = given.split(',').map((name) => name.split(' as ').reverse().join(':'))
      const copy = `const{${taken}}=(()=>{${helpers.code.replace(exported, '')}return{${made}}})();`
      first.code = first.code.replace(imported, () => copy)
      first.imports = first.imports.filter((file) => file !== helpers.fileName)
    },
  }
}

/** Packs scripts and styles, which the application embeds packed and unpacks at its start (unpack.go). */
function packAssets(): Plugin {
  let folder = ''
  return {
    name: 'quarry:pack-assets',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir, config.build.assetsDir)
    },
    closeBundle: () => {
      for (const name of readdirSync(folder)) {
        const file = join(folder, name)
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
        rmSync(file)
      }
    },
  }
}

/** Puts dist/.gitkeep back after the build emptied the folder, so that go:embed finds dist in a fresh checkout. */
function keepDistFolder(): Plugin {
  let folder = ''
  return {
    name: 'quarry:keep-dist-folder',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: () => {
      writeFileSync(join(folder, '.gitkeep'), '')
    },
  }
}

/** Makes everything in the styles follow the text size: px become rem, also where a style asks for the width of a container. */
const followTextSize = {
  postcssPlugin: 'quarry:follow-text-size',
  Declaration: (declaration: { value: string }) => {
    const value = inRem(declaration.value)
    if (value !== declaration.value) declaration.value = value
  },
  AtRule: {
    container: (rule: { params: string }) => {
      const params = inRem(rule.params)
      if (params !== rule.params) rule.params = params
    },
  },
}

export default defineConfig({
  plugins: [react(), lezer(), inlineHelpers(), contentSecurityPolicy(), packAssets(), keepDistFolder()],
  css: { postcss: { plugins: [followTextSize] } },
  server: { host: '127.0.0.1' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The oldest webviews: WebKitGTK 2.40 and macOS 13, both of the Safari 16.4 line.
    target: ['es2022', 'safari16.4', 'chrome111'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  test: {
    environment: 'happy-dom',
    projects: [
      {
        extends: true,
        test: {
          name: 'views',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/lib/waiting.setup.ts', 'src/lib/views.setup.ts'],
        },
      },
      { extends: true, test: { name: 'logic', include: ['src/**/*.test.ts'], setupFiles: 'src/lib/waiting.setup.ts' } },
    ],
    restoreMocks: true,
    pool: 'vmThreads', // a file's own world takes half the time of a file's own thread
    // Vitest leaves one processor idle, which of two is half the machine.
    maxWorkers: '100%',
    // For what hangs. A busy machine is no failure.
    testTimeout: 60_000,
  },
})

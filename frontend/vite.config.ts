import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { lezer } from '@lezer/generator/rollup'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

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

/** Packs scripts and styles, which the application embeds packed and unpacks at its start (unpack.go). */
function packAssets(): Plugin {
  let folder = ''
  return {
    name: 'quarry:pack-assets',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir, config.build.assetsDir)
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
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: () => {
      writeFileSync(join(folder, '.gitkeep'), '')
    },
  }
}

export default defineConfig({
  plugins: [react(), lezer(), contentSecurityPolicy(), packAssets(), keepDistFolder()],
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
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // Vitest leaves one processor idle, which of two is half the machine.
    maxWorkers: '100%',
    // For what hangs. A busy machine is no failure.
    testTimeout: 60_000,
  },
})

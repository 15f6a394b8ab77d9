// Driver registries for tests, signed with the key that the development build trusts.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { resolve as absolute, join } from 'node:path'
import { promisify } from 'node:util'

const root = absolute(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The version of the application that a newer registry offers. */
const application = '99.0.0'

/**
 * Packs two versions of a driver, each in its own registry folder, the newer one with the higher sequence number and a
 * newer version of the application.
 */
export async function openVersions(driver = 'elasticsearch') {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-versions-'))
  cpSync(join(root, 'build/out/dev-key'), join(folder, 'key'), { recursive: true })
  const pack = (name, ...more) =>
    run(
      'go',
      ['run', './build/pack', '--out', join(folder, name), '--key', join(folder, 'key'), '--drivers', driver, ...more],
      {
        cwd: root,
      },
    )
  await pack('older', '--version-suffix', '-rc.1')
  const setup = `quarry-${application}-setup`
  writeFileSync(join(folder, setup), 'an installer')
  const installers = { 'linux/amd64': setup, 'linux/arm64': setup }
  const list = join(folder, 'application.json')
  writeFileSync(list, JSON.stringify({ version: application, summary: 'Exports are faster.', installers }))
  await pack('newer', '--application', list)
  const index = JSON.parse(readFileSync(join(folder, 'newer', 'index.json'), 'utf8'))
  const newer = index.drivers[0].manifest.version
  return {
    folder,
    newer,
    older: `${newer}-rc.1`,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * A registry that offers the older version, as a folder and over HTTP. publish() offers the newer one instead. change
 * may replace a file's bytes; hold delays packages until release.
 */
export async function openRegistry(versions) {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-registry-'))
  const copy = (name) => cpSync(join(versions.folder, name), folder, { recursive: true })
  copy('older')
  let released = Promise.resolve()
  const registry = {
    ...versions,
    folder,
    path: join(folder, 'index.json'),
    change: (_, bytes) => bytes,
    publish: () => copy('newer'),
    hold: () => {
      let release
      released = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    /** The path of a version's package. */
    package: (version) =>
      join(
        folder,
        readdirSync(folder).find((name) => name.endsWith(`-${version}.qdrv`)),
      ),
  }
  const server = http.createServer(async (request, response) => {
    const name = request.url.slice(1)
    if (!existsSync(join(folder, name))) return response.writeHead(404).end()
    const bytes = registry.change(name, readFileSync(join(folder, name)))
    if (!name.endsWith('.qdrv')) return response.end(bytes)
    response.writeHead(200, { 'Content-Length': bytes.length })
    response.write(bytes.subarray(0, bytes.length / 2))
    await released
    response.end(bytes.subarray(bytes.length / 2))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  registry.url = `http://127.0.0.1:${server.address().port}/index.json`
  registry.stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  registry.close = async () => {
    await registry.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return registry
}

/** Changes one byte in the middle of a file. */
export function flip(file) {
  const bytes = readFileSync(file)
  bytes[Math.floor(bytes.length / 2)] ^= 1
  writeFileSync(file, bytes)
}

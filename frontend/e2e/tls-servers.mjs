// Servers with the certificates that the form must explain, and the files that a user chooses.
import { execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { start } from './harness.mjs'

const root = resolve(import.meta.dirname, '../..')
const program = 'build/out/test/tls-serve'

/** Encrypts the client's key: PBES2 with PBKDF2, as openssl does. */
function seal(folder) {
  const file = join(folder, 'sealed.key')
  const passphrase = 'tëst passphrase 8412'
  const key = createPrivateKey(readFileSync(join(folder, 'client.key')))
  writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }))
  return { file, passphrase }
}

/**
 * Starts the servers: servers[name] is "host:port"; folder holds ca.pem, client.pem and client.key; sealed is the file of
 * the same key with its passphrase.
 */
export async function openServers() {
  execFileSync('go', ['build', '-o', program, './backend/connection/transport/certtest/serve'], { cwd: root })
  const folder = mkdtempSync(join(tmpdir(), 'quarry-tls-'))
  const { child, line, output } = start(program, ['--out', folder], 'ready')
  await line
  const servers = Object.fromEntries(
    output()
      .split('\n')
      .map((text) => text.split(' '))
      .filter((parts) => parts.length === 2),
  )
  const close = async () => {
    const ended = new Promise((done) => child.on('exit', done))
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { servers, folder, sealed: seal(folder), close }
}

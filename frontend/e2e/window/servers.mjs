// Servers on this computer: a driver registry that counts downloads, a server that never answers, and a sample engine.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createListener } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { folder } from './app.mjs'
import { within } from './until.mjs'

const root = resolve(import.meta.dirname, '../../..')
const files = join(root, 'build/out/registry')

const listen = (server) => new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server.address().port)))

/** Serves the signed registry that the build made. */
export async function openRegistry() {
  const fetched = []
  const server = createServer(async (request, response) => {
    const name = basename(request.url)
    fetched.push(name)
    const content = await readFile(join(files, name)).catch(() => null)
    response.writeHead(content ? 200 : 404).end(content)
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}/index.json`, fetched, close: () => server.close() }
}

/** Serves the sample data as an engine that a separate connection can use. Its program is built in a temporary folder. */
export async function openSampleEngine(engine = 'elasticsearch', into = folder) {
  const program = join(into, 'sample-engine')
  execFileSync('go', ['build', '-o', program, './backend/sample/serve'], { cwd: root })
  const child = spawn(program, ['--engine', engine], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await within(30_000, 'the start of the sample engine', once(createInterface(child.stdout), 'line'))
  return { url: line.replace('listening on ', ''), close: () => child.kill() }
}

/** Accepts connections and never answers. */
export async function openSilence() {
  const callers = new Set()
  const server = createListener((socket) => {
    callers.add(socket)
    socket.on('error', () => undefined)
  })
  const port = await listen(server)
  const close = () => {
    for (const socket of callers) socket.destroy()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/index.json`, callers, close }
}

// Driver registries on this computer: a real one, which counts what was fetched, and one that never answers.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createListener } from 'node:net'
import { basename, join, resolve } from 'node:path'

const files = resolve(import.meta.dirname, '../../../build/out/registry')

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

/** Takes connections and never answers. */
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

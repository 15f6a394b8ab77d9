// Proxies between the application and an engine that record the traffic, and fail on request.
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'

const gatewayPage = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/**
 * A recording proxy in front of an http address. Each request is an entry of `requests`: method, path, query, body, the
 * status that was given, and whether the client closed the connection before the answer was complete.
 *
 * `rule` says for an entry what happens: undefined passes it on; a promise holds the answer back until it is settled;
 * 'cut' breaks off in the middle of the answer's body, 'drop' before it, without a byte; 'gateway' answers 502 with HTML;
 * 'hang' never answers; a function gets the text of the answer and gives another.
 */
export async function openProxy(target) {
  const { hostname, port: targetPort } = new URL(target)
  const agent = new http.Agent({ keepAlive: true })
  const proxy = { requests: [], rule: () => undefined, url: '', port: 0 }
  const sockets = new Set()
  let server

  const forward = (entry, headers) =>
    new Promise((done, failed) => {
      const options = { hostname, port: targetPort, method: entry.method, path: entry.target, headers, agent }
      const request = http.request(options, async (response) => {
        try {
          const parts = []
          for await (const part of response) parts.push(part)
          done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) })
        } catch (error) {
          failed(error)
        }
      })
      request.on('error', failed)
      request.end(entry.body)
    })

  const answer = async (request, response) => {
    const [path, query = ''] = request.url.split('?')
    const entry = { method: request.method, path, query, target: request.url, body: '', status: 0, closedEarly: false }
    response.on('close', () => {
      entry.closedEarly = !response.writableFinished
    })
    proxy.requests.push(entry)
    request.setEncoding('utf8')
    for await (const part of request) entry.body += part
    const fault = proxy.rule(entry)
    if (fault === 'hang') return
    if (fault === 'drop') {
      request.socket.destroy()
      return
    }
    if (fault === 'gateway') {
      entry.status = 502
      response.writeHead(502, { 'Content-Type': 'text/html' }).end(gatewayPage)
      return
    }
    const rewrite = typeof fault === 'function' ? fault : undefined
    const given = await forward(entry, { ...request.headers, ...(rewrite && { 'accept-encoding': 'identity' }) })
    if (rewrite) given.body = Buffer.from(rewrite(given.body.toString('utf8')))
    await (fault === 'cut' || rewrite ? undefined : fault)
    entry.status = given.status
    const headers = { ...given.headers, 'content-length': given.body.length }
    delete headers['transfer-encoding']
    response.writeHead(given.status, headers)
    if (fault === 'cut') {
      response.write(given.body.subarray(0, Math.floor(given.body.length / 2)), () => request.socket.destroy())
      return
    }
    response.end(given.body)
  }

  /** Accepts connections, on the same port after a stop. */
  proxy.start = async () => {
    server = http.createServer((request, response) => {
      answer(request, response).catch(() => request.socket.destroy())
    })
    server.keepAliveTimeout = 120_000
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(proxy.port, '127.0.0.1')
    await once(server, 'listening')
    proxy.port = server.address().port
    proxy.url = `http://127.0.0.1:${proxy.port}`
  }

  /** Refuses connections and closes the open ones. */
  proxy.stop = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  proxy.close = async () => {
    if (server.listening) await proxy.stop()
    agent.destroy()
  }

  /** The requests since the last call, as "GET /path", in order. */
  proxy.take = () => proxy.requests.splice(0).map((entry) => `${entry.method} ${entry.path}`)

  await proxy.start()
  return proxy
}

/** Forwards bytes from an address of this computer, such as 127.0.0.2, to another. */
export async function openPipe(address, target) {
  const { hostname, port } = new URL(target)
  const server = net.createServer((from) => {
    const to = net.connect(Number(port), hostname)
    from.on('error', () => to.destroy())
    to.on('error', () => from.destroy())
    from.pipe(to).pipe(from)
  })
  server.listen(0, address)
  await once(server, 'listening')
  return {
    host: address,
    port: server.address().port,
    close: () => new Promise((done) => server.close(done)),
  }
}

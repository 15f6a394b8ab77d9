// SPEC: CON-02, CON-03, CON-04, PLG-02, PLG-03, PLG-06, PLG-07

import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join, resolve } from 'node:path'
import { test } from './fixtures.mjs'
import { connect, draft, faults, keyOf, newForm } from './screen.mjs'

const folder = resolve(import.meta.dirname, '../../build/out/registry')

/** The local registry over HTTP; `change` may replace a file's bytes. */
async function serveRegistry() {
  const served = { change: (_, bytes) => bytes, asked: [] }
  const server = http.createServer((request, response) => {
    const name = request.url.slice(1)
    served.asked.push(name)
    if (!readdirSync(folder).includes(name)) response.writeHead(404).end()
    else response.end(served.change(name, readFileSync(join(folder, name))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  served.url = `http://127.0.0.1:${server.address().port}/index.json`
  served.stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  served.close = served.stop
  return served
}

/** The file with this extension of the driver in use. */
function installedFile(app, ending) {
  const home = join(app.profile, 'drivers', 'elasticsearch')
  const used = join(home, readFileSync(join(home, 'current'), 'utf8').trim())
  return join(
    used,
    readdirSync(used).find((name) => name.endsWith(ending)),
  )
}

function flip(file) {
  const bytes = readFileSync(file)
  bytes[Math.floor(bytes.length / 2)] ^= 1
  writeFileSync(file, bytes)
}

const disconnect = async (page) => {
  await page.locator('[data-part=connection]').click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('listbox', { name: 'Connections' }).waitFor()
}

test('the registry pulled away: an installed driver still connects, and the sheet says what is known and since when', async ({
  page,
  assert,
  corner,
  engine,
  ending,
  openFresh,
  shot,
}) => {
  const registry = await ending(serveRegistry())
  const index = await corner.index('kept', '{}')
  const app = await openFresh(registry.url)
  await connect({ page, app }, draft('kept', engine.url, keyOf(corner)))
  await disconnect(page)
  await registry.stop()
  await page.getByRole('option', { name: 'kept' }).dblclick()
  await page.getByRole('treeitem', { name: new RegExp(`^${index},`) }).waitFor()
  await disconnect(page)
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByRole('button', { name: 'Check Again' }).click()
  await page.getByText(/^Quarry cannot reach the registry: .*\. This list is from .*\.$/).waitFor()
  await page.getByRole('option', { name: /Elasticsearch.*Installed \d/ }).waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('registry-gone')
  await page.getByRole('option', { name: /Typesense/ }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  assert.deepEqual(
    readdirSync(join(app.profile, 'drivers')).filter((name) => name === 'typesense'),
    [],
  )
})

test('no registry at the first start: the sheet says so and offers nothing to install', async ({
  page,
  assert,
  ending,
  openFresh,
}) => {
  const registry = await ending(serveRegistry())
  await registry.stop()
  const app = await openFresh(registry.url)
  await page.goto(app.url)
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByText(/^Quarry cannot reach the registry: .*connection refused/).waitFor()
  assert.equal(await page.getByRole('option').count(), 0)
})

test('a driver that was changed on its way is refused, nothing is installed, and the next try with the right one works', async ({
  page,
  assert,
  ending,
  openFresh,
  shot,
}) => {
  const registry = await ending(serveRegistry())
  const app = await openFresh(registry.url)
  for (const change of [
    (bytes) => Buffer.concat([bytes.subarray(0, 5000), Buffer.from([bytes[5000] ^ 1]), bytes.subarray(5001)]),
    (bytes) => bytes.subarray(0, bytes.length - 10),
  ]) {
    registry.change = (name, bytes) => (name.endsWith('.qdrv') ? change(bytes) : bytes)
    await page.goto(app.url)
    await page.getByRole('button', { name: 'New Connection' }).first().click()
    await page.getByRole('option', { name: /Elasticsearch/ }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByRole('button', { name: 'Try Again' }).waitFor()
    await shot('driver-refused')
    assert.deepEqual(await faults(page), [])
    const listed = await app.call('Plugins.Registry', { call: '', refresh: false })
    assert.deepEqual(
      listed.databases.map((d) => d.installed),
      [false, false],
    )
  }
  registry.change = (_, bytes) => bytes
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByLabel('Host').waitFor()
})

test('an installed driver that was tampered with never runs: opening says so, or puts the signed one in its place', async ({
  page,
  assert,
  corner,
  openApp,
  openProxy,
  shot,
}) => {
  for (const part of ['.wasm', 'manifest.json']) {
    const proxy = await openProxy()
    const app = await openApp()
    await connect({ page, app }, draft('tampered', proxy.url, keyOf(corner)))
    await disconnect(page)
    const file = installedFile(app, part)
    const signed = readFileSync(file)
    flip(file)
    const changed = readFileSync(file)
    proxy.take()
    await page.getByRole('option', { name: 'tampered' }).dblclick()
    const refused = page.getByRole('dialog', { name: 'tampered could not be opened' })
    await refused.or(page.getByRole('button', { name: 'Refresh' })).waitFor()
    if (await refused.isVisible()) {
      assert.match(await refused.textContent(), /signed|changed/)
      assert.deepEqual(proxy.take(), [], 'a driver that is not the signed one sent something')
      await shot('driver-tampered')
      await refused.getByRole('button', { name: 'OK' }).click()
      await newForm(page, /Elasticsearch.*Not installed/)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('option', { name: 'tampered' }).dblclick()
      await page.getByRole('button', { name: 'Refresh' }).waitFor()
      assert.ok(readFileSync(installedFile(app, part)).equals(signed))
    } else {
      const now = readFileSync(installedFile(app, part))
      assert.ok(!now.equals(changed) && now.equals(signed), 'the changed driver is still there')
    }
  }
})

test('a driver is offered with its size, and Cancel leaves everything as it was', async ({
  page,
  assert,
  ending,
  openFresh,
}) => {
  const registry = await ending(serveRegistry())
  const app = await openFresh(registry.url)
  await page.goto(app.url)
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByRole('option', { name: /Elasticsearch.*Not installed.*(kB|MB)/ }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Install', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual(
    registry.asked.filter((name) => name.endsWith('.qdrv')),
    [],
  )
  await page.goto(app.url)
  await newForm(page, /Elasticsearch/)
  assert.equal(registry.asked.filter((name) => name.endsWith('.qdrv')).length, 1)
})

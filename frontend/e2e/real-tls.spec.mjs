// SPEC: CON-11, CON-12, CON-13, CON-17
import { test } from './fixtures.mjs'
import { openPipe } from './proxy.mjs'
import { columnInSight, connect, draft, newForm, openIndex, testConnection } from './screen.mjs'

const certificateHint =
  'Trust this authority: set CA Certificate to its file. Or accept any certificate: Required (skip verify) or Skip TLS Verification.'
const hostHint = 'Enter a host that the certificate is valid for. Or choose Verify CA, which does not check the host.'
const welcome = /^Connected\. Elasticsearch 8\.16\.\d+, cluster \S+, \d+ (index|indices), \d+ ms\.$/

async function fillForm(page, app, engine, host, port) {
  await page.goto(app.url)
  await newForm(page, /Elasticsearch/)
  await page.getByLabel('Name', { exact: true }).fill('tls')
  await page.getByLabel('Host').fill(host)
  await page.getByLabel('Port').fill(String(port))
  await page.getByLabel('Username').fill(engine.user)
  await page.getByLabel('Password').fill(engine.password)
}

async function choose(page, { mode, ca, skip }) {
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByLabel('SSL Mode').selectOption({ label: mode })
  // The other modes check no certificate and show no field for one.
  if (mode.startsWith('Verify')) {
    await page.getByRole('tab', { name: 'Network' }).click()
    await page.getByLabel('CA Certificate').fill(ca ?? '')
  }
  await page.getByRole('tab', { name: 'Options' }).click()
  const advanced = page.getByRole('button', { name: 'Advanced' })
  if ((await advanced.getAttribute('aria-expanded')) === 'false') await advanced.click()
  const toggle = page.getByRole('switch')
  if ((await toggle.getAttribute('aria-checked')) !== String(skip === true)) await toggle.click()
}

test.describe('an engine with TLS', () => {
  test.use({ engineName: 'tls' })

  test('every SSL mode against a cluster with an authority of its own does what it says, and the refusal what helps', async ({
    page,
    assert,
    engine,
    openApp,
    ending,
    shot,
  }) => {
    const app = await openApp()
    const ca = engine.caFile
    const { port } = new URL(engine.url)
    const elsewhere = await ending(openPipe('127.0.0.2', engine.url))
    const unknown = /^Connection failed: .*certificate signed by unknown authority/
    const wrongName = /^Connection failed: .*certificate is valid for .*, not 127\.0\.0\.2/
    const places = [
      {
        host: '127.0.0.1',
        port,
        rows: [
          [{ mode: 'Preferred' }, welcome],
          [{ mode: 'Required (skip verify)' }, welcome],
          [{ mode: 'Verify CA' }, unknown, certificateHint],
          [{ mode: 'Verify CA', ca }, welcome],
          [{ mode: 'Verify Identity' }, unknown, certificateHint],
          [{ mode: 'Verify Identity', ca }, welcome],
          [{ mode: 'Verify CA', skip: true }, welcome],
          [{ mode: 'Verify Identity', skip: true }, welcome],
        ],
      },
      {
        host: elsewhere.host,
        port: elsewhere.port,
        rows: [
          [{ mode: 'Required (skip verify)' }, welcome],
          [{ mode: 'Verify CA', ca }, welcome],
          [{ mode: 'Verify Identity', ca }, wrongName, hostHint],
          [{ mode: 'Verify Identity', ca, skip: true }, welcome],
        ],
      },
    ]
    for (const { host, port: at, rows } of places) {
      await fillForm(page, app, engine, host, at)
      for (const [choice, message, hint = ''] of rows) {
        await choose(page, choice)
        const said = await testConnection(page)
        const name = `${host}, ${JSON.stringify(choice)}: ${JSON.stringify(said)}`
        assert.match(said.message, message, name)
        assert.deepEqual([said.failed, said.hint], [hint !== '', hint], name)
        if (message === wrongName) await shot('form-refused-name')
      }
    }
  })

  test('plain HTTP against an HTTPS port fails without falling back to anything, and says that an SSL mode is missing', async ({
    page,
    assert,
    engine,
    openApp,
  }) => {
    const app = await openApp()
    const { hostname, port } = new URL(engine.url)
    await fillForm(page, app, engine, hostname, port)
    const said = await testConnection(page)
    assert.equal(said.failed, true)
    assert.match(said.message, /^Connection failed: /)
    assert.match(said.hint, /HTTPS.*choose an SSL mode/)
  })

  test('a CA file that is missing or no certificate is named as the reason', async ({
    page,
    assert,
    engine,
    openApp,
  }) => {
    const app = await openApp()
    const { hostname, port } = new URL(engine.url)
    await fillForm(page, app, engine, hostname, port)
    for (const ca of ['/nowhere/ca.crt', import.meta.filename]) {
      await choose(page, { mode: 'Verify CA', ca })
      const said = await testConnection(page)
      assert.equal(said.failed, true)
      assert.ok(said.message.includes(ca), said.message)
    }
  })

  test('rows come over HTTPS with a verified identity', async ({ page, assert, corner, engine, openApp }) => {
    const documents = [1, 2, 3].map((n) => ({ action: `{"_id":"${n}"}`, source: `{"n":${n}.0}` }))
    const index = await corner.index('secure', '{"properties":{"n":{"type":"double"}}}', documents)
    const app = await openApp()
    const auth = { auth: 'apiKey', secrets: { apiKey: corner.key } }
    const more = { ssl: 'verify-identity', caFile: engine.caFile }
    await connect({ page, app }, draft('secure', engine.url, auth, more))
    await openIndex(page, index)
    assert.deepEqual(await columnInSight(page, 'n'), ['1.0', '2.0', '3.0'])
  })
})

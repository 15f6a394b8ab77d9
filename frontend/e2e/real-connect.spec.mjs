// SPEC: CON-01, CON-04, CON-05, CON-07, CON-08, CON-09, CON-17, CON-20, CON-24

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { columnInSight, connect, draft, faults, keyOf, newForm, openIndex, testConnection } from './screen.mjs'
import { until } from './until.mjs'

const plainHint =
  'Check the credentials. This connection is plain HTTP. Elasticsearch 8.x normally needs HTTPS: choose an SSL mode, then test again.'
const keyHint = 'The API key is sent as typed: enter the encoded value, or base64 of id:api_key.'

/** The engine's own messages for a request with these credentials: its response, and why it refused a key. */
async function refusal(engine, authorization) {
  const { status, text } = await engine.ask('GET', '/', '', { Authorization: authorization })
  if (status !== 401) throw new Error(`GET / answered ${status}`)
  const cause = JSON.parse(text).error.root_cause[0]
  return { reason: cause.reason, key: cause.additional_unsuccessful_credentials }
}

async function formTo(page, app, engine) {
  const { hostname, port } = new URL(engine.url)
  await page.goto(app.url)
  await newForm(page, /Elasticsearch/)
  await page.getByLabel('Name', { exact: true }).fill('real')
  await page.getByLabel('Host').fill(hostname)
  await page.getByLabel('Port').fill(port)
}

/** The files of a folder, recursively. */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))

test('a user is let in with the right password, and with a wrong one reads the own words of the engine and a hint', async ({
  page,
  assert,
  engine,
  openFresh,
  shot,
}) => {
  const app = await openFresh()
  await formTo(page, app, engine)
  await page.getByLabel('Username').fill(engine.user)
  await page.getByLabel('Password').fill('not the password')
  const { reason } = await refusal(engine, `Basic ${Buffer.from(`${engine.user}:not the password`).toString('base64')}`)
  assert.deepEqual(await testConnection(page), {
    failed: true,
    message: `Authentication failed: ${reason}`,
    hint: plainHint,
  })
  await shot('form-refused-password')
  await page.getByLabel('Password').fill(engine.password)
  const welcome = await testConnection(page)
  assert.equal(welcome.failed, false)
  assert.match(welcome.message, /^Connected\. Elasticsearch 8\.16\.\d+, cluster \S+, \d+ (index|indices), \d+ ms\.$/)
})

test('an API key is let in as typed; a wrong, an expired and a taken-back one are refused in the words of the engine', async ({
  page,
  assert,
  engine,
  corner,
  openApp,
}) => {
  const app = await openApp()
  const expired = await corner.makeKey('', '1ms')
  const back = await corner.makeKey('')
  await corner.takeBackLast()
  await formTo(page, app, engine)
  await page.getByLabel('Auth Method').selectOption({ label: 'API Key' })
  const cases = [
    ['no key at all', /base64/],
    [expired, /expired/],
    [back, /invalidated/],
  ]
  for (const [key, why] of cases) {
    await page.getByLabel('API Key').fill(key)
    const own = await refusal(engine, `ApiKey ${key}`)
    assert.match(own.key, why)
    assert.deepEqual(await testConnection(page), {
      failed: true,
      message: `Authentication failed: ${own.reason}`,
      hint: `Check the credentials. ${own.key}. ${keyHint}`,
    })
  }
  await page.getByLabel('API Key').fill(corner.key)
  const welcome = await testConnection(page)
  assert.deepEqual([welcome.failed, welcome.message.startsWith('Connected. Elasticsearch 8.16.')], [false, true])
})

test('a secret reaches no file of the profile, no log and no storage of the page, and the page never gets it back', async ({
  page,
  assert,
  engine,
  openApp,
}) => {
  const app = await openApp()
  await connect(
    { page, app },
    draft('kept', engine.url, {
      auth: 'password',
      username: engine.user,
      secrets: { password: engine.password },
    }),
  )
  const hidden = [engine.password, Buffer.from(`${engine.user}:${engine.password}`).toString('base64')]
  const listed = JSON.stringify(await app.call('Connections.List', { call: '' }))
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  for (const secret of hidden) {
    assert.deepEqual(
      filesOf(app.profile).filter((file) => readFileSync(file).includes(secret)),
      [],
    )
    assert.equal(app.output().includes(secret), false, 'the log holds the secret')
    assert.equal(listed.includes(secret), false, 'the list of connections holds the secret')
    assert.equal(stored.includes(secret), false, 'the storage of the page holds the secret')
  }
})

test('a saved connection whose driver is missing installs it without asking and lists what its user may see', async ({
  page,
  assert,
  corner,
  engine,
  openFresh,
}) => {
  const shown = await corner.index('shown', '{}')
  await corner.index('also', '{}')
  const app = await openFresh()
  await connect({ page, app }, draft('corner', engine.url, keyOf(corner)))
  await page.getByRole('group').getByRole('treeitem').nth(1).waitFor()
  const names = await page
    .getByRole('group')
    .getByRole('treeitem')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[data-full]').getAttribute('data-full')))
  assert.deepEqual(names, [shown.replace('shown', 'also'), shown])
  assert.equal(await page.getByText('driver is not installed').count(), 0)
})

test('a user with rights on some indices sees those, and once what could not be read; a user without any reads why', async ({
  page,
  assert,
  corner,
  engine,
  openApp,
}) => {
  const documents = [1, 2, 3].map((n) => ({ action: `{"_id":"${n}"}`, source: `{"n":${n}}` }))
  const seen = await corner.index('seen', '{"properties":{"n":{"type":"long"}}}', documents)
  await corner.index('unseen', '{}')
  const some = await corner.makeKey({ indices: [{ names: [seen], privileges: ['read', 'view_index_metadata'] }] })
  const none = await corner.makeKey({ indices: [{ names: ['nowhere'], privileges: ['read'] }] })
  const app = await openApp()
  await connect({ page, app }, draft('some', engine.url, keyOf({ key: some })))
  await page.getByRole('treeitem', { name: `${seen}, index, 3 documents` }).waitFor()
  assert.equal(await page.getByRole('group').getByRole('treeitem').count(), 1)
  const said = "You do not have permission to read the server's version. You can see 1 index, but not its size."
  await page.getByRole('status').getByText(said, { exact: true }).waitFor()
  await openIndex(page, seen)
  assert.deepEqual(await columnInSight(page, 'n'), ['1', '2', '3'])
  await connect({ page, app }, draft('none', engine.url, keyOf({ key: none })))
  await page
    .getByRole('status')
    .getByText(/You cannot read any index\. ./)
    .waitFor()
  assert.equal(await page.getByRole('treeitem').count(), 0)
})

test('connecting to a server that hangs can be cancelled, and lets it go at once', async ({
  page,
  assert,
  corner,
  openFresh,
  openProxy,
}) => {
  const proxy = await openProxy()
  proxy.rule = () => 'hang'
  const app = await openFresh()
  await app.call('Connections.Save', { call: '', draft: draft('hangs', proxy.url, keyOf(corner)) })
  await page.goto(app.url)
  await page.getByRole('option', { name: 'hangs' }).dblclick()
  await until(() => proxy.requests.length === 1)
  await page.getByRole('dialog', { name: 'Connecting to hangs…' }).getByRole('button', { name: 'Cancel' }).click()
  await until(() => proxy.requests[0].closedEarly)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(proxy.take(), ['GET /'])
})

test('axe finds nothing on the form, its pages and a refusal, in light and dark', async ({
  page,
  assert,
  engine,
  openApp,
}) => {
  const app = await openApp()
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme })
    await formTo(page, app, engine)
    assert.equal(await page.locator('html').getAttribute('data-theme'), theme)
    await page.getByLabel('Username').fill('nobody')
    await page.getByLabel('Password').fill('nothing')
    assert.equal((await testConnection(page)).failed, true)
    assert.deepEqual(await faults(page), [], `a refusal in ${theme}`)
    for (const tab of ['Network', 'Options', 'Appearance']) {
      await page.getByRole('tab', { name: tab }).click()
      assert.deepEqual(await faults(page), [], `${tab} in ${theme}`)
    }
  }
})

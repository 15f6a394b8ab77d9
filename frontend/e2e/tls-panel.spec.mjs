// SPEC: CON-05, CON-08, CON-11, CON-12, CON-13, CON-17

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base } from './fixtures.mjs'
import { faults, newForm, testConnection } from './screen.mjs'

/** Fills in a form for one of the servers, with an SSL mode by its label. */
async function formTo(page, address, mode) {
  const at = address.lastIndexOf(':')
  await newForm(page, /Elasticsearch/)
  await page.getByLabel('Name', { exact: true }).fill('weblogs')
  await page.getByLabel('Host').fill(address.slice(0, at))
  await page.getByLabel('Port').fill(address.slice(at + 1))
  await page.getByLabel('Auth Method').selectOption({ label: 'None' })
  await page.getByLabel('SSL Mode').selectOption({ label: mode })
}

/** The panel as text: the certificates from the top with their verdicts, and the remedies. */
async function panel(page) {
  const section = page.locator('[data-part=chain]')
  await section.waitFor()
  const links = await section.locator('ol > li').all()
  return {
    title: await section.locator('[data-part=panel-head]').innerText(),
    links: await Promise.all(
      links.map(async (link) => [
        await link.locator('.m').innerText(),
        (await link.locator('[data-part=verdict]').innerText()).trim(),
      ]),
    ),
    helps: (await section.locator('[data-part=help]').allInnerTexts()).map((text) => text.replaceAll('\n', ' ').trim()),
  }
}

const network = (page) => page.getByRole('tab', { name: 'Network' }).click()
const unknown = 'Connection failed: tls: failed to verify certificate: x509: certificate signed by unknown authority'
const trust =
  'Trust this authority: set CA Certificate to its file. Or accept any certificate: Required (skip verify) or Skip TLS Verification.'
const accept = 'Accept any certificate: Required (skip verify) or Skip TLS Verification.'

const test = base.extend({
  servers: async ({ certificates }, use) => use(certificates.servers),
  folder: async ({ certificates }, use) => use(certificates.folder),
  sealed: async ({ certificates }, use) => use(certificates.sealed),
})

test.beforeEach(async ({ page, app }) => {
  await page.goto(app.url)
})

test('a refused certificate is shown with its chain, and its CA file, entered where the panel says, is let in', async ({
  page,
  assert,
  servers,
  folder,
  shot,
}) => {
  await formTo(page, servers.good, 'Verify Identity')
  assert.deepEqual(await testConnection(page), { failed: true, message: unknown, hint: trust })
  assert.equal(await page.locator('[data-part=chain]').count(), 0, 'the panel stands on its own tab')
  await page.getByRole('button', { name: 'Show Certificates' }).click()
  const shown = await panel(page)
  assert.match(shown.title, new RegExp(`^Certificates that ${servers.good} presented\\s+TLS 1.3, 3 certificates$`))
  assert.deepEqual(shown.links, [
    ['Harbour Ops Root CA', 'Not in the system trust store'],
    ['Harbour Ops Issuing CA 2', 'Chain valid'],
    ['logs.prod.example', 'Name and dates match'],
  ])
  assert.deepEqual(shown.helps, [
    "Trust it: choose Harbour Ops Root CA's certificate file as CA Certificate. Enter Path…",
    `${accept} Set for This Connection`,
    'Verify CA would not help: the host name already matches.',
  ])
  await page.getByRole('button', { name: 'Copy the SHA-256 fingerprint of logs.prod.example' }).click()
  await page.getByRole('button', { name: 'Copied the SHA-256 fingerprint of logs.prod.example' }).waitFor()
  const fingerprint = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  await page.getByRole('button', { name: 'Copy Details' }).click()
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
  const details = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(details, /\n3\. Harbour Ops Root CA \(unknown-authority\), issued by Harbour Ops Root CA, valid 20/)
  assert.equal(details.includes(fingerprint), true)
  await shot('tls-panel')
  await page.getByRole('button', { name: 'Enter Path…' }).click()
  await page.locator('#field-caFile:focus').fill(join(folder, 'ca.pem'))
  assert.equal(await page.locator('[data-part=chain]').count(), 0, 'what was tested is no longer what stands there')
  assert.equal((await testConnection(page)).failed, false)
  const trusted = await panel(page)
  assert.deepEqual(trusted.links[0], ['Harbour Ops Root CA', 'Trusted'])
  assert.deepEqual(trusted.helps, [])
  await page.getByText('The chain ends at an authority in the CA file.').waitFor()
  await shot('tls-panel-trusted')
})

test('accepting any certificate is one button, which shows the mode that it set', async ({ page, assert, servers }) => {
  await formTo(page, servers.expired, 'Verify CA')
  assert.equal((await testConnection(page)).failed, true)
  await network(page)
  assert.match((await panel(page)).helps.join('\n'), /Set for This Connection/)
  await page.getByRole('button', { name: 'Set for This Connection' }).click()
  await page.locator('#field-ssl:focus').waitFor()
  assert.equal(await page.getByLabel('SSL Mode').inputValue(), 'required')
  assert.equal((await testConnection(page)).failed, false)
  await network(page)
  const { links } = await panel(page)
  assert.match(links.at(-1)[1], /^Expired on /)
  await page.getByText('this SSL mode accepts any certificate').waitFor()
})

test('another name, a past date and a missing issuer are each told with what would help', async ({
  page,
  assert,
  servers,
  folder,
}) => {
  await formTo(page, servers.named, 'Verify Identity')
  await network(page)
  await page.getByLabel('CA Certificate').fill(join(folder, 'ca.pem'))
  assert.equal((await testConnection(page)).failed, true)
  const named = await panel(page)
  assert.deepEqual(named.links.at(-1), ['named', 'Not for 127.0.0.1'])
  assert.deepEqual(named.helps, [
    'Use a host name from its certificate: logs.prod.example, *.logs.prod.example.',
    'Check the chain but not the name: Verify CA accepts any certificate that your CA file signed. Use Verify CA',
    `${accept} Set for This Connection`,
  ])
  await page.getByRole('button', { name: 'Use Verify CA' }).click()
  assert.equal((await testConnection(page)).failed, false)
  await page.getByLabel('Port').fill(servers.expired.split(':')[1])
  assert.match((await testConnection(page)).message, /certificate has expired/)
  await network(page)
  assert.match((await panel(page)).helps[0], /^The server needs a new certificate, or this computer's clock is wrong/)
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByLabel('Port').fill(servers.lone.split(':')[1])
  assert.equal((await testConnection(page)).message, unknown)
  await network(page)
  const lone = await panel(page)
  assert.deepEqual(lone.links, [['logs.prod.example', 'Its issuer is not trusted']])
  assert.match(lone.helps[0], /Harbour Ops Issuing CA 2's certificate file, which the server did not send/)
})

test('a client certificate is asked for, entered, used, and its passphrase is nowhere but in the credential store', async ({
  page,
  assert,
  app,
  servers,
  folder,
  sealed,
  shot,
}) => {
  await formTo(page, servers.demanding, 'Verify CA')
  await network(page)
  await page.getByLabel('CA Certificate').fill(join(folder, 'ca.pem'))
  assert.equal((await testConnection(page)).failed, true)
  assert.match(
    (await panel(page)).helps[0],
    /^Authenticate with a client certificate: set Client Certificate and Client Key/,
  )
  await page.getByLabel('Client Certificate').fill(join(folder, 'client.pem'))
  await page.getByLabel('Client Key').fill(sealed.file)
  const locked = await testConnection(page)
  assert.equal(
    locked.message,
    `Quarry cannot use the client key ${sealed.file}: it is encrypted and no passphrase is set.`,
  )
  assert.equal(locked.hint, 'Enter its passphrase in Key Passphrase.')
  await page.getByLabel('Key Passphrase').fill('not this one')
  assert.match((await testConnection(page)).message, /the passphrase is wrong\.$/)
  await page.getByLabel('Key Passphrase').fill(sealed.passphrase)
  assert.equal((await testConnection(page)).failed, false)
  await shot('tls-client-certificate')
  await page.getByRole('button', { name: 'Save', exact: false }).first().waitFor()
  await page.keyboard.press('Control+s')
  await page.getByRole('option', { name: 'weblogs' }).waitFor()
  const files = readdirSync(app.profile, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  assert.equal(
    files.some((text) => text.includes('client.pem')),
    true,
    'the path is saved',
  )
  assert.equal(
    files.some((text) => text.includes(sealed.passphrase)),
    false,
    'the passphrase is not',
  )
  await page.getByRole('option', { name: 'weblogs' }).dblclick()
  await page.getByRole('button', { name: 'Refresh' }).waitFor()
})

test('a tab whose fields are hidden says what shows them, and a URL in Host what to type where', async ({
  page,
  assert,
  servers,
}) => {
  await formTo(page, servers.good, 'Disabled')
  await network(page)
  await page
    .getByText(
      'CA Certificate, Client Certificate, Client Key and Key Passphrase can be set while SSL Mode is Verify CA or Verify Identity.',
    )
    .waitFor()
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByLabel('Host').fill('')
  await page.getByLabel('Host').pressSequentially('https://proxy.example/es')
  assert.equal(
    (await testConnection(page)).message,
    'Check General: Host. Must not be a URL: type proxy.example here, 443 in Port, /es in Path Prefix, and choose an SSL Mode that is not Disabled.',
  )
  await page.getByLabel('Host').fill(' localhost ')
  await page.getByLabel('SSL Mode').selectOption({ label: 'Required (skip verify)' })
  assert.equal((await testConnection(page)).failed, false)
})

test('axe finds nothing on the panel, refused and trusted, in light and dark', async ({
  page,
  assert,
  app,
  servers,
  folder,
  shot,
}) => {
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(app.url)
    await formTo(page, servers.good, 'Verify Identity')
    await network(page)
    assert.equal((await testConnection(page)).failed, true)
    await panel(page)
    assert.deepEqual(await faults(page), [], `refused in ${theme}`)
    await shot(`tls-panel-${theme}`)
    await page.getByLabel('CA Certificate').fill(join(folder, 'ca.pem'))
    assert.equal((await testConnection(page)).failed, false)
    await panel(page)
    assert.deepEqual(await faults(page), [], `trusted in ${theme}`)
  }
})

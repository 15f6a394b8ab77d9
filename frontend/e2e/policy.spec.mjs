// SPEC: APP-09, DST-06, CON-21, CON-22

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

const policy = {
  organisation: 'Example Ltd',
  safeMode: 'confirm',
  allowedHosts: ['*.prod.example', '10.0.0.0/8', 'localhost'],
  registry: { proxy: 'http://proxy.prod.example:3128' },
  connections: [
    {
      id: 'prod',
      name: 'Production',
      driver: 'elasticsearch',
      tags: ['live'],
      fields: {
        host: 'search.prod.example',
        port: '9200',
        auth: 'password',
        username: 'reader',
        safeMode: 'read-only',
      },
    },
  ],
}

/** Opens the application under a policy with that text. */
async function under({ page, openApp }, text) {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-policy-'))
  const file = join(folder, 'policy.json')
  writeFileSync(file, text)
  const app = await openApp(file)
  rmSync(folder, { recursive: true }) // it is read once
  await page.goto(app.url)
  return app
}

async function openPolicy(page) {
  await page.getByRole('navigation').or(page.getByRole('main')).first().waitFor()
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Policy' }).click()
  return page.getByRole('tabpanel')
}

/** Requires that axe finds nothing in either theme, and saves a screenshot of each. */
async function looked({ page, assert, shot }, name) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => {
      document.documentElement.dataset.theme = to
    }, theme)
    assert.deepEqual(await faults(page), [], `${name} ${theme}`)
    await shot(`${name}-${theme}`)
  }
}

test('what the organisation sets is listed, with the file it is from', async ({ screens, page, assert }) => {
  await under(screens, JSON.stringify(policy))
  await page.getByRole('option', { name: /^Production/ }).waitFor()
  const pane = await openPolicy(page)
  await pane.getByText('Confirm writes, or stricter').waitFor()
  const text = await pane.innerText()
  for (const part of ['policy.json', '*.prod.example', '10.0.0.0/8', 'http://proxy.prod.example:3128', '1 connection'])
    assert.ok(text.includes(part), part)
  await looked(screens, 'policy')
})

test('a policy with a mistake says so, and nothing opens', async ({ screens, page }) => {
  await under(screens, '{\n  "safeMode": "of"\n}')
  const pane = await openPolicy(page)
  await pane.getByText('The policy of your organisation contains mistakes.').waitFor()
  await pane.getByText('line 2, column 15: "safeMode" must be "confirm" or "read-only", not "of"').waitFor()
  await looked(screens, 'policy-refused')
  await page.getByRole('button', { name: /^Done/ }).click()
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByText('Sample Data could not be opened').waitFor()
  await page.getByText('The policy of your organisation contains mistakes.').waitFor()
})

test('a connection of the organisation cannot be changed, but copied', async ({ screens, page, assert }) => {
  await under(screens, JSON.stringify(policy))
  const production = page.getByRole('option', { name: /^Production/ })
  await production.click({ button: 'right' })
  for (const name of ['Edit', 'Move to Group', 'Delete']) {
    const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).first()
    assert.equal(await item.getAttribute('aria-disabled'), 'true', name)
    assert.match(await item.innerText(), /Set by your organisation\./)
  }
  await looked(screens, 'policy-connection')
  await page.getByRole('menuitem', { name: /^Duplicate/ }).click()
  await page.getByRole('option', { name: /^Production copy|^Production 2|^Copy of Production/ }).waitFor()
})

test('a looser safe mode than the organisation allows is dimmed', async ({ screens, page, assert }) => {
  await under(screens, JSON.stringify({ safeMode: 'confirm' }))
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('button', { name: /Confirm writes/ }).click()
  const off = page.getByRole('menuitemradio', { name: /^Off/ })
  assert.equal(await off.getAttribute('aria-disabled'), 'true')
  assert.match(await off.innerText(), /Not allowed by your organisation/)
  await looked(screens, 'policy-safe-mode')
})

test('the form of a connection dims what the organisation does not allow, and says so at the host', async ({
  screens,
  page,
  assert,
}) => {
  await under(screens, JSON.stringify({ safeMode: 'confirm', allowedHosts: ['*.prod.example'] }))
  await page.getByRole('button', { name: 'New Connection' }).first().click()
  await page.getByRole('option', { name: /^Elasticsearch/ }).dblclick()
  const refused = page.getByText('Your organisation does not allow connections to localhost.')
  await refused.waitFor()
  await looked(screens, 'policy-form-host')
  await page.getByRole('tab', { name: 'Options' }).click()
  const off = page.getByRole('radio', { name: 'Off', exact: true })
  assert.equal(await off.getAttribute('aria-disabled'), 'true')
  assert.equal(await off.getAttribute('aria-description'), 'Not allowed by your organisation')
  assert.equal(await page.getByRole('radio', { name: 'Confirm writes' }).getAttribute('aria-checked'), 'true')
  await looked(screens, 'policy-form')
  await off.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.getByRole('radio', { name: 'Read-only' }).getAttribute('aria-checked'), 'true')
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByLabel('Host').fill('search.prod.example')
  await refused.waitFor({ state: 'detached' })
})

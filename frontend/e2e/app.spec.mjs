// SPEC: CON-02, CON-03, CON-07, PLG-03, A-BRO-01, A-BRO-03, A-SRT-01, A-SRT-02, APP-02, APP-07
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// A row of the sidebar is named in words, in which its figures stand apart from each other.
const exceptions = { 'label-content-name-mismatch': { enabled: false } }

/** The serious faults that axe finds on the page. */
async function faults(page) {
  await page.evaluate(axe)
  const found = await page.evaluate(
    (rules) => window.axe.run(document, { resultTypes: ['violations'], rules }),
    exceptions,
  )
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`)
}

async function openBooks(page) {
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByText('driver is not installed').waitFor()
  await page.getByRole('button', { name: 'Install' }).click()
  await page.getByRole('treeitem', { name: /^books/ }).click()
  await page.getByRole('gridcell').first().waitFor()
}

export const tests = [
  {
    name: 'the first start says that there are no connections and offers two ways on',
    run: async ({ page, assert }) => {
      await page.getByText('No connections yet').waitFor()
      assert.equal(await page.getByRole('button', { name: 'New Connection' }).count(), 2)
    },
  },
  {
    name: 'a driver is offered, installed, and the sample data is in the grid with its total',
    run: async ({ page, assert, shot }) => {
      await openBooks(page)
      await page.getByText('of 1,200').waitFor()
      await page.getByText('book-0001', { exact: true }).waitFor()
      await shot('grid-light')
      assert.deepEqual(await faults(page), [])
    },
  },
  {
    name: 'a head sorts on the engine, and one that cannot says why',
    run: async ({ page, assert, shot }) => {
      await openBooks(page)
      const head = page.getByRole('columnheader', { name: /^authors, nested, cannot be sorted/ })
      assert.match(await head.getAttribute('aria-label'), /Sort or filter by one of its leaves/)
      await page.getByRole('columnheader', { name: /^_index/ }).click()
      await page.getByRole('columnheader', { name: /^_index.*sorted ascending/ }).waitFor()
      await page.getByRole('gridcell').first().waitFor()
      await shot('grid-sorted')
    },
  },
  {
    name: 'the form of a new connection names what Save needs and reports a refused connection',
    run: async ({ page, assert, shot }) => {
      await page.getByRole('button', { name: 'New Connection' }).first().click()
      await page.getByRole('option', { name: /Typesense/ }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Install' }).click()
      await page.getByText('Save needs General: Name').waitFor()
      await page.getByLabel('Name', { exact: true }).fill('local')
      await page.getByText('Save needs General: API Key').waitFor()
      await page.getByLabel('API Key').fill('xyz')
      await page.getByLabel('Port').fill('9')
      await page.getByRole('button', { name: 'Test Connection' }).click()
      await page.getByRole('alert').waitFor()
      await shot('form-refused')
      assert.match(await page.getByRole('alert').innerText(), /connection refused/)
    },
  },
]

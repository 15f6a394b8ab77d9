// SPEC: CNS-04, CNS-05, CNS-10, CNS-12, B-EDT-07
import { expect } from '@playwright/test'
import { test } from './fixtures.mjs'
import { faults } from './screen.mjs'

const editor = (page) => page.getByRole('textbox', { name: 'Console 1, request' })
const response = (page) => page.getByRole('region', { name: 'Response' })
const header = (page) => response(page).getByRole('grid').getByRole('columnheader')

/** A console over the sample data for Typesense. */
async function opened({ page, app }) {
  await app.call('Plugins.Install', { call: '', driver: 'typesense' })
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Try with Sample Data' }).click()
  await page.getByRole('treeitem', { name: /^books,/ }).waitFor()
  await page.getByRole('button', { name: 'New Console' }).click()
  await editor(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
}

/** Replaces the text and runs all of it. */
async function run(page, text) {
  await editor(page).fill(text)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Enter')
}

const search = (hits) => `{"collection":"books","q":"the","query_by":"title","per_page":${hits}}`

test('searches of Typesense are rows that begin with the document, in groups and unions too', async ({
  page,
  app,
  assert,
  shot,
}) => {
  await opened({ page, app })
  const titles = async () => {
    const all = await header(page).evaluateAll((them) =>
      them.map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim()),
    )
    return all.filter((title) => title !== '' && title !== 'Row').join(' ')
  }
  // Each asks for another number of hits, so that no response is taken for the next one.
  for (const [text, many] of [
    ['GET /collections/books/documents/search?q=the&query_by=title&per_page=3', /^3 of [\d,]+ hits/],
    [`POST /multi_search\n{"searches":[${search(4)}]}`, /^4 of [\d,]+ hits/],
    [`POST /multi_search\n{"union":true,"per_page":5,"searches":[${search(5)},${search(5)}]}`, /^10 of [\d,]+ hits/],
    [
      'GET /collections/books/documents/search?q=*&group_by=language&group_limit=2&per_page=3',
      /3 of [\d,]+ groups, \d+ of/,
    ],
  ]) {
    await run(page, text)
    await response(page).getByText(many).first().waitFor()
    await expect.poll(titles, { message: text, timeout: 20_000 }).toMatch(/^authors.* blurb/)
  }
  await shot('typesense-console-groups')
  await run(page, `POST /multi_search\n{"searches":[${search(3)},${search(3)}]}`)
  await page.getByLabel('Response body').getByText('"results"').first().waitFor()
  assert.equal(await response(page).getByRole('grid').count(), 0)
  assert.deepEqual(await faults(page), [])
})

test('a console says what is wrong with a Typesense request, and sends no SQL', async ({ page, app, assert, shot }) => {
  await opened({ page, app })
  await run(
    page,
    'GET /collections/books/documents/search?q=*&per_page=1&filter_by=pages:>400 && price:>20\n\n' +
      'GET /collections/books/documents/search?q=*&per_page=251',
  )
  await response(page).getByText('A search returns at most 250 hits').first().waitFor()
  await page.getByLabel('Response body').getByText('Only upto 250 hits').waitFor()
  await response(page).getByRole('group', { name: 'Responses' }).getByRole('button').first().click()
  await response(page)
    .getByText(/1 of \d+ hits/)
    .first()
    .waitFor()
  assert.equal(await response(page).getByText('1 of 1,200 hits').count(), 0)

  await run(page, `POST /multi_search\n{"searches":[{"collection":"books","q":"*","sort_by":"isbn:asc"}]}`)
  await response(page)
    .getByRole('alert')
    .getByText(/^1 of 1 searches failed\. Could not find a field named `isbn` in the schema for sorting\. Only fields/)
    .waitFor()
  assert.deepEqual(await faults(page), [])
  await shot('typesense-console-error')

  await run(page, 'DELETE FROM books')
  await response(page).getByText('This looks like SQL. Nothing was sent.').waitFor()
  await response(page).getByText('such as GET /collections/books/documents/search').waitFor()
  await shot('typesense-console-sql')

  await run(page, 'POST /operations/db/compact')
  await page.getByLabel('Response body').getByText('"success"').waitFor()
})

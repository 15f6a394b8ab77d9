// SPEC: EXP-03, EXP-04, EXP-05, APP-05
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ExportInfo } from '../../host'
import { ExportSheet, ExportsButton } from './ExportViews'
import { Exports, type Subject } from './exports'
import { ExportHost, failed, subjectOf } from './fixture'

let exports: Exports
afterEach(() => {
  exports.close()
  cleanup()
})

async function open(subject: Partial<Subject> = {}, dialogs = false) {
  const host = new ExportHost(dialogs)
  exports = new Exports(host)
  render(
    <>
      <ExportsButton exports={exports} />
      <ExportSheet exports={exports} />
    </>,
  )
  await act(() => exports.open(subjectOf(subject)))
  return { host, user: userEvent.setup() }
}

/** An export in progress. */
async function begun(part: Partial<ExportInfo> = {}, dialogs = false) {
  const opened = await open({}, dialogs)
  opened.host.begins = part
  await opened.user.click(screen.getByRole('button', { name: /^Export/ }))
  return opened
}

const column = { name: '', type: '', computed: false, beside: false, hidden: false }
const file = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Save as' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('the sheet of a new export', () => {
  it('says what is written, how and where to, and begins with Enter', async () => {
    const { host, user } = await open({ total: '48213' })
    const sheet = screen.getByRole('dialog', { name: 'Export books' })
    expect(sheet.textContent).toContain('Whole index, 48,213')
    expect(sheet.textContent).toContain('JSON Lines')
    expect(file().value).toBe('/home/ada/books.jsonl')
    expect(screen.queryByRole('button', { name: 'Choose…' })).toBeNull()
    await user.clear(file())
    expect(button(/^Export/).getAttribute('aria-disabled')).toBe('true')
    await user.type(file(), '/tmp/other.jsonl{Enter}')
    expect(host.called('Exports.Start')[0]).toMatchObject({ object: 'books', path: '/tmp/other.jsonl', replace: false })
    await screen.findByRole('dialog', { name: 'Exporting books' })
  })

  it('says of the rows of a response what is written of them', async () => {
    const nouns = { objectNoun: 'response', rowNoun: 'row', rowsNoun: 'rows' }
    const columns = ['_id', 'title'].map((name) => ({ ...column, name }))
    const { host, user } = await open({
      object: 'rows of GET /_cat/nodes',
      file: 'response',
      response: '7',
      nouns,
      total: '12',
      columns,
    })
    const sheet = screen.getByRole('dialog', { name: 'Export rows of GET /_cat/nodes' })
    expect(sheet.textContent).toContain('Whole response, 12')
    expect(sheet.textContent).toContain('Only the rows in the response are exported.')
    expect(sheet.textContent).toContain('Rows exactly as stored.')
    expect(file().value).toBe('/home/ada/response.jsonl')
    await user.click(screen.getByRole('radio', { name: 'CSV' }))
    await user.click(screen.getByRole('checkbox', { name: /_id/ }))
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({
      response: '7',
      options: { format: 'csv', columns: ['title'] },
    })
  })

  it('lets the filtered set be chosen where there is a filter', async () => {
    const { host, user } = await open({ view: 'v1', filtered: true, total: '1204' })
    expect(screen.getByRole('radio', { name: 'Filtered set, 1,204' }).getAttribute('aria-checked')).toBe('true')
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({ view: 'v1' })
  })

  it('lets the selected rows be chosen where there are some', async () => {
    const selected = [{ place: 'books', key: '1' }]
    const { host, user } = await open({ view: 'v1', total: '1204', selected })
    await user.click(screen.getByRole('radio', { name: 'Selection, 1' }))
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({ view: 'v1', whole: false, rows: selected })
  })

  it('asks before it replaces a file that was typed', async () => {
    const { host, user } = await open()
    const start = host.answers.get('Exports.Start')
    host.fail('Exports.Start', 'conflict', 'A file with this name already exists.')
    await user.click(button(/^Export/))
    expect((await screen.findByRole('alert')).textContent).toContain('already exists')
    if (start) host.answers.set('Exports.Start', start)
    await user.click(button('Replace File'))
    expect(host.called('Exports.Start').map((q) => q.replace)).toEqual([false, true])
  })

  it('asks again where another file is typed instead', async () => {
    const { host, user } = await open()
    host.fail('Exports.Start', 'conflict', 'A file with this name already exists.')
    await user.click(button(/^Export/))
    expect(await screen.findByRole('button', { name: 'Replace File' })).toBeTruthy()
    await user.type(file(), '2')
    expect([screen.queryByRole('button', { name: 'Replace File' }), screen.queryByRole('alert')]).toEqual([null, null])
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start').map((q) => q.replace)).toEqual([false, false])
  })

  it('takes the file of the system dialog, which has asked already', async () => {
    const { host, user } = await open({}, true)
    host.answers.set('App.PickSave', () => ({ path: '/tmp/picked.jsonl' }))
    await user.click(button('Choose…'))
    expect(host.called('App.PickSave')).toEqual([{ title: 'Export books', path: '/home/ada/books.jsonl' }])
    expect(file().value).toBe('/tmp/picked.jsonl')
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({ path: '/tmp/picked.jsonl', replace: true })
  })

  it('keeps the file where the dialog was cancelled', async () => {
    const { host, user } = await open({}, true)
    host.answers.set('App.PickSave', () => ({ path: '' }))
    await user.click(button('Choose…'))
    expect(file().value).toBe('/home/ada/books.jsonl')
  })
})

describe('the format of a new export', () => {
  const columns = [
    { ...column, name: '_id', beside: true },
    { ...column, name: 'title', type: 'text' },
    { ...column, name: 'price', type: 'double', hidden: true },
    { ...column, name: 'margin', type: 'runtime double', computed: true },
  ]
  const bulkFormat = {
    title: 'Bulk NDJSON',
    hint: 'Each document after the action that indexes it under its id: the body of POST /_bulk.',
    noBeside: '{name} is not part of a document. A bulk request has the index and id in its actions.',
  }
  const subject = { view: 'v1', columns, bulk: bulkFormat }
  const radio = (name: string) => screen.getByRole('radio', { name })

  it('is whole documents, byte for byte, until something else is chosen', async () => {
    const { host, user } = await open(subject)
    expect(screen.getByRole('dialog').textContent).toContain('Documents exactly as stored.')
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({
      options: { format: 'jsonl', compression: '', columns: [] },
    })
  })

  it('writes metadata around a document only where it is chosen', async () => {
    const { host, user } = await open(subject)
    const id = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^_id/ })
    expect(id().checked).toBe(false)
    await user.click(id())
    expect(screen.getByRole('dialog').textContent).toContain('Documents exactly as stored, each in an object with _id.')
    await user.click(radio('Bulk NDJSON'))
    expect([id().checked, id().disabled]).toEqual([false, true])
    expect(screen.getByRole('dialog').textContent).toContain('Documents exactly as stored.')
    await user.click(radio('JSON Array'))
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({ options: { format: 'json', columns: [], meta: ['_id'] } })
  })

  it('is CSV of the columns in sight, of which any can be chosen but those that are computed', async () => {
    const { host, user } = await open(subject)
    await user.click(radio('CSV'))
    await user.click(radio('gzip'))
    expect(file().value).toBe('/home/ada/books.csv.gz')
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    expect([box(/^_id/).checked, box(/^title/).checked, box(/^price/).checked]).toEqual([true, true, false])
    expect(box(/^margin/).disabled).toBe(true)
    await user.click(box(/^price/))
    await user.click(box(/^_id/))
    expect(screen.getByRole('dialog').textContent).toContain('2 of 4 columns. CSV changes formatting')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Delimiter' }), 'Semicolon')
    await user.click(box(/^Formula-safe/))
    await user.click(box(/^Byte order mark/))
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({
      path: '/home/ada/books.csv.gz',
      options: {
        format: 'csv',
        columns: ['title', 'price'],
        delimiter: ';',
        formulas: true,
        mark: true,
        headless: false,
      },
    })
  })

  it('has the order of the grid, and only its first rows where a limit is given', async () => {
    const sort = [{ column: 'at', desc: true }]
    const { host, user } = await open({ ...subject, slices: 4, ordered: true, sort })
    expect(screen.getByRole('dialog').textContent).toContain('Sorted by at, descending.')
    await user.type(screen.getByRole('textbox', { name: 'Limit' }), '1e3')
    await user.click(button(/^Export/))
    expect(screen.getByRole('dialog').textContent).toContain('The limit must be a whole number, at least 1.')
    expect(host.called('Exports.Start')).toEqual([])
    await user.clear(screen.getByRole('textbox', { name: 'Limit' }))
    await user.type(screen.getByRole('textbox', { name: 'Limit' }), '500')
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({ sort, limit: '500', slices: 1 })
  })

  it('is in the order in which documents are stored where that is chosen, and read in slices', async () => {
    const { host, user } = await open({ ...subject, slices: 4, ordered: true, sort: [{ column: 'at', desc: true }] })
    await user.click(radio('As stored'))
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({ sort: [], limit: '', slices: 4 })
  })

  it('offers neither order nor limit where the driver cannot', async () => {
    await open({ ...subject, sort: [{ column: 'at', desc: true }] })
    expect(screen.queryByRole('textbox', { name: 'Limit' })).toBeNull()
    expect(screen.queryByRole('radio', { name: 'As stored' })).toBeNull()
  })

  it('reads as many slices at the same time as are chosen, where the driver can', async () => {
    const { host, user } = await open({ ...subject, slices: 4 })
    expect(screen.queryByRole('radio', { name: '8' })).toBeNull()
    await user.click(radio('2'))
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({ slices: 2 })
  })

  it.each([
    { most: 0, usual: 1 },
    { most: 3, usual: 2 },
    { most: 8, usual: 4 },
  ])('reads $usual slices unless others are chosen, where the driver can read $most', async ({ most, usual }) => {
    const { host, user } = await open({ ...subject, slices: most })
    await user.click(button(/^Export/))
    expect(host.called('Exports.Start')[0]).toMatchObject({ slices: usual })
  })

  it('cannot be nothing at all', async () => {
    const { user } = await open(subject)
    await user.click(button('None'))
    expect(button(/^Export/).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('dialog').textContent).toContain('Choose at least one column.')
    await user.click(button('All'))
    expect(button(/^Export/).getAttribute('aria-disabled')).toBe('false')
  })

  it('is no bulk body and no table where nothing is known of the rows', async () => {
    await open()
    expect(screen.queryByRole('radio', { name: 'Bulk NDJSON' })).toBeNull()
    expect(screen.queryByRole('radio', { name: 'CSV' })).toBeNull()
  })
})

describe('the sheet of an export that runs', () => {
  it('says that the disk is full while it waits for space', async () => {
    const { user } = await begun({ state: 'full', written: '5', total: '10', rate: '400', left: 50 })
    expect((await screen.findByRole('alert')).textContent).toContain('continues as soon as there is space')
    expect(screen.getByRole('dialog').textContent).toMatch(/RatePausedRemainingUnknown/)
    await user.click(button(/^Hide/))
    await user.click(button('Exports, 1 running'))
    await screen.findByRole('button', { name: /^books books.jsonl The disk is full. 5 of 10 documents/ })
  })

  it('shows how far it is, and its list stays when it is hidden', async () => {
    const { user } = await begun({ written: '5', total: '10', rate: '41300', left: 126, bytes: '2500' })
    const sheet = screen.getByRole('dialog', { name: 'Exporting books' })
    await within(sheet).findByText('5 of 10 documents')
    expect(within(sheet).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    expect(sheet.textContent).toContain('41,300 documents/s')
    expect(sheet.textContent).toContain('2 min 6 s')
    await user.click(button(/^Hide/))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(button('Exports, 1 running'))
    await user.click(await screen.findByRole('button', { name: /books.jsonl 5 of 10 documents/ }))
    await screen.findByRole('dialog', { name: 'Exporting books' })
  })

  it('has a bar for each slice, which only moves where its size is unknown', async () => {
    const slices = [
      { written: '1890411', total: '3102082' },
      { written: '20', total: '' },
    ]
    await begun({ written: '1890431', total: '12408331', slices })
    const list = await screen.findByRole('list', { name: 'Slices' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Slice 11,890,411', 'Slice 220'])
    const bars = within(list).getAllByRole('progressbar')
    expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['60', null])
    expect(bars[0]?.getAttribute('aria-label')).toBe('Slice 1 of books')
  })

  it('is cancelled from it', async () => {
    const { host, user } = await begun()
    await user.click(button('Cancel Export'))
    expect(host.called('Exports.Cancel')).toEqual([{ id: 'e1' }])
    await screen.findByRole('dialog', { name: 'The export was cancelled' })
  })
})

describe('the sheet of an export that has ended', () => {
  it('says that a file that it would have replaced was not changed', async () => {
    const { host, user } = await open()
    const start = host.answers.get('Exports.Start')
    host.fail('Exports.Start', 'conflict', 'A file with this name already exists.')
    await user.click(button(/^Export/))
    if (start) host.answers.set('Exports.Start', start)
    await user.click(await screen.findByRole('button', { name: 'Replace File' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel Export' }))
    const sheet = await screen.findByRole('dialog', { name: 'The export was cancelled' })
    expect(sheet.textContent).toContain('An existing file was not changed.')
    expect(sheet.textContent).not.toContain('Not written')
    expect(sheet.textContent).toContain('Not replaced/home/ada/books.jsonl')
  })

  it('has no check in the list where none is complete', async () => {
    await begun({ state: 'cancelled' })
    await screen.findByRole('dialog', { name: 'The export was cancelled' })
    act(() => exports.hide())
    expect(button('Exports, none complete').querySelector('.ok')).toBeNull()
    cleanup()
    await begun({ state: 'done', written: '1', total: '1' })
    await screen.findByRole('dialog', { name: 'Exported and verified' })
    act(() => exports.hide())
    expect(button('Exports, all ended').querySelector('.ok')).not.toBeNull()
  })

  it('says that it is verified, and with Done it leaves the list', async () => {
    const { user } = await begun({ state: 'done', written: '12', total: '12', bytes: '2500' })
    const sheet = await screen.findByRole('dialog', { name: 'Exported and verified' })
    expect(sheet.textContent).toContain('12 documents written, 12 counted on the server.')
    expect(sheet.textContent).toContain('/home/ada/books.jsonl')
    await user.click(button(/^Done/))
    expect(screen.queryByRole('button', { name: /^Exports/ })).toBeNull()
  })

  it('can be copied with everything that is known of the file', async () => {
    const { user } = await begun({
      state: 'done',
      written: '12',
      total: '12',
      bytes: '2500',
      plain: '90000',
      digest: 'd41c',
    })
    await user.click(await screen.findByRole('button', { name: 'Copy Details' }))
    expect(await navigator.clipboard.readText()).toBe(
      'Exported and verified\n12 documents written, 12 counted on the server.\nFile: /home/ada/books.jsonl\n' +
        'Size: 2.5 kB, 90 kB uncompressed\nTime: Under 1 s\nSHA-256: d41c',
    )
    expect(screen.queryByRole('button', { name: 'Show in Folder' })).toBeNull()
  })

  it('shows its file in the folder where there is a desktop, or says why it cannot', async () => {
    const { host, user } = await begun({ state: 'done', written: '12', total: '12' }, true)
    host.answers.set('Exports.ShowFile', () => ({}))
    await user.click(await screen.findByRole('button', { name: 'Show in Folder' }))
    expect(host.called('Exports.ShowFile')).toEqual([{ id: 'e1' }])
    expect(screen.queryByRole('alert')).toBeNull()
    host.fail('Exports.ShowFile', 'not_found', 'The file is no longer in this folder.')
    await user.click(button('Show in Folder'))
    expect((await screen.findByRole('alert')).textContent).toContain('no longer in this folder')
  })

  it('says exactly what is missing, and it can be tried again', async () => {
    const { user } = await begun({ state: 'failed', failure: failed })
    const sheet = await screen.findByRole('dialog', { name: 'The export is not complete' })
    expect(sheet.textContent).toContain('10 documents were expected, 9 were written.')
    expect(sheet.textContent).toContain('Quarry deleted the file.')
    await user.click(button('Try Again…'))
    expect(file().value).toBe('/home/ada/books.jsonl')
  })

  it('does not say that it is verified where nobody could count', async () => {
    await begun({ state: 'done', written: '12', notices: [{ text: 'This key cannot count documents.', detail: '' }] })
    const sheet = await screen.findByRole('dialog', { name: 'Exported, but not verified' })
    expect(sheet.textContent).toContain('This key cannot count documents.')
  })
})

// SPEC: A-EDT-01, A-EDT-09, A-EDT-11
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CommandsContext } from '../../commands/context'
import { Registry } from '../../commands/registry'
import type { EditedRow, SavedRow } from '../../host'
import { InWindow } from '../../window/fixture'
import { EditBar } from './EditBar'
import { EditedRows } from './editedRows'
import { Edits } from './edits'
import { columnOf, FakeHost, FakeRows, failureOf, number, planOf, roles, seqOf, text } from './fixture'
import { SavingSheets } from './SavingSheets'
import { Saving } from './saving'

afterEach(cleanup)

const columns = [columnOf('title'), columnOf('price', { kind: 'number' }), columnOf('pages', { kind: 'number' })]

const nouns = { rowNoun: 'document', rowsNoun: 'documents' }

function open(safeMode = 'confirm') {
  const host = new FakeHost()
  const rows = new FakeRows(
    columns,
    ['a', 'b'].map((id) => ({
      ...{ id, seq: '4', hash: `h ${id}` },
      cells: { title: text(id), price: number('18.50'), pages: number('212') },
    })),
  )
  const edits = new Edits(roles)
  const edited = new EditedRows(rows, columns, edits)
  const saving = new Saving(host, edits, () => ({ view: 'v', columns, safeMode }))
  host.answers.set('Edits.Plan', (q) =>
    planOf(
      'p1',
      (q.rows as unknown[]).map((_, at) => at),
      { safe: safeMode },
    ),
  )
  const ran: unknown[] = []
  const onGo = vi.fn()
  const commands = new Registry({ mac: () => false, covered: () => false, tell: () => undefined })
  commands.attach({ scope: 'workspace', handlers: () => ({ 'console.new': { run: (text) => ran.push(text) } }) })
  render(
    <InWindow>
      <CommandsContext value={commands}>
        <EditBar edits={edits} saving={saving} object="books" onGo={onGo} onLeave={vi.fn()} />
        <SavingSheets edits={edits} saving={saving} object="books" nouns={nouns} connection="catalogue" />
      </CommandsContext>
    </InWindow>,
  )
  const stage = (row: number, value: string) => act(() => void edited.stage(row, 1, { text: value, null: false }))
  const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
  return { host, edits, edited, saving, stage, click, ran, onGo }
}

const outcomeOf = (row: number, outcome: SavedRow['outcome'], message: string, document = ''): SavedRow => ({
  ...{ row, outcome, document, revision: [{ name: '#hash', value: 'theirs' }], error: failureOf('engine', message) },
})

// SPEC: A-EDT-18
describe.each(['off', 'confirm'])('deletions of a connection whose safe mode is %s', (safe) => {
  const opened = () => {
    const all = open(safe)
    const rows = [0, 1]
    all.host.answers.set('Edits.Plan', () => planOf('p1', rows, { safe, deletions: 2, needsConfirmation: true }))
    all.host.answers.set('Edits.Send', () => ({ rows: rows.map((row) => outcomeOf(row, 'done', '')) }))
    act(() => all.edits.remove(rows.map((row) => ({ key: 'ab'.charAt(row), row: () => all.edited.shown(row) }))))
    return all
  }
  const question = () => screen.findByRole('alertdialog', { name: 'Delete 2 documents of books?' })
  /** Saves, and sends from the preview where there is one. */
  const save = async (click: (name: string | RegExp) => Promise<void>) => {
    await click(/^Save/)
    if (safe === 'off') return question()
    await screen.findByRole('dialog', { name: '2 requests to catalogue: delete 2 documents' })
    await click('Delete 2 Documents')
    return question()
  }

  it('are asked about in red, and Enter sends nothing', async () => {
    const { host, edits, click } = opened()
    const asked = within(await save(click))
    const no = asked.getByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(no))
    expect(asked.getByRole('button', { name: 'Delete 2 Documents' }).className).toContain('danger')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([host.requests('Edits.Send'), edits.rows]).toEqual([[], 2])
  })

  it('say that Undo Save cannot take them back where it cannot', async () => {
    const all = opened()
    const why = 'Vectors are stored elsewhere.'
    const plan = planOf('p1', [0, 1], { safe, deletions: 2, needsConfirmation: true, lasting: 2, lastingWhy: why })
    all.host.answers.set('Edits.Plan', () => plan)
    const sentence = `Undo Save cannot revert these changes. ${why}`
    expect(within(await save(all.click)).getByText(sentence)).toBeTruthy()
    expect(screen.queryAllByText(sentence)).toHaveLength(safe === 'off' ? 1 : 2)
  })

  it('are sent with the number that was confirmed', async () => {
    const { host, edits, click } = opened()
    await userEvent.click(within(await save(click)).getByRole('button', { name: 'Delete 2 Documents' }))
    await waitFor(() => expect(edits.rows).toBe(0))
    expect(host.requests('Edits.Send')).toEqual([{ plan: 'p1', digest: 'digest of p1', deletions: 2 }])
  })

  it('are not what Enter sends from a preview', async () => {
    const { host, click } = opened()
    await click(/^Preview/)
    const sheet = await screen.findByRole('dialog', { name: '2 requests to catalogue: delete 2 documents' })
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Close/))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(sheet.isConnected).toBe(false))
    expect(host.requests('Edits.Send')).toEqual([])
  })

  it('that undo a save are asked about too', async () => {
    const { host, edits, click } = opened()
    host.answers.set('Edits.Send', () => ({
      rows: [0, 1].map((row) => ({
        ...{ row, outcome: 'done', revision: seqOf('5'), error: null, document: '' },
        key: [{ name: '#id', value: `made ${row}` }],
      })),
      undo: true,
    }))
    host.answers.set('Edits.Plan', () => planOf('p1', [0, 1], { safe }))
    act(() => {
      edits.discard()
      for (const id of ['c', 'd'])
        edits.add({
          hidden: [
            { name: '#index', value: 'books' },
            { name: '#id', value: id },
          ],
        })
    })
    await click(/^Save/)
    if (safe === 'confirm') await click('Send 2 Requests')
    host.answers.set('Edits.Undo', () => planOf('p2', [0, 1], { safe, deletions: 2, needsConfirmation: true }))
    await click('Undo Save…')
    await screen.findByRole('dialog', { name: 'Undo the save with 2 requests to catalogue: delete 2 documents' })
    await click('Delete 2 Documents')
    await question()
    expect(host.requests('Edits.Send')).toHaveLength(1)
  })
})

// SPEC: APP-03
describe('a save that ended with Quarry', () => {
  it('is told of in a sentence and a list', async () => {
    const { saving, host, stage, click } = open()
    host.answers.set('Edits.Plan', () => planOf('p1', [0, 1]))
    stage(0, '16.90')
    stage(1, '17.90')
    await act(() => saving.compare(new Set(['a', 'b'])))
    const said = within(
      await screen.findByRole('dialog', { name: 'Quarry stopped during a save: 0 of 2 changes had been saved' }),
    )
    expect(said.getByText('2 changes are still staged.')).toBeTruthy()
    expect(said.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'a not saved, still staged',
      'b not saved, still staged',
    ])
    await click('Close')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the bar of staged changes', () => {
  it('is not there while nothing is staged, and says how much is', () => {
    const { stage } = open()
    expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull()
    stage(0, '16.90')
    stage(1, '1')
    expect(screen.getByRole('status').textContent).toBe('2 changes to save: 2 edited')
  })

  it('asks before it discards, and Undo brings it back', async () => {
    const { edits, stage, click } = open()
    stage(0, '16.90')
    await click('Discard…')
    expect(screen.getByRole('alertdialog', { name: 'Discard 1 staged change in books?' })).toBeTruthy()
    await click('Cancel')
    expect(edits.rows).toBe(1)
    await click('Discard…')
    await click('Discard')
    expect(edits.rows).toBe(0)
    expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull()
    act(() => edits.undo())
    expect(edits.rows).toBe(1)
    await click('Undo')
    expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull()
  })

  it('shows the row of an invalid value, then the next one', async () => {
    const { edits, stage, click, onGo } = open()
    stage(0, 'x')
    stage(1, 'y')
    const problem = { kind: 'invalid', message: 'Not a number.', hint: '', theirs: null, revision: [] } as const
    act(() => {
      for (const key of ['a', 'b']) edits.report(key, [{ ...problem, column: 'price' }])
    })
    const chip = screen.getByRole('button', { name: '2 invalid: a, price: Not a number.' })
    expect(chip.dataset.tip).toBe('2 invalid: a, price: Not a number.')
    for (let presses = 0; presses < 3; presses += 1) await click(/^2 invalid/)
    expect(onGo.mock.calls).toEqual([
      ['a', 'price'],
      ['b', 'price'],
      ['a', 'price'],
    ])
  })

  it('counts the valid values of rows that an invalid value keeps from being saved', () => {
    const { edits, edited, stage } = open()
    stage(0, 'x')
    act(() => void edited.stage(0, 2, { text: '12', null: false }))
    const problem = { kind: 'invalid', message: 'Not a number.', hint: '', theirs: null, revision: [] } as const
    act(() => edits.report('a', [{ ...problem, column: 'price' }]))
    expect(screen.getByRole('status').textContent).toBe('1 valid value waits for its row; 1 invalid')
    expect(screen.queryByText('No other changes to save')).toBeNull()
    expect(screen.getByText('1 valid value waits for its row').dataset.tip).toMatch(/^A row is saved as a whole/)
    stage(1, '16.90')
    expect(screen.getByRole('status').textContent).toBe(
      '1 change to save: 1 edited; 1 valid value waits for its row; 1 invalid',
    )
  })

  it('says why nothing can be saved on a read-only connection', async () => {
    const { host, stage, click } = open('read-only')
    stage(0, '16.90')
    const save = screen.getByRole('button', { name: /^Save/ })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    expect(save.getAttribute('aria-description')).toContain('This connection is read-only')
    await click(/^Save/)
    expect(host.calls).toEqual([])
  })

  it('says why a save could not be planned', async () => {
    const { host, stage, click } = open()
    host.fail('Edits.Plan', 'connect', 'Connection refused.')
    stage(0, '16.90')
    await click(/^Save/)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not saved: Connection refused.'))
  })
})

describe('the preview', () => {
  it('shows every request with what it changes, and the rows that are not sent with the reason', async () => {
    const { host, stage, click } = open()
    const refused = { row: 1, column: 'price', error: failureOf('invalid', 'Not a double.'), theirs: '', revision: [] }
    host.answers.set('Edits.Plan', () =>
      planOf('p1', [0], { refusals: [refused], notices: [{ text: 'A pipeline runs.', detail: '' }] }),
    )
    stage(0, '16.90')
    stage(1, 'much')
    await click(/^Save/)
    const sheet = await screen.findByRole('dialog', { name: '1 request to catalogue' })
    const within_ = within(sheet)
    expect(within_.getByRole('region', { name: 'Request' }).textContent).toBe(
      'POST http://host:9200/books/_update/0?if_seq_no=4{"doc":{}}',
    )
    expect(within_.getByText('Partial update')).toBeTruthy()
    expect(within_.getByText('Only the changed fields are sent.')).toBeTruthy()
    expect(within_.getByText('A pipeline runs.')).toBeTruthy()
    expect(within_.getByText(/b, price: Not a double\./).textContent).toContain('The edit stays staged.')
    const cells = within_.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells).toEqual(['price', '18.50', '16.90'])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Send 1 Request'))
  })

  it('lists a thousand requests, draws those in sight, and is walked by keys', async () => {
    const { host, stage, click } = open()
    host.answers.set('Edits.Plan', () => planOf('p1', Array(1000).fill(0)))
    stage(0, '16.90')
    await click(/^Preview/)
    const sheet = within(await screen.findByRole('dialog', { name: '1,000 requests to catalogue' }))
    expect(sheet.getAllByRole('option').length).toBeLessThan(100)
    const list = sheet.getByRole('listbox', { name: 'Requests' })
    act(() => list.focus())
    await userEvent.keyboard('{End}')
    expect(sheet.getByText('1,000 of 1,000')).toBeTruthy()
    await userEvent.keyboard('{Home}{PageDown}{ArrowDown}{ArrowUp}{ArrowUp}')
    expect(sheet.getByText('8 of 1,000')).toBeTruthy()
    expect(sheet.getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe('8')
  })

  it('says of a row that is not sent why, and leads to its conflict', async () => {
    const { host, stage, click } = open()
    const error = { ...failureOf('conflict', 'The document was changed.'), hint: 'Resolve it first.' }
    const refused = { row: 1, column: '', error, theirs: '7', revision: seqOf('5') }
    host.answers.set('/data/edits?plan=p1&number=7', () => '{"title":"Theirs","price":18.50,"pages":212}')
    host.answers.set('Edits.Plan', () => planOf('p1', [0], { refusals: [refused] }))
    stage(0, '16.90')
    stage(1, '1')
    await click(/^Save/)
    const sheet = within(await screen.findByRole('dialog', { name: '1 request to catalogue' }))
    await userEvent.click(sheet.getByRole('option', { name: /^Conflict b: The document was changed\./ }))
    expect(sheet.getByText('Resolve it first.')).toBeTruthy()
    await click('Resolve…')
    expect(await screen.findByRole('dialog', { name: 'b was changed on the server' })).toBeTruthy()
  })

  it('shows all changes field by field, and leads from each to its request', async () => {
    const { stage, edited, click } = open()
    stage(0, '16.90')
    act(() => void edited.stage(1, 0, { text: 'Salt', null: false }))
    await click(/^Preview/)
    const sheet = within(await screen.findByRole('dialog'))
    await userEvent.click(sheet.getByRole('radio', { name: 'Changes' }))
    const list = sheet.getByRole('listbox', { name: 'Changes, field by field' })
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Editedaprice18.50becomes 16.90', 'Editedbtitlebbecomes Salt'])
    act(() => list.focus())
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(sheet.getByText('2 of 2')).toBeTruthy()
  })

  it('copies a request as cURL and opens it in a console, with its whole body', async () => {
    const { host, stage, click, ran } = open()
    host.answers.set('Edits.Plan', () => {
      const plan = planOf('p1', [0])
      return { ...plan, requests: plan.requests.map((request) => ({ ...request, body: '{"doc', truncated: true })) }
    })
    host.answers.set('Edits.Curl', () => ({ text: "curl --request POST 'http://host:9200/books/_update/0'" }))
    host.answers.set('/data/edits?plan=p1&number=1', () => '{"doc":{"price":16.90}}')
    const written = () => navigator.clipboard.readText()
    stage(0, '16.90')
    await click(/^Preview/)
    await screen.findByRole('dialog')
    await click('Copy as cURL')
    await waitFor(async () => expect(await written()).toBe("curl --request POST 'http://host:9200/books/_update/0'"))
    expect(host.requests('Edits.Curl')).toEqual([{ plan: 'p1', number: '1' }])
    await click('Copy All')
    await waitFor(async () => expect(await written()).toContain('\n\n{"doc":{"price":16.90}}'))
    await click('Open in Console')
    await waitFor(() => expect(ran).toEqual(['POST /books/_update/0?if_seq_no=4\n{"doc":{"price":16.90}}']))
    expect([screen.queryByRole('dialog'), host.requests('Edits.Send')]).toEqual([null, []])
  })

  it('is closed by Escape: nothing is sent and everything stays staged', async () => {
    const { host, edits, stage, click } = open()
    stage(0, '16.90')
    await click(/^Preview/)
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([host.requests('Edits.Send'), edits.rows]).toEqual([[], 1])
  })

  it('reads the body of a request that did not come with the plan once it is shown', async () => {
    const { host, stage, click } = open()
    const plan = planOf('p1', [0])
    const requests = plan.requests.map((request) => ({ ...request, body: '', truncated: true }))
    host.answers.set('Edits.Plan', () => ({ ...plan, requests }))
    host.answers.set('/data/edits?plan=p1&number=1', () => '{"doc":{"price":16.90}}')
    stage(0, '16.90')
    await click(/^Preview/)
    const shown = await screen.findByRole('region', { name: 'Request' })
    await waitFor(() => expect(shown.textContent).toContain('{"doc":{"price":16.90}}'))
    expect(screen.queryByText(/^Only the first/)).toBeNull()
  })

  it('says that the plan is another by now, and prepares it again', async () => {
    const { host, stage, click } = open()
    host.fail('Edits.Send', 'refused', 'These requests are not the ones you were shown. Nothing was sent.')
    stage(0, '16.90')
    await click(/^Save/)
    await screen.findByRole('dialog')
    await click('Send 1 Request')
    expect(await screen.findByText(/not the ones you were shown/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send 1 Request' })).toBeNull()
    await click('Prepare Again')
    expect(await screen.findByRole('button', { name: 'Send 1 Request' })).toBeTruthy()
    expect(host.requests('Edits.Plan')).toHaveLength(2)
  })
})

describe('what became of a save', () => {
  it('is said for each request, in the words of the engine', async () => {
    const { host, stage, click, edits } = open()
    host.answers.set('Edits.Send', () => ({
      rows: [
        { ...outcomeOf(0, 'done', ''), error: null, revision: seqOf('5') },
        outcomeOf(1, 'refused', 'failed to parse field'),
      ],
    }))
    stage(0, '16.90')
    stage(1, '1')
    await click(/^Save/)
    await screen.findByRole('dialog')
    await click('Send 2 Requests')
    const sheet = await screen.findByRole('dialog', { name: '1 of 2 requests succeeded' })
    const outcomes = within(within(sheet).getByRole('listbox', { name: 'Outcomes' })).getAllByRole('option')
    expect(outcomes.map(({ textContent }) => textContent)).toEqual([
      'SavedPOST /books/_update/0Saved as revision 5',
      'RefusedPOST /books/_update/1failed to parse field',
    ])
    const chosen = within(sheet).getByRole('region', { name: 'Chosen outcome' })
    expect(chosen.textContent).toBe('bPOST /books/_update/1?if_seq_no=4failed to parse field')
    await userEvent.click(outcomes[0] as HTMLElement)
    expect(chosen.textContent).toContain('Saved as revision 5')
    await click('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([...edits.store.getState().staged.keys()]).toEqual(['b'])
    expect(screen.getByText('1 refused: b: failed to parse field')).toBeTruthy()
  })

  it('shows what was not saved first of a thousand requests, draws those in sight, and says why', async () => {
    const { host, stage, click } = open()
    host.answers.set('Edits.Plan', () => planOf('p1', Array(1000).fill(0)))
    const done = { ...outcomeOf(0, 'done', ''), error: null, revision: [] }
    const unsent = outcomeOf(0, 'unsent', 'Not sent: saving was stopped.')
    host.answers.set('Edits.Send', () => ({ rows: [...Array(997).fill(done), unsent, unsent, unsent] }))
    stage(0, '16.90')
    await click(/^Save/)
    await click('Send 1,000 Requests')
    const sheet = within(await screen.findByRole('dialog', { name: '997 of 1,000 requests succeeded' }))
    expect(sheet.getByText(/^3 were not sent\. Rows that failed stay here/)).toBeTruthy()
    expect(sheet.getAllByRole('option')).toHaveLength(3)
    await userEvent.click(sheet.getByRole('radio', { name: 'Saved 997' }))
    expect(sheet.getAllByRole('option').length).toBeLessThan(100)
    act(() => sheet.getByRole('listbox', { name: 'Outcomes' }).focus())
    await userEvent.keyboard('{End}')
    expect(sheet.getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe('997')
  })

  it('offers to read a row again whose save got no response, and sends nothing', async () => {
    const { host, stage, click } = open('off')
    host.answers.set('Edits.Send', () => ({
      rows: [outcomeOf(0, 'unknown', 'No usable response to the write arrived.')],
    }))
    stage(0, '16.90')
    await click(/^Save/)
    await screen.findByRole('dialog', { name: '0 of 1 request succeeded' })
    await click('Check a Again')
    await waitFor(() => expect(host.requests('Edits.Plan')).toHaveLength(2))
    expect(host.requests('Edits.Send')).toHaveLength(1)
  })

  it('shows a conflict as mine beside theirs, and the request of the merged row, which alone is sent', async () => {
    const { host, stage, click, edits, edited } = open('off')
    const merged = [
      ['title', 'Salt'],
      ['pages', '212'],
    ]
    host.answers.set('/data/edits?plan=p1&number=7', () => '{"title":"a","price":17.25,"pages":216}')
    host.answers.set('Edits.Send', () => ({ rows: [outcomeOf(0, 'conflict', 'The document was changed.', '7')] }))
    stage(0, '16.90')
    act(() => void edited.stage(0, 0, { text: 'Salt', null: false }))
    await click(/^Save/)
    await screen.findByRole('dialog', { name: '0 of 1 request succeeded' })
    await click('Resolve Conflict…')
    const sheet = await screen.findByRole('dialog', { name: 'a was changed on the server' })
    const cells = within(sheet)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(cells).toEqual([
      'price',
      '18.50',
      '17.25',
      '16.90',
      'title',
      'a',
      'a',
      'Salt',
      'pages',
      '212',
      '216',
      '212(not edited)',
    ])
    const planned = (at: number) => host.requests('Edits.Plan').at(at) as { rows: EditedRow[] } | undefined
    const cellsOf = (at: number) => planned(at)?.rows[0]?.cells
    await waitFor(() => expect(cellsOf(1)?.map(({ column }) => column)).toEqual(['price', 'title']))
    host.answers.set('Edits.Plan', () => planOf('p2', [0], { safe: 'off' }))
    await userEvent.click(within(sheet).getByRole('radio', { name: '17.25' }))
    await userEvent.click(within(sheet).getByRole('radio', { name: '212 (not edited)' }))
    const result = within(sheet).getByRole('region', { name: 'Result' })
    await waitFor(() => expect(cellsOf(-1)?.map(({ column, text }) => [column, text])).toEqual(merged))
    expect(result.textContent).toContain('POST http://host:9200/books/_update/0?if_seq_no=4{"doc":{}}')
    expect([host.requests('Edits.Send').length, edits.typed('a', 'price')?.text]).toEqual([1, '16.90'])
    host.answers.set('Edits.Send', () => ({ rows: [{ ...outcomeOf(0, 'done', ''), error: null }], undo: true }))
    await click('Save Merged Row')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(host.requests('Edits.Send')[1]).toMatchObject({ plan: 'p2', digest: 'digest of p2' })
    expect([edits.rows, edited.cell(0, 1), edited.cell(0, 2)]).toEqual([0, number('17.25'), number('212')])
    expect(edited.cell(0, 0)).toEqual(text('Salt'))
  })

  it('shows the newer document if it was changed again, and offers nothing to send where nothing of mine is left', async () => {
    const { host, stage, click, edits } = open('off')
    host.answers.set('/data/edits?plan=p1&number=7', () => '{"title":"a","price":17.25,"pages":212}')
    host.answers.set('/data/edits?plan=p1&number=8', () => '{"title":"a","price":99,"pages":212}')
    host.answers.set('Edits.Send', () => ({ rows: [outcomeOf(0, 'conflict', 'The document was changed.', '7')] }))
    stage(0, '16.90')
    await click(/^Save/)
    const error = failureOf('conflict', 'It was changed.')
    let plans = 0
    host.answers.set('Edits.Plan', () => {
      plans += 1
      if (plans > 1) return planOf('p2', [0])
      return planOf('p1', [], { refusals: [{ row: 0, column: '', error, theirs: '8', revision: seqOf('9') }] })
    })
    await screen.findByRole('dialog', { name: '0 of 1 request succeeded' })
    await click('Resolve Conflict…')
    const sheet = within(await screen.findByRole('dialog', { name: 'a was changed on the server' }))
    await sheet.findByText('Partial update')
    expect(sheet.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['price', '18.50', '99', '16.90'])
    await userEvent.click(sheet.getByRole('radio', { name: '99' }))
    await sheet.findByText(/^Your values match the server’s/)
    expect(sheet.getByRole('button', { name: 'Save Merged Row' }).getAttribute('aria-disabled')).toBe('true')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([edits.rows, plans]).toEqual([1, 2])
    expect(host.requests('Edits.Drop').filter(({ plan }) => plan === 'p2')).toHaveLength(1)
  })

  it('offers to discard the values of a document that was deleted', async () => {
    const { host, stage, click, edits } = open('off')
    host.answers.set('Edits.Send', () => ({ rows: [outcomeOf(0, 'conflict', 'The document was deleted.')] }))
    stage(0, '16.90')
    await click(/^Save/)
    await screen.findByRole('dialog', { name: '0 of 1 request succeeded' })
    await click('Resolve Conflict…')
    await screen.findByRole('dialog', { name: 'a was deleted on the server' })
    expect(edits.rows).toBe(1)
    await click('Discard My Values')
    expect(edits.rows).toBe(0)
  })
})

describe('conflicts', () => {
  const theirs = '{"title":"Theirs","price":18.50,"pages":212}'

  /** Deletes the first row. */
  function remove(edits: Edits, edited: EditedRows) {
    const hidden = edited.hidden(0)
    const before = new Map([
      ['title', text('a')],
      ['price', number('18.50')],
      ['pages', number('212')],
    ])
    act(() => edits.remove([{ key: 'a', row: () => ({ title: 'a', hidden, shown: hidden, before }) }]))
  }

  it('of a row to be deleted show what changed since, and it is deleted only by its user', async () => {
    const { host, edits, edited, click } = open('off')
    host.answers.set('/data/edits?plan=p1&number=7', () => theirs)
    host.answers.set('Edits.Send', () => ({ rows: [outcomeOf(0, 'conflict', 'It was changed.', '7')] }))
    remove(edits, edited)
    await click(/^Save/)
    await screen.findByRole('dialog', { name: '0 of 1 request succeeded' })
    await click('Resolve Conflict…')
    const sheet = within(await screen.findByRole('dialog', { name: 'a was changed on the server' }))
    expect(sheet.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['title', 'a', 'Theirs'])
    await userEvent.click(sheet.getByLabelText('Show the 2 matching fields'))
    expect(sheet.getAllByRole('row')).toHaveLength(4)
    await click('Delete Anyway…')
    await screen.findByRole('dialog', { name: '1 request to catalogue' })
    expect([edits.act('a'), host.requests('Edits.Send').length]).toEqual(['delete', 1])
  })

  it('of a row to be deleted that is gone already end with it', async () => {
    const { host, edits, edited, click } = open('off')
    host.answers.set('Edits.Send', () => ({ rows: [outcomeOf(0, 'conflict', 'It was deleted.')] }))
    remove(edits, edited)
    await click(/^Save/)
    await screen.findByRole('dialog', { name: '0 of 1 request succeeded' })
    await click('Resolve Conflict…')
    await screen.findByRole('dialog', { name: 'a was deleted on the server' })
    await click('Accept Deletion')
    expect(edits.rows).toBe(0)
  })

  it('that are all there is to save are shown at once, with both revisions', async () => {
    const { host, edits, stage, click } = open('off')
    host.answers.set('/data/edits?plan=p1&number=7', () => theirs)
    const error = {
      ...failureOf('conflict', 'It was changed.'),
      hint: 'You loaded revision 4; the server now has revision 9.',
    }
    const refusal = { row: 0, column: '', error, theirs: '7', revision: [{ name: '#hash', value: 'theirs' }] }
    host.answers.set('Edits.Plan', () => planOf('p1', [], { refusals: [refusal] }))
    stage(0, '16.90')
    await click(/^Save/)
    const sheet = within(await screen.findByRole('dialog', { name: 'a was changed on the server' }))
    expect(
      sheet.getByText(/^Nothing was saved for this row\..* You loaded revision 4; the server now has revision 9\.$/),
    ).toBeTruthy()
    expect(host.requests('Edits.Drop')[0]).toEqual({ plan: 'p1' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: 'Resolve 1 Conflict…' })).toBeTruthy()
    expect(edits.rows).toBe(1)
  })

  it('of several rows can end with the same side', async () => {
    const { host, edits, stage, click } = open()
    host.answers.set('/data/edits?plan=p1&number=7', () => theirs)
    const error = failureOf('conflict', 'It was changed.')
    const refusals = [0, 1].map((row) => ({
      ...{ row, column: '', error, theirs: '7' },
      revision: [{ name: '#hash', value: 'theirs' }],
    }))
    host.answers.set('Edits.Plan', () => planOf('p1', [], { refusals }))
    stage(0, '16.90')
    stage(1, '1')
    await click(/^Save/)
    await screen.findByRole('dialog', { name: 'No requests can be sent' })
    await click('Close')
    await click('Resolve 2 Conflicts…')
    await userEvent.click(await screen.findByLabelText('Apply to all 2 conflicts'))
    await click('Take Theirs')
    expect(edits.rows).toBe(0)
  })
})

describe('a save that can be undone', () => {
  it('says so until it is hidden, and undoing it is previewed', async () => {
    const { host, stage, click } = open('off')
    host.answers.set('Edits.Send', () => ({
      rows: [{ ...outcomeOf(0, 'done', ''), error: null, revision: seqOf('5') }],
      undo: true,
    }))
    host.answers.set('Edits.Undo', () => planOf('u1', [0], { safe: 'off' }))
    stage(0, '16.90')
    await click(/^Save/)
    await click('Undo Save…')
    const sheet = within(await screen.findByRole('dialog', { name: 'Undo the save with 1 request to catalogue' }))
    expect(sheet.getByText('Reverted')).toBeTruthy()
    expect(sheet.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['price', '16.90', '18.50'])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(host.requests('Edits.Send')).toHaveLength(1)
    await click('Hide')
    expect(screen.queryByRole('button', { name: 'Undo Save…' })).toBeNull()
  })
})

describe('a save that takes a while', () => {
  it('shows how far it is, and is stopped with its button', async () => {
    const { host, stage, click } = open()
    let answer: (result: object) => void = () => undefined
    host.answers.set('Edits.Send', () => new Promise((resolve) => (answer = resolve)))
    host.answers.set('Edits.Progress', () => ({ total: 500, ended: 12, failed: 1 }))
    stage(0, '16.90')
    await click(/^Save/)
    await click('Send 1 Request')
    const sheet = within(await screen.findByRole('dialog'))
    await sheet.findByText('Saving: 12 of 500 requests, 1 failed')
    expect(sheet.getByText(/^The requests are being sent\./)).toBeTruthy()
    expect(sheet.queryByText(/Nothing has been sent/)).toBeNull()
    await userEvent.click(sheet.getByRole('button', { name: 'Stop' }))
    expect(host.requests('Edits.Stop')).toEqual([{ plan: 'p1' }])
    act(() => answer({ rows: [{ ...outcomeOf(0, 'unsent', 'Not sent: saving was stopped.'), revision: [] }] }))
    await screen.findByRole('dialog', { name: '0 of 1 request succeeded' })
  })
})

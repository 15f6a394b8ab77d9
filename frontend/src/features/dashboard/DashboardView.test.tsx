// SPEC: B-MET-02, CON-22, CON-24
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DashboardFigures, type Failure, toHostError } from '../../host'
import { InWindow } from '../../window/fixture'
import { DashboardView } from './DashboardView'
import { cellOf, DashboardHost, figuresOf, gaugeOf, pointOf, tableOf, taskOf } from './fixture'
import { DashboardTab } from './tab'

const drawn = vi.hoisted(() => ({ lines: [] as unknown[], removed: 0 }))

vi.mock('./plot', () => ({
  drawPlot: (_: HTMLElement, lines: unknown) => {
    drawn.lines.push(lines)
    return {
      set: (next: unknown) => drawn.lines.push(next),
      redraw: () => undefined,
      resize: () => undefined,
      remove: () => {
        drawn.removed += 1
      },
    }
  },
}))

afterEach(() => {
  cleanup()
  drawn.lines.length = 0
  drawn.removed = 0
})

async function open(part: Partial<DashboardFigures> = {}) {
  const host = new DashboardHost()
  const ports = { id: 't1', host, session: { id: 's1', name: 'catalogue' }, changed: () => undefined }
  const tab = new DashboardTab(ports, { kind: 'dashboard', state: {} })
  tab.setEvery(0) // tests do not wait for the clock
  const view = render(<DashboardView tab={tab} />, { wrapper: InWindow })
  await act(() => host.last.give(figuresOf(part)))
  return { host, tab, view, user: userEvent.setup() }
}

const region = (name: string) => screen.getByRole('region', { name })
const button = (name: RegExp | string) => screen.getByRole('button', { name })
const denied: Failure = toHostError('{"kind":"auth","message":"not for you"}').failure

describe('the dashboard', () => {
  it('shows each figure with its note, and the server that it is of', async () => {
    await open()
    expect(region('Health').textContent).toContain('Yellow')
    expect(region('Health').textContent).toContain('2 replicas unassigned')
    expect(region('Shards').textContent).toContain('64 active')
    expect(region('Server Dashboard').textContent).toContain('Elasticsearch 8.16.3, cluster catalogue')
  })

  it('says in place of a figure why it is missing, and shows the others', async () => {
    await open({
      gauges: [gaugeOf({ title: 'JVM heap', error: denied }), gaugeOf({ title: 'Disk', value: '5' })],
      tables: [tableOf({ error: denied })],
      tasks: { tasks: [], total: 0, note: '', error: denied },
    })
    for (const name of ['JVM heap', 'Nodes', 'Tasks']) expect(region(name).textContent).toContain('not for you')
    expect(region('Disk').textContent).toContain('5')
  })

  it('keeps its figures when they cannot be read again, and says since when', async () => {
    const { host, tab } = await open()
    act(() => tab.refresh())
    await act(() => host.last.fail('timeout', 'The server did not respond.'))
    expect(region('Shards').textContent).toContain('64 active')
    expect(screen.getByRole('status').textContent).toMatch(/These figures are from \d\d:\d\d:\d\d\. The server did not/)
  })

  it('shows why there are none where the first reading fails, and reads again when asked to', async () => {
    const host = new DashboardHost()
    const ports = { id: 't1', host, session: { id: 's1', name: 'catalogue' }, changed: () => undefined }
    const tab = new DashboardTab(ports)
    tab.setEvery(0)
    render(<DashboardView tab={tab} />, { wrapper: InWindow })
    await act(() => host.last.fail('auth', 'not for you'))
    expect(screen.getByRole('alert').textContent).toContain('not for you')
    await userEvent.setup().click(button(/Try Again/))
    expect(host.readings).toBe(2)
  })

  it('has the focus when its user opens it, and Space pauses it', async () => {
    const { tab, user } = await open()
    expect(document.activeElement).toBe(region('Figures'))
    await user.keyboard(' ')
    expect(tab.store.getState().paused).toBe(true)
    expect(button(/^Resume/)).toBeTruthy()
    button(/^Resume/).focus()
    await user.keyboard(' ')
    expect(tab.store.getState().paused, 'the button is pressed once').toBe(false)
  })

  it('reads nothing any more once it is not shown', async () => {
    const { host, tab, view } = await open()
    view.unmount()
    tab.refresh()
    expect(host.readings).toBe(1)
  })

  it('reads nothing while the window is hidden', async () => {
    const { host, tab } = await open()
    act(() => tab.setEvery(30))
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    tab.refresh()
    expect(host.readings).toBe(1)
    hidden.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(host.readings).toBe(2)
  })

  it('changes its interval', async () => {
    const { tab, user } = await open()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Refresh every' }), '10 s')
    expect(tab.store.getState().every).toBe(10)
  })
})

describe('a section that is always empty', () => {
  it('says why', async () => {
    await open({ notes: [{ title: 'Sessions', text: 'There is nothing to list.' }] })
    expect(region('Sessions').textContent).toBe('Sessions0There is nothing to list.')
  })
})

describe('a chart', () => {
  it('says its name and its last values, and is drawn from its second value on: one alone is no line', async () => {
    const { host, tab, view } = await open()
    expect(screen.getByRole('img', { name: 'Indexing, documents/s: primaries –, with replicas –' })).toBeTruthy()
    expect(drawn.lines).toEqual([])
    act(() => tab.refresh())
    await act(() => host.last.give(figuresOf({ points: [pointOf(2, ['412.4', '824.8'])] })))
    expect(screen.getByRole('img', { name: 'Indexing, documents/s: primaries 412, with replicas 825' })).toBeTruthy()
    expect(region('Indexing, documents/s').textContent).toContain('Collecting data…')
    act(() => tab.refresh())
    await act(() => host.last.give(figuresOf({ points: [pointOf(3, ['7', '8'])] })))
    await vi.waitFor(() => expect(drawn.lines).toHaveLength(1))
    expect((drawn.lines[0] as unknown[]).slice(1)).toEqual([
      [null, 412.4, 7],
      [null, 824.8, 8],
    ])
    expect(region('Indexing, documents/s').textContent).not.toContain('Collecting data…')
    view.unmount()
    expect(drawn.removed).toBe(1)
  })

  it('is a table for who prefers that, the last values first', async () => {
    const { user } = await open({ points: [pointOf(1, ['', '']), pointOf(2, ['412.4', '824.8'])] })
    await user.click(button('Show as table: Indexing, documents/s'))
    const rows = within(region('Indexing, documents/s, table')).getAllByRole('row')
    expect(rows.map((row) => row.textContent?.replace(/\d\d:\d\d:\d\d/, ''))).toEqual([
      'Timeprimarieswith replicas',
      '412825',
      '––',
    ])
  })

  it('says why none of its lines can be read', async () => {
    const { charts } = figuresOf()
    const series = (charts[0]?.series ?? []).map((one) => ({ ...one, error: denied }))
    await open({ charts: [{ name: 'indexing', title: 'Indexing', series }] })
    expect(region('Indexing').textContent).toContain('not for you')
  })
})

describe('a table of the driver', () => {
  it('has shares beside their bars, and what is unknown is a dash', async () => {
    const known = [
      cellOf({ text: 'es-01' }),
      cellOf({ text: 'data, master' }),
      cellOf({ value: '44', of: '100' }),
      cellOf({ value: '18' }),
      cellOf({ text: '0.50' }),
      cellOf({ value: '88', of: '100', level: 'warn' }),
      cellOf({ value: '1022' }),
    ]
    const unknown = [cellOf({ text: 'es-02' }), ...Array.from({ length: 6 }, () => cellOf())]
    await open({ tables: [tableOf({ rows: [known, unknown], note: '1 of 3 nodes did not respond.' })] })
    const rows = within(region('Nodes')).getAllByRole('row')
    expect(rows[0]?.textContent).toBe('NameRolesHeapCPULoadDiskShards')
    expect(rows[1]?.textContent).toBe('es-01data, master44%18%0.5088%1,022')
    expect(rows[2]?.textContent).toBe('es-02––––––')
    expect(region('Nodes').textContent).toContain('1 of 3 nodes did not respond.')
    expect(region('Nodes').querySelector('[data-level=warn]')).toBeTruthy()
    const widths = Array.from(region('Nodes').querySelectorAll('col'), (col) => col.style.width !== '')
    expect(widths, 'a column without a width has what the others leave').toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it('explains a cell where the driver offers that', async () => {
    const action = { title: 'Why Full', of: 'es-01' }
    const row = [cellOf({ text: 'es-01', action }), ...Array.from({ length: 6 }, () => cellOf())]
    const { host, user } = await open({ tables: [tableOf({ rows: [row] })] })
    await user.click(button('Why Full…'))
    expect(host.last).toMatchObject({ method: 'Dashboards.Explain', request: { session: 's1', of: 'es-01' } })
    await act(() => host.last.give({ items: tableOf(), total: 0, note: '', none: 'It is not full now.' }))
    expect(screen.getByRole('dialog', { name: 'Why Full' }).textContent).toContain('It is not full now.')
  })
})

describe('a task', () => {
  const plan = {
    method: 'POST',
    path: '/_tasks/n:7/_cancel',
    query: '',
    body: '',
    reason: 'It stops.',
    digest: 'd1',
    safe: 'off',
  }

  it('is cancelled with the request that is shown, which Enter alone does not send', async () => {
    const { host, user } = await open()
    await user.click(button('Cancel indices:data/write/reindex…'))
    await act(() => host.last.give(plan))
    const dialog = screen.getByRole('alertdialog', { name: 'Cancel this task on catalogue?' })
    expect(dialog.textContent).toContain('POST /_tasks/n:7/_cancel')
    expect(dialog.textContent).toContain('It stops.')
    await user.keyboard('{Enter}')
    expect(host.asked.some(({ method }) => method === 'Dashboards.Cancel')).toBe(false)
    await user.click(button('Cancel indices:data/write/reindex…'))
    await act(() => host.last.give(plan))
    await user.click(button('Cancel Task'))
    expect(host.last).toMatchObject({ method: 'Dashboards.Cancel', request: { digest: 'd1' } })
    await act(() => host.last.give({ outcome: 'done', error: null }))
    expect(screen.getByText('The server was asked to cancel the task.')).toBeTruthy()
  })

  it('whose cancellation got no response says what may have happened', async () => {
    const { host, user } = await open()
    await user.click(button('Cancel indices:data/write/reindex…'))
    await act(() => host.last.give(plan))
    await user.click(button('Cancel Task'))
    const error: Failure = { ...denied, message: 'no response', hint: 'The task may have been cancelled.' }
    await act(() => host.last.give({ outcome: 'unknown', error }))
    expect(screen.getByRole('alert').textContent).toContain('The task may have been cancelled.')
    await user.click(button('Hide'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that cannot be cancelled has a dimmed button with the reason', async () => {
    const { host, user } = await open({ safe: 'read-only' })
    const cancel = button('Cancel indices:data/write/reindex…')
    expect(cancel.getAttribute('aria-disabled')).toBe('true')
    expect(cancel.getAttribute('aria-description')).toBe('This connection is read-only.')
    await user.click(cancel)
    expect(host.asked).toHaveLength(1)
  })

  it('is one of many where not all are listed', async () => {
    await open({
      tasks: { tasks: [taskOf()], total: 1_200, note: 'Some nodes did not list their tasks.', error: null },
    })
    expect(region('Tasks').textContent).toContain('The 1 longest of 1,200 tasks. Some nodes did not list their tasks.')
  })

  it('is missing where there is none', async () => {
    await open({ tasks: { tasks: [], total: 0, note: '', error: null } })
    expect(region('Tasks').textContent).toContain('No tasks are running.')
  })
})

describe('what is wrong with a figure', () => {
  it('is shown item by item when it is asked for', async () => {
    const { host, user } = await open()
    await user.click(button('Unassigned Shards…'))
    expect(host.last.request).toMatchObject({ of: 'unassigned' })
    const column = { kind: 'words' as const, right: false, share: 0, width: 0 }
    const items = tableOf({
      columns: [
        { ...column, title: 'Shard' },
        { ...column, title: 'Reason' },
      ],
      rows: [[cellOf({ text: 'books [0], replica' }), cellOf({ text: 'Its node left the cluster' })]],
    })
    const note = 'books [0]: no node can have it.'
    await act(() => host.last.give({ items, total: 300, note, none: 'All shards are assigned.' }))
    const sheet = screen.getByRole('dialog', { name: 'Unassigned Shards' })
    for (const text of ['Its node left the cluster', 'The first 1 of 300.', 'no node can have it'])
      expect(sheet.textContent).toContain(text)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

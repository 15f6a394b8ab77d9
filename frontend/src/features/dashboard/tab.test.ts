// SPEC: B-MET-02, CON-20, CON-22
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cellOf, DashboardHost, figuresOf, pointOf, settled, tableOf, taskOf } from './fixture'
import { DashboardTab, keptPoints } from './tab'

let host: DashboardHost
let tab: DashboardTab
let saves: number

beforeEach(() => {
  vi.useFakeTimers()
  host = new DashboardHost()
  saves = 0
  const ports = { id: 't1', host, session: { id: 's1', name: 'catalogue' }, changed: () => (saves += 1) }
  tab = new DashboardTab(ports, { kind: 'dashboard', state: {} })
})

afterEach(() => {
  tab.close()
  vi.useRealTimers()
})

/** Shows the dashboard and answers its first load. */
async function shown() {
  tab.see(true)
  await host.last.give(figuresOf())
}

/** Lets some seconds pass. */
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('the figures', () => {
  it('are not read before somebody can see them', async () => {
    tab.show()
    tab.refresh()
    await pass(60)
    expect(host.readings).toBe(0)
    await shown()
    expect(host.readings).toBe(1)
    expect(host.last.request).toEqual({ session: 's1', tab: 't1', after: 0 })
  })

  it('are read again at the interval, counted from the response', async () => {
    await shown()
    await pass(4.9)
    expect(host.readings).toBe(1)
    await pass(0.1)
    expect(host.readings).toBe(2)
    expect(host.last.request.after).toBe(1)
    await pass(60)
    expect(host.readings, 'one reading at a time').toBe(2)
    await host.last.give(figuresOf({ points: [pointOf(2, ['1', '2'])] }))
    await pass(5)
    expect(host.readings).toBe(3)
  })

  it.each([2, 5, 10, 30])('are read every %s seconds', async (every) => {
    tab.setEvery(every)
    await shown()
    await pass(every - 0.1)
    expect(host.readings).toBe(1)
    await pass(0.1)
    expect(host.readings).toBe(2)
  })

  it('are read once where the interval is off, and when they are asked for', async () => {
    tab.setEvery(0)
    await shown()
    await pass(600)
    expect(host.readings).toBe(1)
    tab.refresh()
    expect(host.readings).toBe(2)
  })

  it('are not read while nobody can see them, and at once when somebody can', async () => {
    await shown()
    tab.see(false)
    await pass(600)
    tab.refresh()
    expect(host.readings).toBe(1)
    tab.see(true)
    expect(host.readings).toBe(2)
  })

  it('are not read while they are paused, not even when they are shown again', async () => {
    await shown()
    tab.togglePause()
    await pass(600)
    tab.see(false)
    tab.see(true)
    await pass(600)
    expect(host.readings).toBe(1)
    tab.togglePause()
    expect(host.readings).toBe(2)
  })

  it('stay as they were when a reading fails, and the next one comes in its time', async () => {
    await shown()
    await pass(5)
    await host.last.fail('timeout', 'no response')
    expect(tab.store.getState()).toMatchObject({ figures: figuresOf(), error: { kind: 'timeout' }, reading: false })
    await pass(5)
    await host.last.give(figuresOf({ taken: '9' }))
    expect(tab.store.getState()).toMatchObject({ figures: { taken: '9' }, error: null })
  })

  it.each<[string, (tab: DashboardTab) => void]>([
    ['hidden', (t) => t.see(false)],
    ['paused', (t) => t.togglePause()],
    ['closed', (t) => t.close()],
  ])('of a response that comes after it was %s are dropped', async (_, act) => {
    tab.see(true)
    const { last } = host
    act(tab)
    expect(last.aborted()).toBe(true)
    await last.give(figuresOf())
    expect(tab.store.getState()).toMatchObject({ figures: null, error: null, reading: false })
  })

  it('that were stopped before there were any say so, and come with the next reading', async () => {
    tab.see(true)
    const { last } = host
    tab.stop()
    await last.give(figuresOf())
    expect(tab.store.getState()).toMatchObject({ figures: null, error: { kind: 'cancelled' }, reading: false })
    await pass(5)
    await host.last.give(figuresOf())
    expect(tab.store.getState()).toMatchObject({ figures: figuresOf(), error: null })
  })

  it('keep a limited number of points', async () => {
    tab.see(true)
    const many = Array.from({ length: keptPoints }, (_, at) => pointOf(at + 1, ['1']))
    await host.last.give(figuresOf({ points: many }))
    await pass(5)
    await host.last.give(figuresOf({ points: [pointOf(keptPoints + 1, ['2'])] }))
    const { points } = tab.store.getState()
    expect([points.length, points[0]?.number, points.at(-1)?.values]).toEqual([keptPoints, 2, ['2']])
  })
})

describe('a dashboard that is saved', () => {
  it('comes back with its interval', () => {
    tab.setEvery(30)
    expect(saves).toBe(1)
    expect(tab.saved()).toEqual({ kind: 'dashboard', state: { every: '30' } })
    const ports = { id: 't2', host, session: { id: 's1', name: '' }, changed: () => undefined }
    expect(new DashboardTab(ports, tab.saved()).store.getState().every).toBe(30)
    const strange = { kind: 'dashboard', state: { every: '1' } }
    expect(new DashboardTab(ports, strange).store.getState().every, 'an interval that is not offered').toBe(5)
  })

  it('releases what it has in the backend when it is closed', () => {
    tab.close()
    expect(host.dropped).toBe(1)
  })
})

describe('cancelling a task', () => {
  const plan = {
    method: 'POST',
    path: '/_tasks/n:7/_cancel',
    query: '',
    body: '',
    reason: '',
    digest: 'd1',
    safe: 'confirm',
  }

  it('sends the request that was shown, once, and reads the figures again', async () => {
    await shown()
    void tab.ask(taskOf())
    expect(host.last).toMatchObject({ method: 'Dashboards.PlanCancel', request: { task: 'n:7' } })
    await host.last.give(plan)
    expect(tab.store.getState().question).toEqual({ task: taskOf(), plan })
    void tab.confirm()
    void tab.confirm()
    expect(tab.face.getState().sending).toBe(true)
    expect(tab.losses()).toEqual([{ kind: 'sending', of: tab.face.getState().title }])
    const sent = host.asked.filter(({ method }) => method === 'Dashboards.Cancel')
    expect(sent.map(({ request }) => request.digest)).toEqual(['d1'])
    await host.last.give({ outcome: 'done', error: null })
    expect(tab.face.getState().sending).toBe(false)
    expect(tab.losses()).toEqual([])
    expect(tab.store.getState().cancelled).toMatchObject({ outcome: 'done', error: null })
    expect(host.last.method).toBe('Dashboards.Poll')
    tab.forget()
    expect(tab.store.getState().cancelled).toBeNull()
  })

  it('sends nothing where it is dismissed', async () => {
    await shown()
    void tab.ask(taskOf())
    await host.last.give(plan)
    tab.dismiss()
    await tab.confirm()
    expect(host.asked.map(({ method }) => method)).toEqual(['Dashboards.Poll', 'Dashboards.PlanCancel'])
  })

  it.each<[string, string]>([
    ['refused', 'refused'],
    ['timeout', 'unknown'],
    ['crashed', 'unknown'],
  ])('that fails as %s is %s, and never sent again', async (kind, outcome) => {
    await shown()
    void tab.ask(taskOf())
    await host.last.give(plan)
    void tab.confirm()
    await host.last.fail(kind, 'why')
    await settled()
    expect(tab.store.getState().cancelled).toMatchObject({ outcome, error: { message: 'why' } })
    expect(host.asked.filter(({ method }) => method === 'Dashboards.Cancel')).toHaveLength(1)
  })

  it.each([
    ['the server does not let it be cancelled', {}, { cancellable: false }, 'This task cannot be cancelled'],
    ['it was told to stop', {}, { cancelled: true }, 'already being cancelled'],
    ['the connection is read-only', { safe: 'read-only' as const }, {}, 'read-only'],
  ])('is not planned where %s', async (_, figures, task, why) => {
    tab.see(true)
    await host.last.give(figuresOf(figures))
    expect(tab.reasonNot(taskOf(task))).toContain(why)
    await tab.ask(taskOf(task))
    expect(host.asked).toHaveLength(1)
  })
})

describe('what is wrong with a figure', () => {
  it('is read when it is asked for', async () => {
    await shown()
    void tab.explain({ title: 'Unassigned Shards', of: 'shards' })
    expect(host.last.request, 'the backend refuses what it does not know').toEqual({ session: 's1', of: 'shards' })
    const explained = {
      items: tableOf({ rows: [[cellOf({ text: 'books [0], replica' })]] }),
      total: 1,
      note: '',
      none: '',
    }
    await host.last.give(explained)
    expect(tab.store.getState().explaining).toMatchObject({ title: 'Unassigned Shards', explained, error: null })
    tab.closeExplained()
    expect(tab.store.getState().explaining).toBeNull()
  })

  it('is not shown when it comes after the sheet was closed', async () => {
    await shown()
    void tab.explain({ title: 'Unassigned Shards', of: 'shards' })
    tab.closeExplained()
    await host.last.fail('auth')
    expect(tab.store.getState().explaining).toBeNull()
  })
})

// SPEC: APP-03
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Drafts, draftAfter, draftAgainAfter } from './drafts'
import { FakeHost } from './fixture'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const draft = (edits: string, changes = 1) => ({ edits, changes, sending: [] })
const written = (edits: string, page: string, kept = false) => ({ ...draft(edits), page, kept })
const textOf = (...drafts: object[]) => JSON.stringify({ version: 1, drafts })

async function open(stored: { object: string; draft: string }[] = [], before: string[] = []) {
  const host = new FakeHost()
  const drafts = new Drafts({ host, connection: 'c1', page: 'now', before: new Set(before) })
  const list = stored.map((one) => ({ page: 'old', saved: '1700000000000', ...one }))
  host.answers.set('Drafts.List', () => ({ drafts: list, notice: '', off: false }))
  await drafts.read()
  return { host, drafts, saves: () => host.requests('Drafts.Save').map(({ object, draft: text }) => [object, text]) }
}

describe('what is staged', () => {
  it('is stored once it rests, as it is then, for its connection and object', async () => {
    const { host, drafts, saves } = await open()
    let edits = 'a'
    drafts.touch('books', 't1', () => draft(edits))
    await vi.advanceTimersByTimeAsync(draftAfter - 1)
    edits = 'b'
    drafts.touch('books', 't1', () => draft(edits))
    await vi.advanceTimersByTimeAsync(draftAfter - 1)
    expect(saves()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(saves()).toEqual([['books', textOf(written('b', 'now'))]])
    expect(host.requests('Drafts.Save')[0]?.connection).toBe('c1')
    await drafts.flush()
    expect(saves()).toHaveLength(1)
  })

  it('is removed as soon as nothing is staged any more, and when its tab gives it up', async () => {
    const { drafts, saves } = await open()
    let edits: ReturnType<typeof draft> | null = draft('a')
    drafts.touch('books', 't1', () => edits)
    await drafts.flush()
    edits = null
    drafts.touch('books', 't1', () => edits)
    await drafts.flush()
    edits = draft('c')
    drafts.touch('books', 't1', () => edits)
    await drafts.flush()
    drafts.drop('books', 't1')
    await drafts.flush()
    expect(saves().map(([, text]) => text)).toEqual([textOf(written('a', 'now')), '', textOf(written('c', 'now')), ''])
  })

  it('is stored for each of several tabs of an object', async () => {
    const { drafts, saves } = await open()
    drafts.touch('books', 't1', () => draft('a'))
    drafts.touch('books', 't2', () => draft('b'))
    await drafts.flush()
    drafts.drop('books', 't1')
    await drafts.flush()
    expect(saves().map(([, text]) => text)).toEqual([
      textOf(written('a', 'now'), written('b', 'now')),
      textOf(written('b', 'now')),
    ])
  })

  it('is not written over what could not be read, and does not promise to come back then', async () => {
    const host = new FakeHost()
    const drafts = new Drafts({ host, connection: 'c1', page: 'now', before: new Set() })
    host.fail('Drafts.List', 'engine', 'a newer version of Quarry')
    await drafts.read()
    drafts.touch('books', 't1', () => draft('a'))
    await drafts.flush()
    expect(host.requests('Drafts.Save')).toEqual([])
    expect(drafts.store.getState()).toMatchObject({ keeps: false, failed: 'a newer version of Quarry' })
  })

  it('says why it cannot be stored until it can', async () => {
    const { host, drafts } = await open()
    host.fail('Drafts.Save', 'invalid', 'More than 8 MB.')
    drafts.touch('books', 't1', () => draft('a'))
    await drafts.flush()
    expect(drafts.store.getState()).toMatchObject({ keeps: false, failed: 'More than 8 MB.' })
    host.answers.delete('Drafts.Save')
    drafts.touch('books', 't1', () => draft('b'))
    await drafts.flush()
    expect(drafts.store.getState()).toMatchObject({ keeps: true, failed: '' })
  })

  it('that its user keeps comes back without asking; what its user discards is removed', async () => {
    const { drafts, saves } = await open()
    drafts.touch('books', 't1', () => draft('a'))
    drafts.keep()
    await drafts.flush()
    expect(saves().at(-1)).toEqual(['books', textOf(written('a', 'now', true))])
    drafts.clear()
    await drafts.flush()
    expect(saves().at(-1)).toEqual(['books', ''])
  })
})

describe('what was staged before', () => {
  it.each([
    ['by the page that was reloaded comes back without asking', written('a', 'old'), ['old'], true],
    ['by a process that is gone is offered', written('a', 'old'), [], false],
    ['and kept by its user comes back without asking', written('a', 'old', true), [], true],
  ])('%s', async (_, one, before, comesBack) => {
    const { drafts } = await open([{ object: 'books', draft: textOf(one) }], before)
    expect(drafts.store.getState().found).toEqual([
      { object: 'books', page: 'old', saved: 1700000000000, draft: one, comesBack },
    ])
  })

  it('stays stored beside what is staged since, until a tab has it or its user discards it', async () => {
    const { host, drafts, saves } = await open([{ object: 'books', draft: textOf(written('old', 'gone')) }])
    drafts.touch('books', 't1', () => draft('new'))
    await drafts.flush()
    expect(saves()).toEqual([['books', textOf(written('new', 'now'))]])
    drafts.take(drafts.store.getState().found)
    await drafts.flush()
    expect(host.requests('Drafts.Save').slice(1)).toEqual([
      {
        ...{ connection: 'c1', before: [], object: 'books', page: 'now', draft: textOf(written('new', 'now')) },
        taken: [{ page: 'old', saved: '1700000000000', left: '' }],
      },
    ])
    await drafts.flush()
    expect(saves()).toHaveLength(2)
  })

  it('by another page stays stored under it until this one has stored what it took of it', async () => {
    const { host, drafts, saves } = await open([
      { object: 'books', draft: textOf(written('a', 'other'), written('b', 'other')) },
    ])
    const [a] = drafts.store.getState().found
    host.fail('Drafts.Save', 'invalid', 'More than 8 MB.')
    drafts.touch('books', 't1', () => draft('a'))
    drafts.take(a ? [a] : [])
    await drafts.flush()
    expect(saves()).toHaveLength(1)
    host.answers.delete('Drafts.Save')
    drafts.touch('books', 't1', () => draft('a'))
    await drafts.flush()
    expect(saves().slice(1)).toEqual([['books', textOf(written('a', 'now'))]])
    expect(host.requests('Drafts.Save')[1]?.taken).toEqual([
      { page: 'old', saved: '1700000000000', left: textOf(written('b', 'other')) },
    ])
  })

  it('that cannot be read stays stored until its user gives it up, and says so', async () => {
    const { drafts, saves } = await open([{ object: 'books', draft: textOf(written('?', 'old', true)) }])
    const [found] = drafts.store.getState().found
    if (found) drafts.unreadable(found)
    const { found: left, failed } = drafts.store.getState()
    expect([left[0]?.comesBack, failed]).toEqual([
      false,
      'The unsaved changes in books could not be read. Another version of Quarry stored them.',
    ])
    await drafts.flush()
    expect(saves()).toEqual([])
  })

  it('is none where the text is something else', async () => {
    const { drafts } = await open(
      ['{', '[]', '{"version":2,"drafts":[]}', 'null'].map((text) => ({ object: 'x', draft: text })),
    )
    expect(drafts.store.getState().found).toEqual([])
  })
})

describe('what other windows have staged', () => {
  it('is asked for and taken in the name of this page and those that its window showed before', async () => {
    const { host, drafts } = await open([], ['old', 'older'])
    drafts.touch('books', 't1', () => draft('a'))
    await drafts.flush()
    const page = { connection: 'c1', page: 'now', before: ['old', 'older'] }
    expect(host.requests('Drafts.List')).toEqual([page])
    expect(host.requests('Drafts.Save')).toMatchObject([page])
  })
})

describe('what could not be stored', () => {
  /** Stores that fail for some objects while these are among the broken ones. */
  async function failing() {
    const { host, drafts } = await open()
    const broken = new Set<string>()
    host.answers.set('Drafts.Save', ({ object }) => {
      if (broken.has(String(object)))
        throw new Error(JSON.stringify({ kind: 'engine', message: `${object}: disk full` }))
    })
    const stored = () => host.requests('Drafts.Save').map(({ object }) => object)
    return { drafts, broken, stored }
  }

  it('is tried again by itself, and is not called stored until it is', async () => {
    const { drafts, broken, stored } = await failing()
    broken.add('books')
    drafts.touch('books', 't1', () => draft('a'))
    await drafts.flush()
    expect(drafts.store.getState()).toMatchObject({ keeps: false, failed: 'books: disk full' })
    broken.clear()
    await vi.advanceTimersByTimeAsync(draftAgainAfter)
    expect(stored()).toEqual(['books', 'books'])
    expect(drafts.store.getState()).toMatchObject({ keeps: true, failed: '' })
  })

  it('is still said after another object was stored', async () => {
    const { drafts, broken } = await failing()
    broken.add('books')
    drafts.touch('books', 't1', () => draft('a'))
    await drafts.flush()
    drafts.touch('other', 't2', () => draft('b'))
    await drafts.flush()
    expect(drafts.store.getState()).toMatchObject({ keeps: false, failed: 'books: disk full' })
  })

  it('since it could not be written down keeps no other from being stored', async () => {
    const { drafts, stored } = await failing()
    drafts.touch('books', 't1', () => {
      throw new RangeError('Invalid string length')
    })
    await drafts.flush()
    expect(drafts.store.getState()).toMatchObject({ keeps: false, failed: 'Invalid string length' })
    drafts.touch('other', 't2', () => draft('b'))
    await drafts.flush()
    expect(stored()).toEqual(['other'])
  })
})

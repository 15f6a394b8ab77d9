// SPEC: A-BRO-02, CON-19, APP-02
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Host, ObjectItem, SessionInfo } from '../../../host'
import { documentsOf, pause, type Resolved, total } from './nameSearch'
import { OpenByName } from './OpenByName'
import { objectNamed } from './objects'

const session = {
  id: 's1',
  objectNoun: 'index',
  objectsNoun: 'indices',
  rowNoun: 'document',
  rowsNoun: 'documents',
} as SessionInfo
const item = objectNamed('web-*,live', 'pattern')
const union: Resolved = {
  object: item,
  stands: 2,
  parts: [
    { name: 'web-1', via: '' },
    { name: 'books', via: 'alias live' },
  ],
  notices: ['1 column has different types: f (long, keyword). It is marked in the grid.'],
}

type Answers = Record<string, (request: { name?: string }) => unknown>

function hostOf(answers: Answers) {
  const asked: string[] = []
  const signals: (AbortSignal | undefined)[] = []
  const host: Host = {
    dialogs: false,
    data: () => Promise.reject(new Error('no data')),
    call: async <R,>(method: string, request: object = {}, options = {}) => {
      asked.push(`${method} ${JSON.stringify(request)}`)
      signals.push((options as { signal?: AbortSignal }).signal)
      return (await answers[method]?.(request)) as R
    },
  }
  return { host, asked, signals }
}

const counted: Answers = {
  'Grid.Resolve': () => union,
  'Grid.Counts': () => ({
    counts: [
      { name: 'web-*,live', count: '9007199267140993', error: '' },
      { name: 'web-1', count: '12400000', error: '' },
      { name: 'books', count: '9007199254740993', error: '' },
    ],
  }),
}

function show(answers: Answers, objects: ObjectItem[] = []) {
  const made = hostOf(answers)
  const onOpen = vi.fn()
  const onClose = vi.fn()
  const { unmount } = render(<OpenByName {...{ host: made.host, session, objects, onOpen, onClose }} hint="A name." />)
  return { ...made, onOpen, onClose, unmount, field: screen.getByRole('textbox', { name: 'Name' }) }
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('Open by Name', () => {
  it('looks a name up once the typing pauses, and tells what it stands for', async () => {
    const { field, asked } = show(counted)
    type(field, 'web')
    await wait(pause - 1)
    type(field, 'web-*,live')
    await wait(pause)
    expect(asked).toEqual([
      'Grid.Resolve {"session":"s1","name":"web-*,live"}',
      'Grid.Counts {"session":"s1","names":["web-*,live","web-1","books"]}',
    ])
    expect(screen.getByText('2 indices, 9,007,199,267.1 M documents')).toBeTruthy()
    const parts = screen.getAllByRole('listitem').map((li) => li.textContent)
    expect(parts).toEqual(['web-1index12.4 M', 'booksalias live9,007,199,254.7 M'])
    expect(screen.getByText(/1 column has different types/)).toBeTruthy()
  })

  it('opens what was found under the name that the host gave', async () => {
    const { field, onOpen } = show(counted)
    type(field, ' web-* , live')
    await wait(pause)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Keep in the sidebar' }))
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    await wait(0)
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'web-*,live' }), false)
  })

  it('looks up at once where it is opened before the pause is over', async () => {
    const { field, onOpen, asked } = show(counted)
    type(field, 'web-*,live')
    fireEvent.submit(field)
    await wait(0)
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'web-*,live' }), true)
    await wait(pause)
    expect(asked.filter((a) => a.startsWith('Grid.Resolve'))).toHaveLength(1)
  })

  it('drops a late answer and cancels its call', async () => {
    let answer: (r: Resolved) => void = () => undefined
    const first = new Promise<Resolved>((resolve) => {
      answer = resolve
    })
    const { field, signals } = show({ ...counted, 'Grid.Resolve': (r) => (r.name === 'old' ? first : union) })
    type(field, 'old')
    await wait(pause)
    type(field, 'web-*,live')
    expect(signals[0]?.aborted).toBe(true)
    answer({ ...union, parts: [{ name: 'late', via: '' }] })
    await wait(pause)
    expect(screen.queryByText('late')).toBeNull()
    expect(screen.getByText('web-1')).toBeTruthy()
  })

  it('lists the objects whose names contain the text, and opens the chosen one by Enter', async () => {
    const failure = { kind: 'not-found', message: 'There is no index named “gateway”.' }
    const objects = ['api-gateway-1', 'books', 'Gateway-2'].map((name) => objectNamed(name, 'index'))
    const { field, onOpen } = show(
      { 'Grid.Resolve': () => Promise.reject(new Error(JSON.stringify(failure))) },
      objects,
    )
    expect(screen.queryByRole('listbox')).toBeNull()
    type(field, 'gateway')
    const names = () => screen.getAllByRole('option').map((option) => option.textContent)
    const chosen = () => screen.queryByRole('option', { selected: true })
    expect([names(), chosen()]).toEqual([['api-gateway-1', 'Gateway-2'], null])
    await wait(pause)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(chosen()?.textContent).toBe('api-gateway-1')
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(field.getAttribute('aria-activedescendant')).toBe(chosen()?.id)
    fireEvent.submit(field)
    await wait(0)
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(objects[2], false)
    type(field, 'nothing like it')
    await wait(pause)
    expect(screen.getByRole('alert').textContent).toContain('There is no index')
  })

  it('stays open and closes in a webview whose scrolling returns a promise', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    scroll.mockReturnValue(Promise.resolve() as never)
    const objects = ['books', 'bookmarks'].map((name) => objectNamed(name, 'index'))
    const { field, unmount } = show({ 'Grid.Resolve': () => Promise.reject(new Error('none')) }, objects)
    type(field, 'book')
    await wait(pause)
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(screen.getAllByRole('option')).toHaveLength(2)
    expect(scroll).toHaveBeenCalled()
    expect(unmount).not.toThrow()
  })

  it('opens the typed name where that is one, whatever else contains it', async () => {
    const { field, onOpen } = show(counted, [objectNamed('web-*,live-old', 'index')])
    type(field, 'web-*,live')
    await wait(pause)
    fireEvent.submit(field)
    await wait(0)
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(item, true)
    fireEvent.click(screen.getByRole('option', { name: 'web-*,live-old' }))
    expect(onOpen.mock.lastCall?.[0].name).toBe('web-*,live-old')
  })

  it('says why a name is not found, and opens nothing', async () => {
    const failure = { kind: 'not-found', message: 'There is no index named “x”.', hint: 'Similar names: y.' }
    const { field, onOpen } = show({ 'Grid.Resolve': () => Promise.reject(new Error(JSON.stringify(failure))) })
    type(field, 'x')
    await wait(pause)
    expect(screen.getByRole('alert').textContent).toContain('There is no index named “x”.Similar names: y.')
    fireEvent.submit(field)
    await wait(0)
    expect(onOpen).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Open' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('does not open what is closed and says so', async () => {
    const shut: Resolved = { ...union, object: { ...item, name: 'old', kind: 'index', closed: true }, notices: [] }
    const { field, onOpen, asked } = show({ 'Grid.Resolve': () => shut })
    type(field, 'old')
    await wait(pause)
    expect(screen.getByText('old is closed.')).toBeTruthy()
    fireEvent.submit(field)
    await wait(0)
    expect(onOpen).not.toHaveBeenCalled()
    expect(asked).toHaveLength(1)
  })

  it('asks nothing for an empty name', async () => {
    const { field, asked, onOpen } = show(counted)
    type(field, '  ')
    fireEvent.submit(field)
    await wait(pause)
    expect(asked).toEqual([])
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('closes on Escape', async () => {
    const { field, onClose } = show(counted)
    fireEvent.keyDown(field, { key: 'Escape' })
    await wait(0)
    expect(onClose).toHaveBeenCalled()
  })

  it('leaves the keyboard to what it opens, and gives it back where it is cancelled', async () => {
    for (const opens of [true, false]) {
      const before = document.createElement('input')
      document.body.append(before)
      before.focus()
      const { field, unmount } = show(counted)
      await wait(0)
      field.focus()
      type(field, 'books')
      await wait(pause)
      if (opens) fireEvent.submit(field)
      else fireEvent.click(screen.getByRole('button', { name: /^Cancel/ }))
      await wait(0)
      unmount()
      await wait(pause)
      expect(document.activeElement === before).toBe(!opens)
      before.remove()
    }
  })

  it('passes the rules of accessibility', async () => {
    const { field } = show(counted)
    type(field, 'web-*,live')
    await wait(pause)
    vi.useRealTimers()
    const found = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(found.violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([])
  })
})

describe('the total of a name', () => {
  it('is exact, and unknown where a part is not counted', () => {
    const both = { ...union, parts: union.parts.map(({ name }) => ({ name, via: '' })) }
    expect(total(both, { 'web-1': '1', books: '9007199254740993' })).toBe('9007199254740994')
    expect(total(both, { 'web-1': '1' })).toBe('')
    expect(total({ ...both, stands: 3 }, { 'web-1': '1', books: '1' })).toBe('')
    expect(total({ ...both, stands: 3 }, { 'web-*,live': '5', 'web-1': '1', books: '1' })).toBe('5')
    expect(total({ ...union, object: { ...item, count: '7' } }, {})).toBe('7')
  })

  it('is that of the name where an alias leaves documents of its indices out, whose counts are not shown then', async () => {
    const counts = { 'web-*,live': '7001', 'web-1': '1001', books: '60000' }
    expect(total(union, counts)).toBe('7001')
    expect(total(union, { 'web-1': '1001', books: '60000' })).toBe('')
    const shown = (found: Resolved, known: Record<string, string>) =>
      found.parts.map((part) => documentsOf(part, found, known))
    expect(shown(union, counts)).toEqual(['1001', ''])
    expect(shown(union, { ...counts, books: '6000' })).toEqual(['1001', '6000'])
    const alias = { ...union, stands: 1, parts: union.parts.slice(1) }
    expect(shown(alias, counts)).toEqual(['7001'])
  })

  it('needs no question of its own where every part is named itself', async () => {
    const { field, asked } = show({
      ...counted,
      'Grid.Resolve': () => ({ ...union, parts: union.parts.slice(0, 1), stands: 1 }),
    })
    type(field, 'web-1')
    await wait(pause)
    expect(asked.at(-1)).toBe('Grid.Counts {"session":"s1","names":["web-1"]}')
  })
})

// SPEC: APP-05
it('looks a name up again by Enter where the cluster could not be reached', async () => {
  let reached = false
  const resolve = () => {
    if (reached) return union
    throw new Error('{"kind":"connect","message":"Connection refused."}')
  }
  const { field, onOpen } = show({ ...counted, 'Grid.Resolve': resolve })
  type(field, 'web-*')
  await wait(pause)
  expect(screen.getByText('Connection refused.')).toBeTruthy()
  reached = true
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  await wait(0)
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(item, true)
})

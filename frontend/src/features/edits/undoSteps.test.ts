// SPEC: A-EDT-01, A-EDT-09, A-EDT-15
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../lib/random'
import { valueNamed } from '../../lib/roles'
import { Edits } from './edits'
import { roles, seqOf, text } from './fixture'
import { type Act, type BasedRows, type Change, copyOf, nothing, put, type RowBase } from './staged'
import { mostSteps, UndoSteps } from './undoSteps'
import type { Typed } from './values'

const typed = (value: string): Typed => ({ text: value, null: false })
const place = [{ name: '#index', value: 'books' }]
const hiddenOf = (id: string) => [...place, { name: '#id', value: id }]
const keyOf = (id: string) => roles.rowKey(hiddenOf(id)) as string
const fields = ['title', 'price']

/** What a whole state has for a row. Another row object is another value. */
interface NaiveRow {
  act: Act
  cells: Record<string, string>
  /** The revision that it was edited on, '' for a new row. */
  seq: string
}
type NaiveRows = ReadonlyMap<string, NaiveRow>

const isSame = (a: NaiveRows, b: NaiveRows) =>
  a.size === b.size && [...a].every(([key, row]) => b.get(key) === row && b.has(key))

/** Undo and redo that store everything that is staged, before each step and after each that was undone. */
class Naive {
  now: NaiveRows = new Map()
  past: NaiveRows[] = []
  future: NaiveRows[] = []

  step(next: NaiveRows): void {
    if (isSame(this.now, next)) return
    this.past.push(this.now)
    this.now = next
    this.future = []
  }

  travel(from: NaiveRows[], to: NaiveRows[]): void {
    const next = from.pop()
    if (!next) return
    to.push(this.now)
    this.now = next
  }

  /** Sets a row in every state; states that are as the next one are left out. */
  settle(key: string, row: NaiveRow | undefined): void {
    this.now = withRow(this.now, key, row)
    const settled = (states: NaiveRows[]) => {
      const all = states.map((state) => withRow(state, key, row))
      return all.filter((state, at) => !isSame(state, all[at + 1] ?? this.now))
    }
    this.past = settled(this.past)
    this.future = settled(this.future)
  }
}

function withRow(rows: NaiveRows, key: string, row: NaiveRow | undefined): NaiveRows {
  const next = new Map(rows)
  if (row && (row.act !== '' || Object.keys(row.cells).length > 0)) next.set(key, row)
  else next.delete(key)
  return next
}

/** One user who stages, saves and goes back, played to both. */
class Played {
  readonly edits = new Edits(roles)
  readonly naive = new Naive()
  readonly done = new Set<string>()
  readonly #random: () => number
  /** The documents on the server, with their revisions. */
  readonly #docs = new Map(Array.from({ length: 8 }, (_, i) => [`d${i}`, 4]))
  /** What is being saved. */
  #sent: Change[] = []
  /** The rows that kept something staged when they were saved: these stay at the place that they had last. */
  readonly #kept = new Set<string>()
  #number = 0

  constructor(seed: number) {
    this.#random = seededRandom(seed)
  }

  step(): void {
    const acts = Object.entries(this.#acts)
    const [name, act] = acts[this.#pick(acts.length)] as [string, () => void]
    this.done.add(name)
    act()
    this.#check(name)
  }

  readonly #acts = {
    stage: () => this.#one((next) => this.#stage(next)),
    stageAgain: () => this.#one((next) => this.#stage(next)),
    add: () => this.#one((next) => this.#add(next, false)),
    duplicate: () => this.#one((next) => this.#add(next, true)),
    remove: () => this.#one((next) => this.#remove(next)),
    revertCell: () => this.#one((next) => this.#revert(next, fields[this.#pick(2)])),
    revertRow: () => this.#one((next) => this.#revert(next)),
    discard: () => {
      if (this.#pick(5) > 0) return
      this.edits.discard()
      this.naive.step(new Map())
    },
    together: () =>
      this.#one((next) => {
        const parts = [this.#stage, this.#stage, this.#remove, this.#revert, this.#restage]
        for (let i = 0; i < 4; i += 1) parts[this.#pick(parts.length)]?.call(this, next)
      }),
    undo: () => this.#undo(),
    undoAgain: () => this.#undo(),
    undoMany: () => {
      for (let i = this.#pick(6); i > 0; i -= 1) this.#undo()
    },
    redo: () => this.#redo(),
    redoMany: () => {
      for (let i = this.#pick(6); i > 0; i -= 1) this.#redo()
    },
    someoneElseWrites: () => {
      for (const id of [...this.#docs.keys()]) if (this.#pick(3) === 0) this.#write(id)
    },
    rebase: () => {
      const [key, row] = this.#staged()
      if (!row || row.act === 'create') return
      const seq = this.#write(this.#idOf(key))
      const mine = this.#pick(2) === 0 ? new Set([...fields, '']) : new Set<string>()
      this.edits.rebase(key, new Map(fields.map((field) => [field, text('theirs')])), seqOf(seq), mine)
      this.#settle(key, mine.size > 0 ? { ...row, seq } : undefined)
    },
    send: () => {
      if (this.#sent.length > 0) return
      this.#sent = this.edits.changes().filter(() => this.#pick(3) > 0)
      this.edits.hold(new Set(this.#sent.map(({ key }) => key)))
    },
    saved: () => {
      const sent = this.#sent.splice(0)
      const together = this.#pick(3) > 0
      const settle = () => {
        for (const change of sent) if (this.#pick(4) > 0) this.#saved(change)
      }
      if (together) this.edits.settleTogether(settle)
      else settle()
    },
    crash: () => {
      const again = new Edits(roles)
      const draft = this.edits.draft()
      expect(draft === '' || again.restore(draft)).toBe(true)
      const plain = (edits: Edits) => edits.changes().map(({ act, base, cells }) => [act, base.hidden, [...cells]])
      expect(plain(again)).toEqual(plain(this.edits))
    },
  }

  /** One step, however much it changes. */
  #one(work: (next: Map<string, NaiveRow>) => void): void {
    const next = new Map(this.naive.now)
    this.edits.together(() => work(next))
    this.naive.step(next)
  }

  #stage(next: Map<string, NaiveRow>, key = this.#anyKey(next)): void {
    const was = next.get(key)
    const field = fields[this.#pick(2)] as string
    this.#number += 1
    const value = `v${this.#number}`
    this.edits.stage(key, field, typed(value), () => this.#shown(key))
    if (was?.act === 'delete') return
    const seq = was ? was.seq : this.#seqOf(key)
    next.set(key, { act: was?.act ?? '', cells: { ...was?.cells, [field]: value }, seq })
  }

  /** Takes a row back and stages it again: it then comes last. */
  #restage(next: Map<string, NaiveRow>): void {
    const [key, row] = this.#staged()
    if (!row || row.act === 'create' || !next.has(key)) return
    this.edits.revert(key)
    next.delete(key)
    this.#stage(next, key)
  }

  #add(next: Map<string, NaiveRow>, copies: boolean): void {
    const of = this.#anyKey(next)
    const values: Record<string, string> = copies ? { title: 'copied' } : {}
    const key = this.edits.add({
      ...{ hidden: place, values: new Map(Object.entries(values).map(([field, value]) => [field, typed(value)])) },
      ...(copies && { after: of, copyOf: { key: of, ...this.#shown(of) } }),
    })
    next.set(key, { act: 'create', cells: values, seq: '' })
  }

  #remove(next: Map<string, NaiveRow>): void {
    const keys = new Set([this.#anyKey(next), this.#anyKey(next)])
    this.edits.remove([...keys].map((key) => ({ key, row: () => this.#shown(key) })))
    for (const key of keys) {
      const was = next.get(key)
      if (was?.act === 'create') next.delete(key)
      else if (was?.act !== 'delete') next.set(key, { act: 'delete', cells: {}, seq: was ? was.seq : this.#seqOf(key) })
    }
  }

  #revert(next: Map<string, NaiveRow>, field?: string): void {
    const key = this.#anyKey(next)
    const was = next.get(key)
    this.edits.revert(key, field)
    if (!was) return
    if (field === undefined) next.delete(key)
    else if (was.cells[field] !== undefined) {
      const { [field]: _, ...cells } = was.cells
      if (was.act === '' && Object.keys(cells).length === 0) next.delete(key)
      else next.set(key, { ...was, cells })
    }
  }

  #undo(): void {
    this.edits.undo()
    this.naive.travel(this.naive.past, this.naive.future)
  }

  #redo(): void {
    this.edits.redo()
    this.naive.travel(this.naive.future, this.naive.past)
  }

  /** A change that was sent is saved; its row may have changed since. */
  #saved({ key, act, cells }: Change): void {
    const row = this.naive.now.get(key)
    const left = Object.fromEntries(
      Object.entries(row?.cells ?? {}).filter(([field, value]) => cells.get(field)?.text !== value),
    )
    const values = new Map([...cells].map(([field, value]) => [field, text(value.text)]))
    if (act === 'create') {
      this.#number += 1
      const made = `made${this.#number}`
      const seq = this.#write(made)
      this.edits.saved(key, cells, values, seqOf(seq), hiddenOf(made))
      this.#settle(key, undefined)
      this.#settle(keyOf(made), { act: '', cells: left, seq })
    } else if (act === 'delete') {
      const seq = this.#write(this.#idOf(key))
      this.edits.saved(key, new Map(), new Map(), seqOf(seq))
      this.#settle(key, row && { ...row, act: '' })
    } else {
      const seq = this.#write(this.#idOf(key))
      this.edits.saved(key, cells, values, seqOf(seq))
      this.#settle(key, row && { ...row, cells: left, seq })
    }
  }

  #settle(key: string, row: NaiveRow | undefined): void {
    this.naive.settle(key, row)
    if (row) this.#kept.add(key)
  }

  #check(after: string): void {
    const { edits, naive } = this
    const staged = edits.changes().map(({ key, act, base, cells }) => {
      const own = Object.fromEntries([...cells].map(([field, { text: value }]) => [field, value]))
      return [key, { act, cells: own, seq: valueNamed(base.hidden, '#seq') }] as const
    })
    expect(new Map(staged), after).toEqual(naive.now)
    const inOrder = (keys: Iterable<string>) => [...keys].filter((key) => !this.#kept.has(key))
    expect(inOrder(staged.map(([key]) => key)), `order after ${after}`).toEqual(inOrder(naive.now.keys()))
    const added = edits.inserted.flatMap(({ key, saved }) => (saved ? [] : [key]))
    expect(added, `new rows after ${after}`).toEqual(
      [...naive.now].flatMap(([key, { act }]) => (act === 'create' ? [key] : [])),
    )
    const { canUndo, canRedo } = edits.store.getState()
    expect([canUndo, canRedo], after).toEqual([naive.past.length > 0, naive.future.length > 0])
  }

  #pick(n: number): number {
    return Math.floor(this.#random() * n)
  }

  /** A staged row, or one of the server. */
  #anyKey(rows: NaiveRows): string {
    const keys = [...rows.keys(), ...[...this.#docs.keys()].slice(-10).map(keyOf)]
    return keys[this.#pick(keys.length)] as string
  }

  #staged(): [string, NaiveRow | undefined] {
    const all = [...this.naive.now]
    return all[this.#pick(all.length)] ?? ['', undefined]
  }

  #idOf(key: string): string {
    return [...this.#docs.keys()].find((id) => keyOf(id) === key) ?? ''
  }

  #seqOf(key: string): string {
    return String(this.#docs.get(this.#idOf(key)))
  }

  #write(id: string): string {
    const seq = (this.#docs.get(id) ?? 4) + 1
    this.#docs.set(id, seq)
    return String(seq)
  }

  #shown(key: string): Omit<RowBase, 'key'> {
    const hidden = [...hiddenOf(this.#idOf(key)), ...seqOf(this.#seqOf(key))]
    return { title: key, hidden, shown: hidden, before: new Map(fields.map((field) => [field, text('read')])) }
  }
}

// SEEDS plays more of them.
it.each(Array.from({ length: Number(process.env.SEEDS ?? 12) }, (_, seed) => seed))(
  'undo and redo of changed rows are those of whole states: seed %i',
  (seed) => {
    const played = new Played(seed)
    for (let i = 0; i < 200; i += 1) played.step()
    expect(played.done.size).toBeGreaterThan(15)
  },
)

describe('what the steps hold', () => {
  const stage = (was: BasedRows, key: string, value: string): BasedRows => {
    const next = copyOf(was)
    put(next, key, { cells: new Map([['price', typed(value)]]), act: '' })
    next.bases.set(key, { key, title: key, hidden: [], shown: [], before: new Map() })
    return next
  }
  const stageAll = (steps: UndoSteps, keys: readonly string[], value = '1') => {
    let now: BasedRows = { ...nothing, bases: new Map() }
    for (const key of keys) {
      const next = stage(now, key, value)
      steps.add(now, next)
      now = next
    }
    return now
  }
  const keys = Array.from({ length: 500 }, (_, i) => `r${i}`)

  it('is the row that each changed, and nothing of those staged before', () => {
    const steps = new UndoSteps()
    const now = stageAll(steps, keys)
    expect(steps.size).toBe(500)
    expect([...(steps.undo(now)?.staged.keys() ?? [])]).toEqual(keys.slice(0, -1))
  })

  it('is nothing of rows that were saved', () => {
    const steps = new UndoSteps()
    const now = copyOf(stageAll(steps, keys))
    for (const key of keys.slice(1)) put(now, key, undefined)
    steps.settle(new Set(keys.slice(1)), now)
    expect([steps.size, steps.has('r0'), steps.has('r1')]).toEqual([1, true, false])
  })

  it('is not more than can be undone, and nothing that can no longer be redone', () => {
    const steps = new UndoSteps()
    const many = Array.from({ length: mostSteps + 20 }, (_, i) => `r${i}`)
    let now = stageAll(steps, many)
    expect([steps.size, steps.has('r19'), steps.has('r20')]).toEqual([mostSteps, false, true])
    for (let i = 0; i < 100; i += 1) now = steps.undo(now) as BasedRows
    expect(steps.size).toBe(mostSteps)
    steps.add(now, stage(now, 'other', '1'))
    expect([steps.size, steps.canRedo]).toEqual([mostSteps - 99, false])
  })
})

it('what rows are based on is forgotten with their last step, but not while they are being saved', () => {
  const edits = new Edits(roles)
  const stage = (id: string) =>
    edits.stage(keyOf(id), 'title', typed('x'), () => {
      const hidden = [...hiddenOf(id), ...seqOf('4')]
      return { title: id, hidden, shown: hidden, before: new Map() }
    })
  stage('sent')
  edits.hold(new Set([keyOf('sent')]))
  edits.undo()
  stage('taken')
  edits.undo()
  stage('other')
  expect([...edits.store.getState().bases.keys()]).toEqual([keyOf('sent'), keyOf('other')])
  edits.saved(keyOf('sent'), new Map([['title', typed('x')]]), new Map([['title', text('x')]]), seqOf('5'))
  expect(edits.hidden(keyOf('sent'), [...hiddenOf('sent'), ...seqOf('4')])).toContainEqual({ name: '#seq', value: '5' })
  for (let i = 0; i < 2 * mostSteps; i += 1) {
    stage(`r${i}`)
    edits.revert(keyOf(`r${i}`))
  }
  expect(edits.store.getState().bases.size).toBeLessThan(mostSteps)
})

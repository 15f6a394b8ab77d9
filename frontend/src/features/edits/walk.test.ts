// SPEC: A-EDT-01, A-EDT-09, A-EDT-11, A-EDT-15, APP-03
import { expect, it } from 'vitest'
import type { ViewInfo } from '../../host'
import { seededRandom } from '../../lib/random'
import { type HiddenValue, valueNamed } from '../../lib/roles'
import { EditedRows } from './editedRows'
import { Edits } from './edits'
import { columnOf, FakeRows, roles, text } from './fixture'
import { Staging } from './staging'
import { type Typed, typedCell, typedNull, typedRemoval } from './values'

const columns = [columnOf('_id', { primary: true, readOnly: true, kind: 'id' }), columnOf('title'), columnOf('price')]
const fields = ['title', 'price']
const pageSize = 4

/** A document of the engine that the test plays. */
interface Doc {
  id: string
  seq: number
  values: Record<string, string>
}

/** What the test believes to be staged for a row, by the id that was read off its cell when it was typed. */
interface Wish {
  act: '' | 'create' | 'delete'
  id: string
  copyOf: string
  values: Record<string, string>
}
type Wishes = Record<string, Wish>

const shownText = (typed: Typed) => (typed.remove ? 'removed' : typed.null ? 'NULL' : typed.text)

/** Rows in some order and behind some filter, of which only some pages are loaded. */
class PlayedRows extends FakeRows {
  loaded = new Set<number>()
  version = 0

  override key(row: number): string | undefined {
    return this.#here(row) ? keyOf(this.rows[row]?.id ?? '') : undefined
  }

  override rowOf(key: string): number | undefined {
    const at = this.rows.findIndex(({ id }) => keyOf(id) === key)
    return at >= 0 && this.#here(at) ? at : undefined
  }

  override cell(row: number, column: number) {
    return this.#here(row) ? (super.cell(row, column) ?? { kind: 0, text: '', cut: 0 }) : undefined
  }

  override hidden(row: number): [string, string][] {
    return this.#here(row) ? super.hidden(row) : []
  }

  async load(first: number, last: number): Promise<void> {
    for (let row = first; row <= last; row++) this.loaded.add(Math.floor(row / pageSize))
    this.version += 1
  }

  #here(row: number): boolean {
    return row >= 0 && row < this.rows.length && this.loaded.has(Math.floor(row / pageSize))
  }
}

const keyOf = (id: string) =>
  JSON.stringify([
    ['#index', 'books'],
    ['#id', id],
  ])

/** A user, an engine and someone else who writes, driven by a seed; and what must be true all the while. */
class Walk {
  readonly #random: () => number
  readonly #server = new Map<string, Doc>()
  readonly #rows: PlayedRows
  readonly #edits = new Edits(roles)
  readonly #staging: Staging
  #source: EditedRows
  #wishes: Wishes = {}
  #past: Wishes[] = []
  #future: Wishes[] = []
  #seq = 100
  #order = 1
  #filtered = false
  #typed = 0
  done = new Set<string>()

  constructor(seed: number) {
    this.#random = seededRandom(seed)
    for (let i = 0; i < 14; i++) this.#store(`d${i}`, { title: `t${i}`, price: `p${i}` })
    this.#rows = new PlayedRows(columns, [])
    this.#source = new EditedRows(this.#rows, columns, this.#edits)
    const view = { columns, readOnly: '', acts: ['create', 'delete', 'remove'], targets: ['books'] }
    const shown = () => ({ source: this.#source, view: view as unknown as ViewInfo })
    this.#staging = new Staging(this.#edits, shown, () => 'off')
    this.#read()
  }

  async step(): Promise<void> {
    const acts = Object.entries(this.#acts)
    const [name, act] = acts[this.#pick(acts.length)] as [string, () => void | Promise<void>]
    this.done.add(name)
    await act()
    this.#check(name)
  }

  readonly #acts = {
    sort: () => {
      this.#order = 1 + this.#pick(1000)
      this.#read()
    },
    filter: () => {
      this.#filtered = !this.#filtered
      this.#read()
    },
    refresh: () => this.#read(),
    scroll: () => {
      this.#rows.loaded = new Set([this.#pick(4), this.#pick(4)])
      this.#rows.version += 1
    },
    type: () => this.#type(false),
    typeAgain: () => this.#type(false),
    fill: () => this.#type(true),
    paste: () => this.#paste(),
    add: () => {
      const key = this.#staging.add('books')
      if (key !== '')
        this.#wish((all) => Object.assign(all, { [key]: { act: 'create', id: '', copyOf: '', values: {} } }))
    },
    duplicate: () => {
      const row = this.#row()
      if (row === undefined || this.#staging.whyNotDuplicated([{ top: row, bottom: row }]) !== '') return
      const from = this.#wishes[this.#keyAt(row)]
      const isNew = this.#source.inserted(row)?.saved === false
      const copyOf = isNew ? (from?.copyOf ?? '') : this.#idAt(row)
      const [key = ''] = this.#staging.duplicate([{ top: row, bottom: row }])
      this.#wish((all) => Object.assign(all, { [key]: { act: 'create', id: '', copyOf, values: { ...from?.values } } }))
    },
    remove: async () => {
      const row = this.#row()
      if (row === undefined || this.#staging.whyNotRemoved([{ top: row, bottom: row }]) !== '') return
      const name = this.#keyAt(row)
      const isNew = this.#wishes[name]?.act === 'create'
      const id = this.#idAt(row)
      await this.#staging.remove([{ top: row, bottom: row }])
      this.#wish((all) => {
        delete all[name]
        if (!isNew) all[name] = { act: 'delete', id, copyOf: '', values: {} }
      })
    },
    discardCell: () => {
      const row = this.#row()
      const column = 1 + this.#pick(2)
      if (row === undefined) return
      const name = this.#keyAt(row)
      const [field = ''] = [fields[column - 1]]
      this.#staging.discard({ rows: [{ top: row, bottom: row }], columns: [column] }, true)
      if (this.#wishes[name]?.values[field] === undefined) return
      this.#wish((all) => {
        const wish = all[name] as Wish
        delete wish.values[field]
        if (wish.act === '' && Object.keys(wish.values).length === 0) delete all[name]
      })
    },
    discardRow: () => {
      const row = this.#row()
      if (row === undefined) return
      const name = this.#keyAt(row)
      this.#staging.discard({ rows: [{ top: row, bottom: row }], columns: [1] }, false)
      if (this.#wishes[name]) this.#wish((all) => delete all[name])
    },
    discardAll: () => {
      if (this.#pick(6) > 0) return
      if (this.#edits.rows > 0) this.#wish((all) => void Object.keys(all).map((name) => delete all[name]))
      this.#edits.discard()
    },
    undo: () => this.#travel(this.#past, this.#future, () => this.#edits.undo()),
    redo: () => this.#travel(this.#future, this.#past, () => this.#edits.redo()),
    someoneElseWrites: () => {
      const all = [...this.#server.values()]
      const doc = all[this.#pick(all.length)]
      if (doc) this.#store(doc.id, { ...doc.values, price: `theirs ${this.#seq}` })
    },
    save: () => this.#save(),
    crash: () => {
      const draft = this.#edits.draft()
      const again = new Edits(roles)
      expect(draft === '' || again.restore(draft)).toBe(true)
      const plain = (edits: Edits) => edits.changes().map(({ act, base, cells }) => [act, base.hidden, [...cells]])
      expect(plain(again)).toEqual(plain(this.#edits))
    },
  }

  /** Types into a cell, or fills the first cell of two rows into both. */
  #type(fills: boolean): void | Promise<void> {
    const row = this.#row()
    const column = 1 + this.#pick(2)
    if (row === undefined || this.#staging.whyNotTyped(row, column) !== '') return
    const name = this.#keyAt(row)
    const [field = ''] = [fields[column - 1]]
    if (fills) {
      if (row + 1 >= this.#source.rowCount || this.#staging.whyNotTyped(row + 1, column) !== '') return
      const area = { rows: [{ top: row, bottom: row + 1 }], columns: [column] }
      if (this.#staging.whyNotFilled(area) !== '') return
      const value = this.#textAt(row, column)
      const [other, id] = [this.#keyAt(row + 1), this.#idAt(row + 1)]
      this.#wishValue(other, id, field, value)
      return this.#staging.fill(area).then(() => undefined)
    }
    this.#typed += 1
    const typed = [typedNull, typedRemoval, { text: `mine ${this.#typed}`, null: false }][
      Math.min(2, this.#pick(9))
    ] as Typed
    const id = this.#idAt(row)
    this.#wishValue(name, id, field, shownText(typed))
    this.#source.stage(row, column, typed)
  }

  async #paste(): Promise<void> {
    const row = this.#row()
    if (row === undefined || this.#staging.whyNotTyped(row, 1) !== '') return
    this.#typed += 1
    const [name, id] = [this.#keyAt(row), this.#idAt(row)]
    const values = [`mine ${this.#typed}a`, `mine ${this.#typed}b`]
    this.#wish((all) => {
      all[name] ??= { act: '', id, copyOf: '', values: {} }
      const wish = all[name]
      fields.forEach((field, i) => {
        wish.values[field] = values[i] as string
      })
    })
    await this.#staging.paste({ rows: [{ top: row, bottom: row }], columns: [1, 2] }, values.join('\t'), false)
  }

  /** Saves everything; each row may be saved, refused, in conflict, unanswered, or not sent. */
  #save(): void {
    for (const { key, act, base, cells, copy } of this.#edits.changes()) {
      const id = valueNamed(base.hidden, '#id')
      const doc = this.#server.get(id)
      const fate = this.#pick(5)
      if (fate === 0) this.#edits.report(key, [problem('refused')])
      if (fate === 1) this.#edits.report(key, [problem('unknown')])
      if (fate < 3) continue
      const written = Object.fromEntries([...cells].map(([field, typed]) => [field, shownText(typed)]))
      const values = [...cells].map(([field, typed]) => [field, typedCell(typed, columnOf(field))] as const)
      if (act === 'create') {
        // A duplicate has the values of its original that are not its own.
        const original = copy ? Object.fromEntries([...copy.before].map(([field, { text }]) => [field, text])) : {}
        const made = `made${this.#seq}`
        const wish = this.#wishes[key] as Wish
        expect([wish.values, wish.copyOf]).toEqual([written, copy ? valueNamed(copy.hidden, '#id') : ''])
        const seq = this.#store(made, { ...original, ...written })
        this.#edits.saved(key, cells, new Map(values), revision(seq), [...place, { name: '#id', value: made }])
        this.#settle(key)
        continue
      }
      if (!doc || String(doc.seq) !== valueNamed(base.hidden, '#seq')) {
        this.#conflict(key, doc, fate)
        continue
      }
      // The engine writes what was typed while this id was seen, and nothing else.
      const wish = this.#wishes[key]
      expect([wish?.id, wish?.act, wish?.values]).toEqual([id, act, written])
      if (act === 'delete') {
        this.#server.delete(id)
        this.#seq += 1
        this.#edits.saved(key, new Map(), new Map(), revision(this.#seq))
      } else {
        const seq = this.#store(id, { ...doc.values, ...written })
        this.#edits.saved(key, cells, new Map(values), revision(seq))
      }
      this.#settle(key)
    }
  }

  /** Ends a conflict: mine is kept on top of theirs, theirs is taken, or it is left as it is. */
  #conflict(key: string, doc: Doc | undefined, fate: number): void {
    this.#edits.report(key, [problem('conflict')])
    if (!doc) return
    const theirs = new Map(fields.map((field) => [field, cellOf(doc.values[field])]))
    const mine = fate === 3 ? new Set([...fields, '']) : new Set<string>()
    this.#edits.rebase(key, theirs, revision(doc.seq), mine)
    const wish = this.#wishes[key]
    if (fate !== 3 || !wish) return this.#settle(key)
    const left = Object.entries(wish.values).filter(([field, value]) => value !== (doc.values[field] ?? 'removed'))
    this.#settle(key, { ...wish, values: Object.fromEntries(left) })
  }

  /** A row whose wish is another one from now on, in every step of undo. */
  #settle(name: string, wish?: Wish): void {
    const keep = wish && (wish.act !== '' || Object.keys(wish.values).length > 0)
    const settle = (all: Wishes) => {
      const next = { ...all }
      if (keep) next[name] = wish
      else delete next[name]
      return next
    }
    this.#wishes = settle(this.#wishes)
    this.#past = this.#past.map(settle)
    this.#future = this.#future.map(settle)
  }

  #travel(from: Wishes[], to: Wishes[], act: () => void): void {
    act()
    let next = from.pop()
    while (next && JSON.stringify(sorted(next)) === JSON.stringify(sorted(this.#wishes))) next = from.pop()
    if (!next) return
    to.push(this.#wishes)
    this.#wishes = next
  }

  #wish(change: (all: Wishes) => void): void {
    const next = structuredClone(this.#wishes)
    change(next)
    this.#past.push(this.#wishes)
    this.#future = []
    this.#wishes = next
  }

  #wishValue(name: string, id: string, field: string, value: string): void {
    const before = this.#beforeOf(name, field)
    const staged = this.#wishes[name]?.values[field]
    if (staged === value || (staged === undefined && before === value)) return
    this.#wish((all) => {
      all[name] ??= { act: '', id, copyOf: '', values: {} }
      const wish = all[name]
      if (before === value) delete wish.values[field]
      else wish.values[field] = value
      if (wish.act === '' && Object.keys(wish.values).length === 0) delete all[name]
    })
  }

  /** What a cell shows without its edit: of a row that is staged already what it showed then. */
  #beforeOf(key: string, field: string): string {
    const change = this.#edits.changes().find((staged) => staged.key === key)
    const row = this.#source.rowOf(key) ?? -1
    const cell = change ? change.base.before.get(field) : this.#source.server(row, fields.indexOf(field) + 1)
    return cell ? textOf(cell) : 'removed'
  }

  #check(after: string): void {
    const staged: Wishes = {}
    for (const { key, act, base, cells, copy } of this.#edits.changes()) {
      staged[key] = {
        ...{ act, id: act === 'create' ? '' : valueNamed(base.hidden, '#id') },
        copyOf: copy ? valueNamed(copy.hidden, '#id') : '',
        values: Object.fromEntries([...cells].map(([field, typed]) => [field, shownText(typed)])),
      }
    }
    expect(sorted(staged), `staged after ${after}`).toEqual(sorted(this.#wishes))
    const [seen, wrong] = [new Set<string>(), [] as string[]]
    const holds = (is: boolean, what: string) => is || wrong.push(`${what} after ${after}`)
    for (let row = 0; row < this.#source.rowCount; row++) {
      const key = this.#source.key(row)
      if (key === undefined) continue
      seen.add(key)
      const wish = this.#wishes[key]
      const own = this.#source.inserted(row) !== undefined
      holds(this.#source.rowOf(key) === row, `${key} is at another row`)
      holds(own || keyOf(this.#idAt(row)) === key, `${key} shows another id`)
      for (const [field, value] of Object.entries(wish?.values ?? {}))
        holds(this.#textAt(row, fields.indexOf(field) + 1) === value, `${key} does not show ${value}`)
    }
    // A new row is shown whatever the rows are.
    for (const [name, { act }] of Object.entries(this.#wishes))
      holds(act !== 'create' || seen.has(name), `${name} is not shown`)
    expect(wrong).toEqual([])
  }

  /** Reads the rows as the engine has them, in the order and behind the filter that hold. */
  #read(): void {
    const random = seededRandom(this.#order)
    const docs = [...this.#server.values()].filter(({ seq }) => !this.#filtered || seq % 3 > 0)
    this.#rows.rows = docs
      .map((doc) => ({ doc, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ doc: { id, seq, values } }) => ({
        ...{ id, seq: String(seq), hash: `${id} ${seq}` },
        cells: { _id: text(id), ...Object.fromEntries(fields.map((field) => [field, cellOf(values[field])])) },
      }))
    this.#rows.version += 1
    this.#rows.loaded = new Set([0, 1, this.#pick(4)])
    this.#source = new EditedRows(this.#rows, columns, this.#edits)
    this.#edits.refreshed()
  }

  #store(id: string, values: Record<string, string>): number {
    this.#seq += 1
    this.#server.set(id, { id, seq: this.#seq, values })
    return this.#seq
  }

  #pick(n: number): number {
    return Math.floor(this.#random() * n)
  }

  /** A row that is loaded, if the one that was picked is. */
  #row(): number | undefined {
    const row = this.#pick(Math.max(1, this.#source.rowCount))
    return this.#source.key(row) === undefined ? undefined : row
  }

  #idAt(row: number): string {
    return this.#source.cell(row, 0)?.text ?? ''
  }

  #textAt(row: number, column: number): string {
    const cell = this.#source.cell(row, column)
    return cell ? textOf(cell) : 'not loaded'
  }

  #keyAt(row: number): string {
    return this.#source.key(row) ?? ''
  }
}

const place: HiddenValue[] = [{ name: '#index', value: 'books' }]
const revision = (seq: number): HiddenValue[] => [
  { name: '#seq', value: String(seq) },
  { name: '#term', value: '1' },
]
const problem = (kind: 'refused' | 'unknown' | 'conflict') => ({
  ...{ kind, column: '', message: 'no', hint: '', theirs: null, revision: [] },
})
const textOf = (cell: { kind: number; text: string }) =>
  cell.kind === 0 ? 'removed' : cell.kind === 1 ? 'NULL' : cell.text
const cellOf = (value: string | undefined) => {
  if (value === undefined || value === 'removed') return { kind: 0, text: '', cut: 0 }
  return value === 'NULL' ? { kind: 1, text: '', cut: 0 } : text(value)
}
const sorted = (wishes: Wishes) =>
  Object.entries(wishes)
    .map(([name, wish]) => [name, { ...wish, values: Object.entries(wish.values).sort() }] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))

// SEEDS walks more of them.
it.each(Array.from({ length: Number(process.env.SEEDS ?? 6) }, (_, seed) => seed))(
  'no edit is lost or lands on another row, whatever happens: seed %i',
  async (seed) => {
    const walk = new Walk(seed)
    for (let i = 0; i < 160; i++) await walk.step()
    expect(walk.done.size).toBeGreaterThan(15)
  },
)

// SPEC: A-EDT-08, B-EDT-04
import { expect, it } from 'vitest'
import { FakeHost } from '../../host/fixture'
import { Edits } from './edits'
import { Fitting } from './fitting'
import { roles } from './fixture'

const reason = 'Not an integer: a whole number.'

/** Edits whose integers are judged when the test says so. */
function judging() {
  const host = new FakeHost()
  const asked: { column: string; text: string; null: boolean }[][] = []
  const answers: (() => void)[] = []
  host.answers.set('Edits.Fits', ({ view, cells }) => {
    expect(view).toBe('v1')
    const typed = cells as (typeof asked)[0]
    asked.push(typed)
    const reasons = typed.map((cell) => (cell.null || /^\d+$/.test(cell.text) ? '' : reason))
    return new Promise((resume) => answers.push(() => resume({ reasons })))
  })
  const edits = new Edits(roles)
  const state = { view: 'v1' }
  const fitting = new Fitting(host, edits, () => state.view)
  const row = () => ({ title: 'a', hidden: [], shown: [], before: new Map() })
  const stage = (key: string, text: string, column = 'pages') => edits.stage(key, column, { text, null: false }, row)
  const turn = () => new Promise((resume) => setTimeout(resume))
  const answer = async () => {
    await turn()
    for (const give of answers.splice(0)) give()
    await turn()
  }
  const marks = (key: string) =>
    edits.store
      .getState()
      .problems.get(key)
      ?.map((p) => `${p.kind} ${p.column}: ${p.message}`)
  return { host, asked, edits, fitting, state, stage, answer, marks, turn }
}

it('marks what a field cannot hold, and keeps it staged', async () => {
  const { stage, answer, marks, edits } = judging()
  stage('a', '276.5')
  expect(marks('a')).toBeUndefined()
  await answer()
  expect(marks('a')).toEqual([`invalid pages: ${reason}`])
  expect(edits.typed('a', 'pages')?.text).toBe('276.5')
})

it('judges only what becomes a field of the document, not what names a new row or is kept beside it', async () => {
  const { answer, edits, asked } = judging()
  const values = ['_id', '_routing', 'pages'].map((name) => [name, { text: 'x', null: false }] as const)
  edits.add({ idColumn: '_id', sets: [{ column: '_routing', name: '#routing' }], values: new Map(values) })
  await answer()
  expect(asked.flat().map(({ column }) => column)).toEqual(['pages'])
})

it('asks once for everything that is staged together, and never again for the same value', async () => {
  const { stage, answer, edits, asked } = judging()
  edits.together(() => {
    stage('a', 'x')
    stage('b', '1')
    stage('b', '', 'stock')
  })
  await answer()
  expect(asked.map((cells) => cells.map(({ column, text }) => `${column} ${text}`))).toEqual([
    ['pages x', 'pages 1', 'stock '],
  ])
  edits.undo()
  edits.redo()
  await answer()
  expect(asked).toHaveLength(1)
})

it('a late answer marks nothing that was typed meanwhile', async () => {
  const { stage, answer, marks, turn, asked } = judging()
  stage('a', 'x')
  await turn()
  stage('a', '5')
  await answer()
  expect(marks('a')).toBeUndefined()
  await answer()
  expect(asked.map((cells) => cells.map(({ text }) => text))).toEqual([['x'], ['5']])
  expect(marks('a')).toBeUndefined()
})

it('a mark stays while other cells of its row are edited, and goes with its value', async () => {
  const { stage, answer, marks, edits } = judging()
  stage('a', 'x')
  await answer()
  stage('a', '7', 'stock')
  expect(marks('a')).toEqual([`invalid pages: ${reason}`])
  await answer()
  expect(marks('a')).toEqual([`invalid pages: ${reason}`])
  stage('a', '6')
  expect(marks('a')).toBeUndefined()
  edits.undo()
  expect(marks('a')).toEqual([`invalid pages: ${reason}`])
})

it('judges again in another view, and leaves a failure to the plan', async () => {
  const { stage, answer, marks, host, fitting, state } = judging()
  host.fail('Edits.Fits', 'crashed')
  stage('a', 'x')
  await answer()
  expect(marks('a')).toBeUndefined()
  state.view = 'v2'
  host.answers.set('Edits.Fits', () => ({ reasons: [reason] }))
  fitting.look()
  await answer()
  expect(marks('a')).toEqual([`invalid pages: ${reason}`])
})

it('does not judge removed fields, nor the id of a new row', async () => {
  const { edits, answer, asked } = judging()
  const key = edits.add({ idColumn: '_id', values: new Map([['_id', { text: 'x', null: false }]]) })
  edits.stage(key, 'pages', { text: '', null: false, remove: true }, () => ({
    title: '',
    hidden: [],
    shown: [],
    before: new Map(),
  }))
  await answer()
  expect(asked).toEqual([])
})

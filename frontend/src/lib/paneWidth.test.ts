// SPEC: A-BRO-01
import { beforeEach, expect, it } from 'vitest'
import { PaneWidth } from './paneWidth'

const bounds = { usual: 240, least: 180, most: 420 }
const open = () => new PaneWidth('sidebar', bounds)

beforeEach(() => localStorage.clear())

it('remembers the width of a pane for the next time', () => {
  open().resize(300.4)
  expect(open().store.getState()).toBe(300)
})

it('keeps a pane within its bounds', () => {
  const pane = open()
  pane.resize(20)
  expect(pane.store.getState()).toBe(180)
  pane.resize(2000)
  expect(pane.store.getState()).toBe(420)
})

it.each(['', 'wide', '5', 'NaN'])('begins within the bounds where "%s" was kept', (text) => {
  localStorage.setItem('quarry.width.sidebar', text)
  const width = open().store.getState()
  expect(width).toBe(text === '5' ? 180 : 240)
})

it('takes a suggestion only until a width was chosen, and does not remember it', () => {
  const pane = open()
  pane.suggest(310)
  expect(pane.store.getState()).toBe(310)
  expect(open().store.getState()).toBe(240)
  pane.resize(200)
  pane.suggest(310)
  expect(pane.store.getState()).toBe(200)
})

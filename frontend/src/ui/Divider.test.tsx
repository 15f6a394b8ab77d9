// SPEC: A-BRO-01
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PaneWidth } from '../lib/paneWidth'
import { Divider } from './Divider'

afterEach(cleanup)

it.each<[string, number, number]>([
  ['fits what is in its pane', 300, 300],
  ['stays within the bounds of its pane', 2000, 420],
])('a double click %s, and a second one restores the usual width', (_, width, want) => {
  const pane = new PaneWidth('test', { usual: 240, least: 180, most: 420 })
  pane.resize(200)
  render(<Divider pane={pane} label="Width" side="right" fitting={() => width} />)
  fireEvent.doubleClick(screen.getByRole('separator'))
  expect(pane.store.getState()).toBe(want)
  fireEvent.doubleClick(screen.getByRole('separator'))
  expect(pane.store.getState()).toBe(240)
})

it('a double click restores the usual width of a pane that fits nothing', () => {
  const pane = new PaneWidth('test', { usual: 240, least: 180, most: 420 })
  pane.resize(200)
  render(<Divider pane={pane} label="Width" side="right" />)
  fireEvent.doubleClick(screen.getByRole('separator'))
  expect(pane.store.getState()).toBe(240)
})

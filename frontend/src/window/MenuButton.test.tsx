// SPEC: APP-01
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeWindow, InWindow } from './fixture'
import { MenuButton } from './MenuButton'

afterEach(cleanup)

const of = { kind: 'line', name: 'books', acts: [] } as const

it.each(['ArrowDown', 'ArrowUp'])('opens its menu with %s, for the keyboard', (key) => {
  const window = new FakeWindow()
  render(
    <InWindow of={window}>
      <MenuButton of={of}>Open</MenuButton>
    </InWindow>,
  )
  fireEvent.keyDown(screen.getByRole('button'), { key })
  const { menu } = window.menus.store.getState()
  expect(menu).toEqual({ of, at: screen.getByRole('button'), byKey: true })
})

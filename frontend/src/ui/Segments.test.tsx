// SPEC: APP-02
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Segments } from './Segments'

const segments = [
  { value: 'data', title: 'Data' },
  { value: 'structure', title: 'Structure' },
  { value: 'json', title: 'JSON' },
] as const

function Shown({ first, onValue }: { first: string; onValue(value: string): void }) {
  const [value, setValue] = useState(first)
  const change = (to: string) => {
    onValue(to)
    setValue(to)
  }
  return <Segments<string> label="View" segments={segments} value={value} onValue={change} />
}

afterEach(cleanup)

describe('segments', () => {
  it.each<[name: string, first: string, keys: string, chosen: string[]]>([
    ['to the next', 'data', '{ArrowRight}', ['structure']],
    ['to the next, by the key down', 'data', '{ArrowDown}', ['structure']],
    ['back', 'structure', '{ArrowLeft}', ['data']],
    ['back, by the key up', 'structure', '{ArrowUp}', ['data']],
    ['round the end', 'json', '{ArrowRight}', ['data']],
    ['round the beginning', 'data', '{ArrowLeft}', ['json']],
    ['twice', 'data', '{ArrowRight}{ArrowRight}', ['structure', 'json']],
    ['nowhere with a modifier', 'data', '{Control>}{ArrowRight}{/Control}', []],
    ['nowhere by other keys', 'data', 'x{Home}', []],
  ])('arrows choose: %s', async (_, first, keys, chosen) => {
    const onValue = vi.fn()
    render(<Shown first={first} onValue={onValue} />)
    await userEvent.tab()
    await userEvent.keyboard(keys)
    expect(onValue.mock.calls.map(([value]) => value)).toEqual(chosen)
    const now = chosen.at(-1) ?? first
    const radios = screen.getAllByRole('radio')
    expect(radios.map((radio) => radio.getAttribute('aria-checked'))).toEqual(
      segments.map(({ value }) => String(value === now)),
    )
    expect(document.activeElement).toBe(radios[segments.findIndex(({ value }) => value === now)])
  })

  it('are one stop of the Tab key, at the chosen one or the first', async () => {
    const { rerender } = render(<Shown key="a" first="json" onValue={vi.fn()} />)
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('JSON')
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
    rerender(<Shown key="b" first="" onValue={vi.fn()} />)
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Data')
  })

  it('are chosen with the mouse and by Space, and not again', async () => {
    const onValue = vi.fn()
    render(<Shown first="data" onValue={onValue} />)
    await userEvent.click(screen.getByRole('radio', { name: 'JSON' }))
    await userEvent.click(screen.getByRole('radio', { name: 'JSON' }))
    await userEvent.keyboard(' ')
    expect(onValue.mock.calls).toEqual([['json']])
  })
})

it('does not choose a dimmed segment, and says why it is dimmed', async () => {
  const onValue = vi.fn()
  const why = 'Not here'
  const some = segments.map((s) => (s.value === 'structure' ? { ...s, why } : s))
  render(<Segments<string> label="View" segments={some} value="data" onValue={onValue} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  const dimmed = screen.getByRole('radio', { name: 'Structure' })
  expect(document.activeElement).toBe(dimmed)
  expect([dimmed.getAttribute('aria-disabled'), dimmed.getAttribute('aria-description')]).toEqual(['true', why])
  await userEvent.click(dimmed)
  expect(onValue).not.toHaveBeenCalled()
  await userEvent.keyboard('{ArrowRight}')
  expect(onValue.mock.calls).toEqual([['json']])
})

// SPEC: A-BRO-05, A-BRO-16, APP-02
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { syntax } from './code/syntax'
import { FindInText } from './FindField'
import { TextView } from './TextView'
import { useFind } from './text/useFind'

afterEach(cleanup)

const view = () => screen.getByRole('region', { name: 'Response' })
const rows = () => [...view().querySelectorAll('[data-line]')]
const texts = () => rows().map((row) => row.textContent)

function Searched({ text }: { text: string }) {
  const find = useFind(text)
  return (
    <>
      <FindInText label="Find" find={find} />
      <TextView label="Response" text={text} language="json" find={find} />
    </>
  )
}

describe('a text view', () => {
  it('shows JSON with one member on each line, digit by digit and in colours', () => {
    render(<TextView label="Response" text={'{"n":9007199254740993.10,"a":["x"]}'} language="json" />)
    expect(texts()).toEqual(['{', '  "n": 9007199254740993.10,', '  "a": ["x"]', '}'])
    expect(view().querySelector(`.${syntax.number}`)?.textContent).toBe('9007199254740993.10')
    expect(view().querySelector(`.${syntax.string}`)?.textContent).toBe('"x"')
  })

  it('shows any other text in its own lines', () => {
    render(<TextView label="Response" text={'{"n":1}\nand so on'} language="text" />)
    expect(texts()).toEqual(['{"n":1}', 'and so on'])
    expect(view().querySelector(`.${syntax.number}`)).toBeNull()
  })

  it('draws little of one line of 10 MB at once, and its members once they were read', async () => {
    const text = `[${Array.from({ length: 250_000 }, (_, i) => `{"number":${i},"name":"row ${i}"}`).join(',')}]`
    const line = text.padEnd(10_000_000)
    render(<TextView label="Response" text={line} language="json" />)
    expect(view().textContent?.length).toBeLessThan(400_000)
    expect(rows().length).toBeLessThan(100)
    await vi.waitFor(() => expect(texts().slice(0, 3)).toEqual(['[', '  {', '    "number": 0,']), { timeout: 30_000 })
    expect(rows().length).toBeLessThan(100)
  }, 40_000)

  it('marks what is looked for, minding the case or by an expression where that is chosen', () => {
    render(<Searched text={'{"Name":"name","n":1}'} />)
    const marks = () => [...view().querySelectorAll('mark')].map((mark) => mark.textContent)
    fireEvent.change(screen.getByLabelText('Find'), { target: { value: 'name' } })
    expect(marks()).toEqual(['Name', 'name'])
    expect(screen.getByRole('status').textContent).toBe('1 of 2')
    fireEvent.click(screen.getByRole('button', { name: 'Match case' }))
    expect(marks()).toEqual(['name'])
    fireEvent.click(screen.getByRole('button', { name: 'Regular expression' }))
    fireEvent.change(screen.getByLabelText('Find'), { target: { value: 'n$|\\d(' } })
    expect(screen.getByRole('status').textContent).toBe('Not a valid pattern')
    fireEvent.change(screen.getByLabelText('Find'), { target: { value: '"[nN]\\w*":' } })
    expect(marks().join('')).toBe('"Name""n"')
  })

  it('steps from match to match in a circle, and marks the one that is shown', () => {
    render(<Searched text={'["a","b","a"]'} />)
    const shown = () => screen.getByRole('status').textContent
    fireEvent.change(screen.getByLabelText('Find'), { target: { value: 'a' } })
    expect(view().querySelectorAll('mark[data-current]')).toHaveLength(1)
    fireEvent.keyDown(screen.getByLabelText('Find'), { key: 'Enter', shiftKey: true })
    expect(shown()).toBe('2 of 2')
    fireEvent.keyDown(screen.getByLabelText('Find'), { key: 'Enter' })
    expect(shown()).toBe('1 of 2')
  })
})

describe('what is selected of a text', () => {
  it('is copied as the text has it: a line that was broken is one line again', () => {
    const long = 'x'.repeat(5000)
    render(<TextView label="Response" text={`first\n${long}\nlast`} language="text" />)
    expect(rows().length).toBe(4)
    const range = document.createRange()
    range.setStart(rows()[0]?.firstChild?.firstChild as Node, 2)
    range.setEnd(rows()[3]?.firstChild?.firstChild as Node, 2)
    const selection = window.getSelection() as Selection
    selection.removeAllRanges()
    selection.addRange(range)
    const setData = vi.fn()
    act(() => void fireEvent.copy(view(), { clipboardData: { setData } }))
    expect(setData).toHaveBeenCalledWith('text/plain', `rst\n${long}\nla`)
  })
})

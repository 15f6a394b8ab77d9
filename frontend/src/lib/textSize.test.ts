import { beforeEach, describe, expect, it } from 'vitest'
import {
  chooseReading,
  reading,
  rowHeightOf,
  scaled,
  startReading,
  textSizeBy,
  textSizeOf,
  textSizes,
} from './textSize'

const root = document.createElement('html')

beforeEach(() => {
  localStorage.clear()
  root.removeAttribute('style')
  reading.setState({ size: 100, rows: 'compact' })
})

describe('The text size', () => {
  // APP-17
  it('goes from 80 to 200 percent and stops there', () => {
    expect([textSizes[0], textSizes.at(-1)]).toEqual([80, 200])
    expect(textSizeBy(100, 1)).toBe(110)
    expect(textSizeBy(100, -1)).toBe(90)
    expect(textSizeBy(200, 1)).toBe(200)
    expect(textSizeBy(80, -1)).toBe(80)
  })

  it('is on the root from the first paint on once it was chosen', () => {
    chooseReading(root, { size: 150, rows: 'relaxed' })
    expect(root.style.getPropertyValue('--text-size')).toBe('1.5')
    expect(scaled(24)).toBe(36)
    root.removeAttribute('style')
    reading.setState({ size: 100, rows: 'compact' })
    startReading(root)
    expect(root.style.getPropertyValue('--text-size')).toBe('1.5')
    expect(reading.getState()).toEqual({ size: 150, rows: 'relaxed' })
  })

  it('writes nothing to the page at the usual size', () => {
    startReading(root)
    expect(root.getAttribute('style')).toBeNull()
    chooseReading(root, { size: 80, rows: 'compact' })
    chooseReading(root, { size: 100, rows: 'compact' })
    expect(root.style.getPropertyValue('--text-size')).toBe('')
  })

  it('is the usual one for whatever else was stored', () => {
    expect([textSizeOf(0), textSizeOf(101), textSizeOf(Number.NaN)]).toEqual([100, 100, 100])
    expect([rowHeightOf('huge'), rowHeightOf(undefined)]).toEqual(['compact', 'compact'])
  })
})

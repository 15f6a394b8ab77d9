// SPEC: APP-01
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ThemeSwitch, themeOf } from './theme'

let dark = false
let told: (() => void) | undefined

beforeEach(() => {
  localStorage.clear()
  dark = false
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return dark
    },
    addEventListener: (_: string, listener: () => void) => {
      told = listener
    },
    removeEventListener: () => {
      told = undefined
    },
  }))
})
afterEach(() => vi.unstubAllGlobals())

function system(isDark: boolean): void {
  dark = isDark
  told?.()
}

describe('the theme', () => {
  it('follows the system until one is chosen, and again after System was chosen', () => {
    const root = document.createElement('html')
    const themes = new ThemeSwitch(root)
    expect(root.dataset.theme).toBe('light')
    system(true)
    expect(root.dataset.theme).toBe('dark')
    themes.choose('light')
    system(true)
    expect(root.dataset.theme).toBe('light')
    themes.choose('system')
    expect(root.dataset.theme).toBe('dark')
  })

  it('is that of the last visit from the first paint on', () => {
    new ThemeSwitch(document.createElement('html')).choose('dark')
    const root = document.createElement('html')
    expect(new ThemeSwitch(root).theme).toBe('dark')
    expect(root.dataset.theme).toBe('dark')
  })

  it('follows the system no more once it ended', () => {
    const root = document.createElement('html')
    new ThemeSwitch(root).end()
    system(true)
    expect(root.dataset.theme).toBe('light')
  })

  it.each([
    ['', 'system'],
    ['dark', 'dark'],
    ['purple', 'system'],
    [null, 'system'],
  ])('named %s is %s', (text, want) => {
    expect(themeOf(text)).toBe(want)
  })
})

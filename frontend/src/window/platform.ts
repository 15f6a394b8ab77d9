import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppInfo, Host } from '../host'
import { contextOf } from '../lib/context'
import { chooseReading, type Reading, reading, rowHeightOf, textSizeBy, textSizeOf } from '../lib/textSize'
import { type Theme, type ThemeSwitch, themeOf } from '../lib/theme'

export interface PlatformState {
  /** null until it is loaded. */
  info: AppInfo | null
  theme: Theme
}

/** The platform of the window, and its theme. */
export class Platform {
  readonly store: StoreApi<PlatformState>
  readonly #host: Host
  readonly #themes: ThemeSwitch

  constructor(host: Host, themes: ThemeSwitch) {
    this.#host = host
    this.#themes = themes
    this.store = createStore<PlatformState>(() => ({ info: null, theme: themes.theme }))
  }

  get mac(): boolean {
    return this.store.getState().info?.platform === 'mac'
  }

  /** Loads the application's information about itself. */
  async start(): Promise<void> {
    const info = await this.#host.call<AppInfo>('App.Info').catch(() => null)
    if (!info) return
    this.store.setState({ info })
    document.documentElement.dataset.platform = info.platform === 'mac' ? 'mac' : 'win'
    this.#draw(themeOf(info.theme))
    chooseReading(document.documentElement, { size: textSizeOf(info.textSize), rows: rowHeightOf(info.rowHeight) })
  }

  /** Applies a theme and stores it for the next start. */
  async setTheme(theme: Theme): Promise<void> {
    this.#draw(theme)
    await this.#host.call('App.SetTheme', { theme: theme === 'system' ? '' : theme }).catch(() => undefined)
  }

  /** Makes the text some steps larger; 0 restores the usual size. */
  stepTextSize(steps: number): Promise<void> {
    return this.setReading({ size: steps === 0 ? 100 : textSizeBy(reading.getState().size, steps) })
  }

  /** Sets the size of the text or of the grid's rows, and stores it for the next start. */
  async setReading(chosen: Partial<Reading>): Promise<void> {
    const { size, rows } = { ...reading.getState(), ...chosen }
    chooseReading(document.documentElement, { size, rows })
    await this.#host.call('App.SetReading', { textSize: size, rowHeight: rows }).catch(() => undefined)
  }

  #draw(theme: Theme): void {
    this.#themes.choose(theme)
    this.store.setState({ theme })
  }
}

export const [PlatformContext, usePlatform] = contextOf<Platform>('the platform')

/** Whether the window runs on macOS. */
export function useMac(): boolean {
  return useStore(usePlatform().store, (s) => s.info?.platform === 'mac')
}

import type { ReactNode } from 'react'
import type { Host } from '../host'
import type { ThemeSwitch } from '../lib/theme'
import { FileDialog } from './files'
import { Menus } from './menus'
import { Messages } from './messages'
import { Overlays } from './overlays'
import { Platform } from './platform'
import { WindowContexts } from './WindowContexts'

/** A window for tests, with nothing open. */
export class FakeWindow {
  readonly platform = new Platform({} as Host, {} as ThemeSwitch)
  readonly messages = new Messages()
  readonly menus = new Menus()
  readonly cover = new Overlays<unknown>()
  readonly files = new FileDialog({ dialogs: false } as Host)
}

/** Renders a test's elements inside a window. */
export function InWindow({ of = new FakeWindow(), children }: { of?: FakeWindow; children: ReactNode }) {
  return <WindowContexts of={of}>{children}</WindowContexts>
}

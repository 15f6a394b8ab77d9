import { Contrast, Settings } from 'lucide-react'
import { CommandButton } from '../commands/CommandButton'
import { MenuButton } from '../window/MenuButton'

declare module '../window/menus' {
  interface MenuKinds {
    appearance: object
  }
}

/** Lets the user choose how the window is drawn, and opens the settings. It stands in a toolbar. */
export function AppearanceMenu() {
  return (
    <>
      <MenuButton of={{ kind: 'appearance' }} className="btn quiet icon" aria-label="Appearance" data-tip="Appearance">
        <Contrast size={16} strokeWidth={1.5} aria-hidden="true" />
      </MenuButton>
      <CommandButton of="app.settings" icon={Settings} />
    </>
  )
}

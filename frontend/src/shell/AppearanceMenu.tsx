import { Contrast } from 'lucide-react'
import { Button } from '../ui/Button'
import { MenuButton } from '../window/MenuButton'

declare module '../window/menus' {
  interface MenuKinds {
    appearance: object
  }
}

/** The toolbar button to choose the theme. */
export function AppearanceMenu() {
  return (
    <MenuButton
      of={{ kind: 'appearance' }}
      render={<Button quiet icon />}
      aria-label="Appearance"
      data-tip="Appearance"
    >
      <Contrast size={16} strokeWidth={1.5} aria-hidden="true" />
    </MenuButton>
  )
}

import { Contrast, Settings } from 'lucide-react'
import { IconButton } from '../ui/IconButton'
import { MenuButton } from '../window/MenuButton'

/** Lets the user choose how the window is drawn, and opens the settings. It stands in a toolbar. */
export function AppearanceMenu({ onSettings }: { onSettings(): void }) {
  return (
    <>
      <MenuButton of={{ kind: 'appearance' }} className="btn quiet icon" aria-label="Appearance" title="Appearance">
        <Contrast size={16} strokeWidth={1.5} aria-hidden="true" />
      </MenuButton>
      <IconButton icon={Settings} label="Settings" mac="⌘," win="Ctrl+," onClick={onSettings} />
    </>
  )
}

import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useStore } from 'zustand'
import type { Theme } from '../lib/theme'
import menu from '../ui/Menu.module.css'
import { usePlatform } from '../window/platform'

const themes: [Theme, string][] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** The themes, with the chosen one ticked. */
export function AppearanceItems() {
  const platform = usePlatform()
  const theme = useStore(platform.store, (s) => s.theme)
  return (
    <Menu.RadioGroup
      aria-label="Appearance"
      value={theme}
      onValueChange={(value: Theme) => void platform.setTheme(value)}
    >
      {themes.map(([value, name]) => (
        <Menu.RadioItem key={value} value={value} className={menu.item} closeOnClick>
          <span className={menu.check}>
            <Menu.RadioItemIndicator>
              <Check size={12} strokeWidth={2} aria-hidden="true" />
            </Menu.RadioItemIndicator>
          </span>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

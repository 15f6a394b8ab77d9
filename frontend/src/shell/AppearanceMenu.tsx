import { Menu } from '@base-ui/react/menu'
import { Toolbar } from '@base-ui/react/toolbar'
import { Check, Contrast, Settings } from 'lucide-react'
import type { Theme } from '../lib/theme'
import { IconButton } from '../ui/IconButton'
import { useShell, useShellState } from './context'

const themes: [Theme, string][] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Lets the user choose how the window is drawn, and opens the settings. It stands in a toolbar. */
export function AppearanceMenu() {
  const shell = useShell()
  return (
    <>
      <ThemeMenu />
      <IconButton
        icon={Settings}
        label="Settings"
        mac="⌘,"
        win="Ctrl+,"
        onClick={() => shell.show({ kind: 'settings', pane: 'general' })}
      />
    </>
  )
}

function ThemeMenu() {
  const shell = useShell()
  const theme = useShellState((s) => s.theme)
  return (
    <Menu.Root>
      <Toolbar.Button
        render={
          <Menu.Trigger className="btn quiet icon" aria-label="Appearance" title="Appearance">
            <Contrast size={16} strokeWidth={1.5} aria-hidden="true" />
          </Menu.Trigger>
        }
      />
      <Menu.Portal>
        <Menu.Positioner className="layer" sideOffset={4} align="end">
          <Menu.Popup className="menu narrowmenu">
            <Menu.RadioGroup
              aria-label="Appearance"
              value={theme}
              onValueChange={(value: Theme) => void shell.setTheme(value)}
            >
              {themes.map(([value, name]) => (
                <Menu.RadioItem key={value} value={value} className="mi" closeOnClick>
                  <span className="chk">
                    <Menu.RadioItemIndicator>
                      <Check size={12} strokeWidth={2} aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                  </span>
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

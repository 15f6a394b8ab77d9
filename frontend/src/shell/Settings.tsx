import { Landmark, Plug, Settings as Sign } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { PluginsPane } from '../features/drivers/PluginsPane'
import { wanting } from '../features/drivers/words'
import { GeneralPane } from '../features/settings/GeneralPane'
import { PolicyPane } from '../features/settings/PolicyPane'
import { type Pane, SettingsSheet } from '../features/settings/SettingsSheet'
import type { SettingsPane } from './overlay'
import type { Shell } from './store'

/** The settings with the panes of all features that have one. */
export function Settings({ shell, pane }: { shell: Shell; pane: SettingsPane }) {
  const { plugins } = shell.drivers
  useEffect(() => void plugins.start(), [plugins])
  const wants = useStore(plugins.store, (s) => wanting(s.plugins ?? []))
  const panes: Pane<SettingsPane>[] = [
    { id: 'general', title: 'General', icon: Sign, wants: 0, content: <GeneralPane host={shell.host} /> },
    { id: 'plugins', title: 'Plugins', icon: Plug, wants, content: <PluginsPane /> },
    { id: 'policy', title: 'Policy', icon: Landmark, wants: 0, content: <PolicyPane host={shell.host} /> },
  ]
  return (
    <SettingsSheet
      panes={panes}
      shown={pane}
      onShow={(id) => shell.show({ kind: 'settings', pane: id })}
      onClose={() => shell.show(null)}
    />
  )
}

import { type LucideIcon, Plug, Settings } from 'lucide-react'
import { type KeyboardEvent, useEffect } from 'react'
import { useStore } from 'zustand'
import { useShell } from '../../shell/context'
import { Key } from '../../ui/Key'
import { Sheet } from '../../ui/Sheet'
import { GeneralPane } from './GeneralPane'
import { PluginsPane } from './PluginsPane'
import type { SettingsPane } from './panes'
import { wanting } from './words'

const panes: [SettingsPane, string, LucideIcon][] = [
  ['general', 'General', Settings],
  ['plugins', 'Plugins', Plug],
]

/** The settings, over the whole window. */
export function SettingsSheet({ pane }: { pane: SettingsPane }) {
  const shell = useShell()
  useEffect(() => void shell.plugins.start(), [shell])
  const close = () => shell.show(null)
  return (
    <Sheet label="Settings" className="settings" onClose={close}>
      <header className="toolbar">
        <h1 className="title">Settings</h1>
        <span className="grow" />
        <button type="button" className="btn sm" onClick={close}>
          Done <Key mac="esc" win="Esc" />
        </button>
      </header>
      <div className="body">
        <Panes pane={pane} />
        <div className="main" role="tabpanel" id="settings-pane" aria-labelledby={`settings-${pane}`}>
          {pane === 'general' ? <GeneralPane /> : <PluginsPane />}
        </div>
      </div>
    </Sheet>
  )
}

function Panes({ pane }: { pane: SettingsPane }) {
  const shell = useShell()
  const plugins = useStore(shell.plugins.store, (s) => s.plugins)
  const wants = wanting(plugins ?? [])
  const step = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    const [next] = panes[(panes.findIndex(([id]) => id === pane) + by + panes.length) % panes.length] ?? []
    if (by === 0 || !next) return
    shell.show({ kind: 'settings', pane: next })
    document.getElementById(`settings-${next}`)?.focus()
    e.preventDefault()
  }
  return (
    <div className="sidebar" role="tablist" aria-label="Settings" aria-orientation="vertical">
      {panes.map(([id, name, Icon]) => (
        <button
          key={id}
          id={`settings-${id}`}
          type="button"
          role="tab"
          aria-selected={id === pane}
          aria-controls="settings-pane"
          tabIndex={id === pane ? 0 : -1}
          className={`sb ${id === pane ? 'on' : ''}`}
          onClick={() => shell.show({ kind: 'settings', pane: id })}
          onKeyDown={step}
        >
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          {name}
          {id === 'plugins' && wants > 0 && (
            <span className="end badge-n">
              {wants}
              <span className="vh"> to look at</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

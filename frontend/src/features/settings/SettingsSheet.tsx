import type { LucideIcon } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Hint } from '../../commands/Hint'
import { Sheet } from '../../ui/Sheet'

/** A pane of the settings. */
export interface Pane<Id extends string> {
  id: Id
  title: string
  icon: LucideIcon
  /** How many things in it want to be looked at. */
  wants: number
  content: ReactNode
}

interface SettingsSheetProps<Id extends string> {
  panes: readonly Pane<Id>[]
  shown: Id
  onShow(id: Id): void
  onClose(): void
}

/** The settings, over the whole window. */
export function SettingsSheet<Id extends string>(props: SettingsSheetProps<Id>) {
  const { panes, shown, onClose } = props
  return (
    <Sheet label="Settings" className="settings" onClose={onClose}>
      <header className="toolbar">
        <h1 className="title">Settings</h1>
        <span className="grow" />
        <button type="button" className="btn sm" onClick={onClose}>
          Done <Hint of="dialog.cancel" />
        </button>
      </header>
      <div className="body">
        <Panes {...props} />
        <div className="main" role="tabpanel" id="settings-pane" aria-labelledby={`settings-${shown}`}>
          {panes.find((p) => p.id === shown)?.content}
        </div>
      </div>
    </Sheet>
  )
}

function Panes<Id extends string>({ panes, shown, onShow }: SettingsSheetProps<Id>) {
  const step = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    const next = panes[(panes.findIndex(({ id }) => id === shown) + by + panes.length) % panes.length]
    if (by === 0 || !next) return
    onShow(next.id)
    document.getElementById(`settings-${next.id}`)?.focus()
    e.preventDefault()
  }
  return (
    <div className="sidebar" role="tablist" aria-label="Settings" aria-orientation="vertical">
      {panes.map(({ id, title, icon: Icon, wants }) => (
        <button
          key={id}
          id={`settings-${id}`}
          type="button"
          role="tab"
          aria-selected={id === shown}
          aria-controls="settings-pane"
          tabIndex={id === shown ? 0 : -1}
          className={`sb ${id === shown ? 'on' : ''}`}
          onClick={() => onShow(id)}
          onKeyDown={step}
        >
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          {title}
          {wants > 0 && (
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

import { Tabs } from '@base-ui/react/tabs'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Hint } from '../../commands/Hint'
import { Button } from '../../ui/Button'
import { WindowBody, WindowMain } from '../../ui/Frame'
import { Sheet } from '../../ui/Sheet'
import { SideBar, SideBarRow } from '../../ui/SideBar'
import { ToolbarRow, ToolbarTitle } from '../../ui/Toolbar'
import style from './settings.module.css'

/** A pane of the settings. */
export interface Pane<Id extends string> {
  id: Id
  title: string
  icon: LucideIcon
  /** How many items in it need attention. */
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
  const { panes, shown, onShow, onClose } = props
  const body = useRef<HTMLDivElement>(null)
  return (
    <Sheet
      label="Settings"
      className={style.settings}
      initialFocus={() => body.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ?? true}
      onClose={onClose}
    >
      <ToolbarRow>
        <ToolbarTitle>Settings</ToolbarTitle>
        <span className="grow" />
        <Button small onClick={onClose}>
          Done <Hint of="dialog.cancel" />
        </Button>
      </ToolbarRow>
      <Tabs.Root
        ref={body}
        render={<WindowBody />}
        orientation="vertical"
        value={shown}
        onValueChange={(id: Id) => id !== shown && onShow(id)}
      >
        <Panes panes={panes} />
        <Tabs.Panel render={<WindowMain as="div" />} value={shown} tabIndex={-1}>
          {panes.find((p) => p.id === shown)?.content}
        </Tabs.Panel>
      </Tabs.Root>
    </Sheet>
  )
}

function Panes<Id extends string>({ panes }: Pick<SettingsSheetProps<Id>, 'panes'>) {
  return (
    <Tabs.List render={<SideBar as="div" />} aria-label="Settings" activateOnFocus>
      {panes.map(({ id, title, icon: Icon, wants }) => (
        <Tabs.Tab key={id} value={id} render={(props, { active }) => <SideBarRow {...props} as="button" on={active} />}>
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          {title}
          {wants > 0 && (
            <span className={`end ${style.number}`}>
              {wants}
              <span className="vh"> to look at</span>
            </span>
          )}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

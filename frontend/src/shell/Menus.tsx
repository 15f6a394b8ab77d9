import { Menu } from '@base-ui/react/menu'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { ConnectionItems, GroupItems } from '../features/connections/ConnectionMenu'
import { GroupMenu } from '../features/connections/GroupMenu'
import { Key } from '../ui/Key'
import style from '../ui/Menu.module.css'
import { type Act, type MenuOf, type OpenMenu, type Point, useMenus } from '../window/menus'
import { givesBackFocus } from '../window/popup'
import { AppearanceItems } from './AppearanceItems'

/** The open menu: one for all lines and buttons of the list of connections. */
export function Menus() {
  const menus = useMenus()
  const open = useStore(menus.store, (s) => s.menu)
  const last = useRef<OpenMenu | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  if (open) last.current = open // drawn until it has faded out
  const menu = last.current
  if (!menu) return null
  const { at, of } = menu
  const button = at instanceof HTMLElement
  const beside = of.kind === 'groups'
  const close = (by: { reason: string }) => {
    menus.close()
    if (givesBackFocus(by) && menus.from instanceof HTMLElement) menus.from.focus() // before the menu has gone: no key is lost
  }
  return (
    <Menu.Root
      open={open !== null}
      onOpenChange={(shown, by) => !shown && close(by)}
      onOpenChangeComplete={(shown) => shown && menu.byKey && focusFirst(popup.current)}
      modal={button}
    >
      <Menu.Portal>
        <Menu.Positioner
          className={style.layer}
          anchor={button ? at : rectAt(at)}
          side={beside ? 'left' : 'bottom'}
          align={button && !beside ? 'end' : 'start'}
          sideOffset={button ? 4 : 0}
        >
          <Menu.Popup
            ref={popup}
            className={`${style.menu} ${of.kind === 'appearance' ? style.narrow : ''}`}
            aria-label={nameOf(of)}
          >
            <Items of={of} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Items({ of }: { of: MenuOf }) {
  switch (of.kind) {
    case 'appearance':
      return <AppearanceItems />
    case 'connection':
      return <ConnectionItems connection={of.connection} />
    case 'groups':
      return <GroupItems connection={of.connection} />
    case 'group':
      return <GroupMenu group={of.group} />
    case 'line':
      return <LineItems acts={of.acts} />
  }
}

function LineItems({ acts }: { acts: readonly Act[] }) {
  return acts.map(({ title, mac = '', win = '', why = '', run }) => (
    <Menu.Item
      key={title}
      className={`${style.item} ${why === '' ? '' : style.dim}`}
      disabled={why !== ''}
      onClick={run}
    >
      {title}
      {win !== '' && <Key mac={mac} win={win} />}
      {why !== '' && <span className={style.why}>{why}</span>}
    </Menu.Item>
  ))
}

function nameOf(of: MenuOf): string {
  const names = { appearance: 'Appearance', groups: 'Move to Group' }
  if (of.kind === 'line') return of.name
  return of.kind === 'connection' ? of.connection.name : of.kind === 'group' ? of.group : names[of.kind]
}

function rectAt({ x, y }: Point) {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
}

function focusFirst(popup: HTMLElement | null): void {
  popup?.querySelector<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])')?.focus()
}

import { type ComponentProps, cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react'
import { useStore } from 'zustand'
import { type MenuOf, useMenus } from './menus'

interface MenuButtonProps extends ComponentProps<'button'> {
  /** The menu, or what loads it when the button is pressed; null opens none. */
  of: MenuOf | (() => Promise<MenuOf | null>)
  /** The button to draw, if not a bare one. */
  render?: ReactElement<ComponentProps<'button'>>
}

/** A button that opens a menu of the window; the arrow keys open it, too. */
export function MenuButton({ of, render = <button type="button" />, ...rest }: MenuButtonProps) {
  const menus = useMenus()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const open = useStore(menus.store, (s) => button !== null && s.menu?.at === button)
  const show = (at: HTMLButtonElement, byKey: boolean) => {
    at.focus() // not every webview focuses a button on click
    if (typeof of !== 'function') menus.open({ of, at, byKey })
    else void of().then((loaded) => loaded && document.activeElement === at && menus.open({ of: loaded, at, byKey }))
  }
  const keys = (e: KeyboardEvent<HTMLButtonElement>) => {
    if (open || (e.key !== 'ArrowDown' && e.key !== 'ArrowUp')) return
    e.preventDefault()
    show(e.currentTarget, true)
  }
  return cloneElement(render, {
    ...rest,
    ref: setButton,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onKeyDown: keys,
    onClick: (e) => (open ? menus.close() : show(e.currentTarget, e.detail === 0)),
  })
}

import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import { type MenuOf, useMenus } from './menus'

interface MenuButtonProps extends ComponentProps<'button'> {
  of: MenuOf
}

/** A button that opens a menu of the window; the arrows open it too. */
export function MenuButton({ of, children, ...rest }: MenuButtonProps) {
  const menus = useMenus()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const open = useStore(menus.store, (s) => button !== null && s.menu?.at === button)
  const show = (at: HTMLButtonElement, byKey: boolean) => {
    at.focus() // a click alone does not everywhere
    menus.open({ of, at, byKey })
  }
  const keys = (e: KeyboardEvent<HTMLButtonElement>) => {
    if (open || (e.key !== 'ArrowDown' && e.key !== 'ArrowUp')) return
    e.preventDefault()
    show(e.currentTarget, true)
  }
  return (
    <button
      {...rest}
      ref={setButton}
      type="button"
      aria-haspopup="menu"
      aria-expanded={open}
      onKeyDown={keys}
      onClick={(e) => (open ? menus.close() : show(e.currentTarget, e.detail === 0))}
    >
      {children}
    </button>
  )
}

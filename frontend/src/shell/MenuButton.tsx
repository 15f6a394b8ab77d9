import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useShell, useShellState } from './context'
import type { MenuOf } from './menus'

interface MenuButtonProps extends ComponentProps<'button'> {
  of: MenuOf
}

/** A button that opens a menu of the window; the arrows open it too. */
export function MenuButton({ of, children, ...rest }: MenuButtonProps) {
  const shell = useShell()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const open = useShellState((s) => button !== null && s.menu?.at === button)
  const show = (at: HTMLButtonElement, byKey: boolean) => {
    at.focus() // a click alone does not everywhere
    shell.openMenu({ of, at, byKey })
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
      onClick={(e) => (open ? shell.closeMenu() : show(e.currentTarget, e.detail === 0))}
    >
      {children}
    </button>
  )
}

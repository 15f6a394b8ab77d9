import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import menu from './Menu.module.css'

interface BelowProps {
  /** The field that it belongs to. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose(): void
  children: ReactNode
}

/** A panel below a field, which keeps the focus and its keys: a press in the panel takes neither away. */
export function Below({ anchor, label, onClose, children }: BelowProps) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner className={menu.layer} anchor={anchor} side="bottom" align="start" sideOffset={2}>
          <Popover.Popup
            className={`${menu.menu} ${menu.narrow}`}
            aria-label={label}
            initialFocus={false}
            finalFocus={false}
            onMouseDown={(event) => event.preventDefault()}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

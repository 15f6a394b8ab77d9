import { Menu } from '@base-ui/react/menu'
import menu from '../../../ui/Menu.module.css'
import { useOpenedOnce } from '../../../window/popup'
import type { Choosing } from './staging'

interface TargetMenuProps {
  choosing: Choosing | null
  /** The noun for what contains the rows, such as an index. */
  noun: string
  onClose(): void
}

/** Asks in which of several indices to create a row. */
export function TargetMenu(props: TargetMenuProps) {
  return useOpenedOnce(props.choosing !== null) ? <Opened {...props} /> : null
}

function Opened({ choosing, noun, onClose }: TargetMenuProps) {
  const { targets, x, y, pick } = choosing ?? { targets: [], x: 0, y: 0, pick: () => undefined }
  const anchor = { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
  return (
    <Menu.Root open={choosing !== null} onOpenChange={(open) => !open && onClose()} modal={false}>
      <Menu.Portal>
        <Menu.Positioner className={menu.layer} anchor={anchor} side="bottom" align="start">
          <Menu.Popup className={menu.menu} aria-label={`Choose the ${noun} for the new row`} finalFocus={false}>
            {targets.map((target) => (
              <Menu.Item key={target} className={menu.item} onClick={() => pick(target)}>
                New Row in {target}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

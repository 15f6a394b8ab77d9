import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { count } from '../../../lib/words'
import { Button } from '../../../ui/Button'
import menu from '../../../ui/Menu.module.css'
import { described } from '../../../ui/tips'
import { usePopup } from '../../../window/popup'
import { pageSizes } from './pageSizes'
import type { RowsTab } from './rowsTab'

/** How many rows a page has; the choice is stored for the object. */
export function PageSizeMenu({ tab, size }: { tab: RowsTab; size: number }) {
  const popup = usePopup()
  return (
    <Menu.Root {...popup}>
      <Menu.Trigger
        render={<Button quiet small />}
        aria-label={`Rows per page: ${count(size)}`}
        {...described('Rows per page')}
      >
        {count(size)}
        <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.layer} side="top" align="end" sideOffset={4}>
          <Menu.Popup className={menu.menu}>
            <Menu.RadioGroup value={size} onValueChange={(rows: number) => void tab.resize(rows)}>
              {pageSizes(size).map((rows) => (
                <Menu.RadioItem key={rows} value={rows} className={menu.item} closeOnClick>
                  <span className={menu.check}>
                    <Menu.RadioItemIndicator>
                      <Check size={12} strokeWidth={2} aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                  </span>
                  {count(rows)} Rows per Page
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

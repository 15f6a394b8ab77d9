import { Menu } from '@base-ui/react/menu'
import { ClockArrowDown } from 'lucide-react'
import { useStore } from 'zustand'
import { table } from '../../../commands/table'
import { Button } from '../../../ui/Button'
import menu from '../../../ui/Menu.module.css'
import { SmallIcon } from '../../../ui/SmallIcon'
import { usePopup } from '../../../window/popup'
import { dateColumns, isNewest, whyNotNewest } from './newest'
import type { RowsTab } from './rowsTab'

const label = table['rows.newest'].title

/** Toggles sorting the newest rows first; with several date columns, the user chooses one from a list. */
export function NewestFirst({ tab }: { tab: RowsTab }) {
  const columns = useStore(tab.rows.store, (s) => s.view?.columns ?? none)
  const sort = useStore(tab.rows.store, (s) => s.sort)
  const choosing = useStore(tab.choosing, (s) => s.date)
  const popup = usePopup()
  const dates = dateColumns(columns)
  const [only] = dates
  if (dates.length < 2) {
    const on = only !== undefined && isNewest(sort, only)
    return (
      <SmallIcon icon={ClockArrowDown} label={label} why={whyNotNewest(columns)} on={on} onClick={() => tab.newest()} />
    )
  }
  const by = dates.find((column) => isNewest(sort, column))
  return (
    <Menu.Root
      open={popup.open || choosing}
      onOpenChange={(open, change) => {
        tab.choosing.setState({ date: false })
        popup.onOpenChange(open, change)
      }}
    >
      <Menu.Trigger
        render={<Button quiet icon small on={by !== undefined} />}
        aria-label={label}
        data-tip={`${label}…`}
      >
        <ClockArrowDown size={14} strokeWidth={1.5} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.layer} side="top" align="end" sideOffset={4}>
          <Menu.Popup className={menu.menu} aria-label={label}>
            {dates.map((column) => (
              <Menu.Item key={column} className={menu.item} onClick={() => tab.newest(column)}>
                {column === by ? `Stop Sorting by ${column}` : `By ${column}`}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const none: [] = []

import { Menu } from '@base-ui/react/menu'
import { ArrowDownWideNarrow, Check } from 'lucide-react'
import { useStore } from 'zustand'
import { useRegistry } from '../../../commands/context'
import { type CommandId, table } from '../../../commands/table'
import type { ObjectOrder } from '../../../host'
import { Button } from '../../../ui/Button'
import menu from '../../../ui/Menu.module.css'
import { usePopup } from '../../../window/popup'
import type { Listing } from './listing'

const orders: [ObjectOrder, CommandId][] = [
  ['', 'sidebar.byName'],
  ['documents', 'sidebar.byDocuments'],
  ['size', 'sidebar.bySize'],
]

/** The button that sorts the sidebar, with the current order ticked. */
export function ListMenu({ listing }: { listing: Listing }) {
  const sort = useStore(listing.store, (s) => s.sort)
  const registry = useRegistry()
  const popup = usePopup()
  return (
    <Menu.Root {...popup}>
      <Menu.Trigger render={<Button quiet icon small />} aria-label="Sort by" data-tip="Sort by">
        <ArrowDownWideNarrow size={14} strokeWidth={1.5} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.layer} sideOffset={4} align="end">
          <Menu.Popup className={`${menu.menu} ${menu.narrow}`} aria-label="Sort by">
            <Menu.RadioGroup aria-label="Sort by" value={sort}>
              {orders.map(([value, id]) => (
                <Menu.RadioItem
                  key={id}
                  value={value}
                  className={menu.item}
                  closeOnClick
                  onClick={() => registry.run(id)}
                >
                  <span className={menu.check}>
                    <Menu.RadioItemIndicator>
                      <Check size={12} strokeWidth={2} aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                  </span>
                  {table[id].short}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

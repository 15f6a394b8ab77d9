import { Menu } from '@base-ui/react/menu'
import { Check, Columns3, ListFilter, Timer } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { table } from '../../../commands/table'
import { Button } from '../../../ui/Button'
import menu from '../../../ui/Menu.module.css'
import { SmallIcon } from '../../../ui/SmallIcon'
import { described } from '../../../ui/tips'
import { usePopup } from '../../../window/popup'
import { autoRefresh, intervals, intervalWords, refreshEvery } from '../link/refresher'
import { ColumnsPanel } from './ColumnsPanel'
import { NewestFirst } from './NewestFirst'
import type { RowsTab } from './rowsTab'

interface GridToolsProps {
  tab: RowsTab
  columnsOpen: boolean
  onColumns(open: boolean): void
  onGo(name: string): void
  onLeave(): void
  onFit(): void
}

/** The tools of the rows in the status bar. */
export function GridTools({ tab, columnsOpen, onColumns, onGo, onLeave, onFit }: GridToolsProps) {
  return (
    <span className="row g4">
      <RefreshMenu tab={tab} />
      <NewestFirst tab={tab} />
      <FilterButton tab={tab} />
      <ColumnsPanel
        tab={tab}
        open={columnsOpen}
        onOpen={onColumns}
        onGo={onGo}
        onLeave={onLeave}
        onFit={onFit}
        trigger={
          <Button quiet icon small aria-label="Columns" data-tip="Columns: find, hide, pin">
            <Columns3 size={14} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        }
      />
    </span>
  )
}

function FilterButton({ tab }: { tab: RowsTab }) {
  const open = useStore(tab.filtering.store, (s) => s.open)
  const change = () => (open ? tab.filtering.hide() : tab.filtering.show())
  return <SmallIcon icon={ListFilter} label="Filter" on={open} onClick={change} />
}

function RefreshMenu({ tab }: { tab: RowsTab }) {
  const every = useStore(tab.rows.store, (s) => s.every)
  const popup = usePopup()
  useEffect(() => {
    if (every > 0) return refreshEvery(every, () => tab.refreshQuietly(), document)
  }, [tab, every])
  return (
    <Menu.Root {...popup}>
      <Menu.Trigger
        render={<Button quiet small on={every > 0} icon={!(every > 0)} />}
        aria-label={autoRefresh(every)}
        {...described('Paused while the window is hidden')}
      >
        <Timer size={14} strokeWidth={1.5} aria-hidden="true" />
        {every > 0 && intervalWords(every)}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.layer} side="top" align="end" sideOffset={4}>
          <Menu.Popup className={menu.menu}>
            <Menu.RadioGroup value={every} onValueChange={(seconds: number) => tab.rows.refreshEvery(seconds)}>
              {intervals.map((seconds) => (
                <Menu.RadioItem key={seconds} value={seconds} className={menu.item} closeOnClick>
                  <span className={menu.check}>
                    <Menu.RadioItemIndicator>
                      <Check size={12} strokeWidth={2} aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                  </span>
                  {seconds === 0 ? table['refresh.off'].title : `Refresh ${intervalWords(seconds)}`}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

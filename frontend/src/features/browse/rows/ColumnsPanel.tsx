import { Popover } from '@base-ui/react/popover'
import { Eye, EyeOff, Pin, PinOff } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { count } from '../../../lib/words'
import { Button } from '../../../ui/Button'
import menu from '../../../ui/Menu.module.css'
import { SearchField } from '../../../ui/SearchField'
import { SmallIcon } from '../../../ui/SmallIcon'
import { described } from '../../../ui/tips'
import { useOpenings, usePopup } from '../../../window/popup'
import { bestFirst, change, type Place, placesOf, plainLayout, showAll, shownPlaces, toggleEmpty } from './arrange'
import list from './ColumnsPanel.module.css'
import { isFilled } from './columns'
import style from './Menus.module.css'
import type { RowsTab } from './rowsTab'

/** How many columns the panel lists at once; the filter finds the others. */
const listed = 200

interface ColumnsPanelProps {
  tab: RowsTab
  trigger: ReactElement
  open: boolean
  onOpen(open: boolean): void
  /** Shows a column in the grid. */
  onGo(name: string): void
  /** Focuses the grid. */
  onLeave(): void
  /** Fits every column to the visible rows. */
  onFit(): void
}

/** Finds a column among many, and shows, hides and pins columns. */
export function ColumnsPanel({ tab, trigger, open, onOpen, onGo, onLeave, onFit }: ColumnsPanelProps) {
  const went = useRef(false)
  const popup = usePopup({
    open,
    onOpenChange: (opens) => {
      went.current = false
      onOpen(opens)
    },
  })
  const openings = useOpenings(popup.open)
  return (
    <Popover.Root {...popup}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner className={menu.layer} side="top" align="end" sideOffset={4}>
          <Popover.Popup
            className={`${menu.menu} ${style.columns}`}
            aria-label="Columns"
            finalFocus={() => {
              if (went.current) onLeave()
              return !went.current
            }}
          >
            <Columns
              key={openings}
              tab={tab}
              onFit={onFit}
              onGo={(name) => {
                went.current = true
                onOpen(false)
                onGo(name)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Columns({ tab, onGo, onFit }: Pick<ColumnsPanelProps, 'tab' | 'onGo' | 'onFit'>) {
  const view = useStore(tab.rows.store, (s) => s.view)
  const layout = useStore(tab.columns.store, (s) => s.layout)
  const [filter, setFilter] = useState('')
  const columns = view?.columns ?? []
  const pages = useStore(tab.rows.store, (s) => s.pages)
  const all = placesOf(columns, layout)
  const shown = new Set(shownPlaces(all, false, (at) => isFilled(tab, pages, at)))
  const places = all.map((place) => ({ ...place, hidden: !shown.has(place) }))
  const found = bestFirst(places, filter, (place) => place.name)
  const hidden = places.filter((place) => place.hidden).length
  return (
    <>
      <SearchField
        label="Find a column"
        text={filter}
        clears={false}
        onText={setFilter}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) onGo(found[0].name)
        }}
      />
      <ul className={list.list} aria-label={`Columns, ${count(found.length)}`}>
        {found.slice(0, listed).map((place) => (
          <ColumnRow
            key={place.name}
            place={place}
            type={columns[place.index]?.type ?? ''}
            onGo={() => onGo(place.name)}
            onChange={(said) => tab.columns.arrange((all, now) => change(all, now, [place.name], said))}
          />
        ))}
        {found.length > listed && (
          <li className="t3 fs11">{count(found.length - listed)} more: type a part of the name</li>
        )}
        {found.length === 0 && <li className="t3 fs11">No matching columns</li>}
      </ul>
      <footer className="row g4">
        <Button small disabled={hidden === 0 && !layout.hideEmpty} onClick={() => tab.columns.arrange(showAll)}>
          Show All
        </Button>
        <Button
          small
          on={layout.hideEmpty}
          aria-pressed={layout.hideEmpty}
          {...described('Columns without any value in the loaded rows')}
          onClick={() => tab.columns.arrange(toggleEmpty)}
        >
          Hide Empty
        </Button>
        <Button small onClick={onFit}>
          Fit Widths
        </Button>
        <span className="grow" />
        <Button
          small
          quiet
          disabled={layout.columns.length === 0 && !layout.hideEmpty}
          {...described('Reset column order, widths and visibility')}
          onClick={() => tab.columns.arrange(() => plainLayout)}
        >
          Reset
        </Button>
      </footer>
    </>
  )
}

interface ColumnRowProps {
  place: Place
  type: string
  onGo(): void
  onChange(said: { hidden?: boolean; pinned?: boolean }): void
}

function ColumnRow({ place, type, onGo, onChange }: ColumnRowProps) {
  const always = place.primary ? 'the key column is always shown' : ''
  return (
    <li data-hidden={place.hidden || undefined} className={`row g4 ${place.hidden ? list.away : ''}`}>
      <button type="button" className={`${list.go} ell grow`} data-tip={`Show ${place.name}`} onClick={onGo}>
        {place.name} <span className="t3">{type}</span>
      </button>
      <SmallIcon
        icon={place.pinned ? PinOff : Pin}
        label={`${place.pinned ? 'Unpin' : 'Pin'} ${place.name}`}
        why={always}
        on={place.pinned}
        onClick={() => onChange({ pinned: !place.pinned, hidden: false })}
      />
      <SmallIcon
        icon={place.hidden ? EyeOff : Eye}
        label={`${place.hidden ? 'Show' : 'Hide'} ${place.name}`}
        why={always}
        onClick={() => onChange({ hidden: !place.hidden })}
      />
    </li>
  )
}

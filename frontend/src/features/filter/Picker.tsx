import { Popover } from '@base-ui/react/popover'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../../lib/keys'
import { TypeAhead } from '../../lib/typeAhead'
import { count } from '../../lib/words'
import menu from '../../ui/Menu.module.css'
import popUp from '../../ui/PopUp.module.css'
import { SearchField } from '../../ui/SearchField'
import { withTip } from '../../ui/tips'
import { useOpenings, usePopup } from '../../window/popup'
import styles from './Filter.module.css'

/** Something that can be picked. */
export interface PickerItem {
  id: string
  title: string
  /** The grey text after the title. */
  more?: string
  /** Search terms besides its title. */
  also?: string
  /** What it does, in a sentence. */
  hint?: string
  /** Why it cannot be picked, '' if it can. */
  why?: string
  /** Whether there is a separator above it. */
  begins?: boolean
}

interface PickerProps {
  label: string
  items: readonly PickerItem[]
  value: string
  /** What is shown if no item has the value. */
  title?: string
  /** Whether items are filtered by part of their titles; otherwise typing jumps to a title. */
  searched?: boolean
  onPick(id: string): void
}

/** How many items are listed at once; a search finds the others. */
const listed = 200

/** A choice among many: a button with a searchable list, in which disabled items say why. */
export function Picker({ label, items, value, title, searched = false, onPick }: PickerProps) {
  const popup = usePopup()
  const openings = useOpenings(popup.open)
  const shown = items.find(({ id }) => id === value)?.title ?? title ?? value
  return (
    <Popover.Root {...popup}>
      <Popover.Trigger
        role="combobox"
        aria-haspopup="listbox"
        aria-label={`${label}, ${shown}`}
        className={`${popUp.popUp} ${popUp.small} ${styles.picker} ${popup.open ? popUp.open : ''}`}
        onKeyDown={(event) => {
          if (popup.open || event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          popup.onOpenChange(true)
        }}
      >
        <span className="ell">{shown}</span>
        <ChevronsUpDown size={12} strokeWidth={1.75} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={menu.layer} side="bottom" align="start" sideOffset={2}>
          <Popover.Popup className={`${menu.menu} ${styles.list}`} aria-label={label}>
            <Items
              key={openings}
              {...{ label, items, value, searched }}
              onPick={(id) => {
                popup.onOpenChange(false)
                onPick(id)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Items({ label, items, value, searched, onPick }: Omit<PickerProps, 'title'>) {
  const [text, setText] = useState('')
  const [letters] = useState(() => new TypeAhead())
  const found =
    text === ''
      ? items
      : items.filter(({ title, also = '' }) => `${title}\n${also}`.toLowerCase().includes(text.toLowerCase()))
  const seen = found.slice(0, listed)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      items.findIndex(({ id }) => id === value),
    ),
  )
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const active = seen[at]
  useEffect(() => {
    if (!searched) list.current?.focus()
  }, [searched])
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  const pick = (item: PickerItem | undefined) => item && !item.why && onPick(item.id)
  const keys = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const to = {
      ...{ ArrowDown: Math.min(seen.length - 1, at + 1), ArrowUp: Math.max(0, at - 1) },
      ...(searched ? {} : { Home: 0, End: seen.length - 1 }),
    }[event.key]
    if (to !== undefined) setAt(to)
    else if (event.key === 'Enter') {
      pick(active)
      // The list has the focus until it closes. Outside of it, Enter applies the whole filter.
      if (event.ctrlKey || event.metaKey) return
    } else if (!searched && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const next = letters.type(
        event.key,
        seen.map((item) => item.title),
        at,
      )
      if (next >= 0) setAt(next)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const named = { 'aria-activedescendant': active && `${id}-${at}` }
  return (
    <>
      {searched && (
        <div className={styles.search} {...{ onKeyDown: keys }}>
          <SearchField
            label={`Find ${label.toLowerCase()}`}
            text={text}
            clears={false}
            onText={(typed) => {
              setText(typed)
              setAt(0)
            }}
          />
        </div>
      )}
      <div
        ref={list}
        id={id}
        className={styles.items}
        role="listbox"
        aria-label={label}
        tabIndex={0}
        onKeyDown={keys}
        {...named}
      >
        {seen.map((item, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys of its options.
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the option it is on.
          <div
            key={item.id}
            id={`${id}-${place}`}
            data-at={place}
            role="option"
            aria-selected={place === at}
            aria-disabled={item.why ? true : undefined}
            className={`${menu.item} ${place === at ? menu.on : ''} ${item.why ? menu.dim : ''} ${item.begins ? styles.begins : ''}`}
            onPointerMove={() => setAt(place)}
            onClick={() => pick(item)}
          >
            <span className={menu.check}>
              {item.id === value && <Check size={12} strokeWidth={2} aria-hidden="true" />}
            </span>
            <span {...(item.hint && !item.why ? withTip(item.hint) : {})}>{item.title}</span>
            {item.more && <span className="t3 fs11">{item.more}</span>}
            {item.why && <span className={menu.why}>{item.why}</span>}
          </div>
        ))}
      </div>
      {found.length > listed && <p className="t3 fs11">{count(found.length - listed)} more: type a part of the name</p>}
      {found.length === 0 && <p className="t3 fs11">No matches</p>}
    </>
  )
}

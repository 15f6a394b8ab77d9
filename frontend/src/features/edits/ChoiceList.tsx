import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { rem } from '../../lib/rem'
import { type ListHandle, rowStyle, VirtualList } from '../../ui/VirtualList'
import styles from './Edits.module.css'

/** How many entries PageUp and PageDown pass. */
const page = 8

interface ChoiceListProps {
  label: string
  rowHeight: number
  count: number
  at: number
  onChoose(at: number): void
  /** What Enter and a double click do. */
  onOpen?(at: number): void
  children(place: number): ReactNode
}

/** A long list for choosing one entry, by pointer or by key. */
export function ChoiceList({ label, rowHeight, count, at, onChoose, onOpen, children }: ChoiceListProps) {
  const list = useRef<ListHandle>(null)
  const name = useId()
  useLayoutEffect(() => list.current?.reveal(at), [at])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onOpen && count > 0) {
      event.preventDefault()
      return onOpen(at)
    }
    const steps: Record<string, number> = {
      ...{ ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page },
      ...{ Home: 0, End: count - 1 },
    }
    const to = steps[event.key]
    if (to === undefined || count === 0) return
    event.preventDefault()
    onChoose(Math.min(Math.max(0, to), count - 1))
  }
  return (
    <VirtualList
      ref={list}
      role="listbox"
      label={label}
      count={count}
      rowHeight={rowHeight}
      className={styles.choices}
      active={{ row: at, id: `${name}${at}` }}
      onKeyDown={keys}
    >
      {(place, top) => {
        const row = rowStyle(top)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option.
          <div
            key={place}
            id={`${name}${place}`}
            role="option"
            aria-selected={place === at}
            aria-setsize={count}
            aria-posinset={place + 1}
            className={`${row.className} ${styles.option} ${place === at ? styles.on : ''}`}
            style={{ ...row.style, height: rem(rowHeight) }}
            onClick={() => onChoose(place)}
            onDoubleClick={() => onOpen?.(place)}
          >
            {children(place)}
          </div>
        )
      }}
    </VirtualList>
  )
}
